"""The currencies a club may keep its books in: those of ISO 4217 in circulation, and pounds, shillings and pence."""

_ISO_4217 = """
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY
    COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR
    ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK
    MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF
    SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU
    UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
"""

LSD = "LSD"
"""Pounds, shillings and pence, kept in pence: 240 to the pound."""

CURRENCIES = (*_ISO_4217.split(), LSD)

_WITHOUT_DECIMALS = """
    BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF
"""
_OF_A_THOUSANDTH = "BHD IQD JOD KWD LYD OMR TND"


def decimals(currency: str) -> int:
    """How many decimals an amount of a currency has in its usual notation; 0 if its minor unit is its only one.

    LSD has none: amounts are written as whole pence, since a penny is no decimal fraction of a pound.
    """
    if currency in _OF_A_THOUSANDTH.split():
        return 3
    return 0 if currency == LSD or currency in _WITHOUT_DECIMALS.split() else 2


def written(minor_units: int, currency: str) -> str:
    """An amount in the usual notation of a currency, without its name, such as `-1.25`; of LSD, whole pence."""
    places = decimals(currency)
    if not places:
        return str(minor_units)
    whole, part = divmod(abs(minor_units), 10**places)
    return f"{'-' if minor_units < 0 else ''}{whole}.{part:0{places}}"
