"""To which addresses a webhook may send.

A club's owner names an address, and the service sends to it from within its own network. So only addresses of the
public internet are allowed, by https. Where the operator permits it, private addresses are allowed too, those of this
machine among them, and to these by http as well. A name is resolved each time something is sent, and its address is
judged then: it may have changed since.
"""

import re
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from ledger.refusals import Invalid

LONGEST = 2_000

Address = IPv4Address | IPv6Address

_NAME = re.compile(r"([a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63}\.?")
_NAMES_OF_THIS_NETWORK = ("localhost", ".localhost", ".local", ".internal", ".home.arpa")
_TRANSLATED = (ip_network("64:ff9b::/96"), ip_network("64:ff9b:1::/48"))
"""Addresses of IPv6 behind which any address of IPv4 may stand."""


def check_url(url: str, *, private: bool) -> None:
    """Raise Invalid for an address to which no webhook may send. `private`: the operator permits private addresses."""
    problem = _problem_of(url, private=private)
    if problem is not None:
        raise Invalid({"url": [problem]})


def is_public(address: Address) -> bool:
    """Whether an address is one of the public internet."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is not None:
            return is_public(inner)
        if address.teredo is not None or any(address in network for network in _TRANSLATED):
            return False
    return address.is_global and not address.is_multicast


def _problem_of(url: str, *, private: bool) -> str | None:
    """What is wrong with an address, None if nothing is."""
    if len(url) > LONGEST or not url.isascii() or any(c.isspace() or c < " " for c in url):
        return f"takes an address of at most {LONGEST} visible ASCII characters"
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return "cannot be read as an address"
    if parts.scheme not in (("https", "http") if private else ("https",)) or not parts.hostname:
        return "begins with https:// and the name of a host"
    if not _is_name(parts.hostname):
        return "names a host that cannot be one"
    if parts.username is not None or parts.password is not None:
        return "takes no user and no password: what is sent is signed"
    if parts.fragment:
        return "takes no part after #"
    return (
        None if private or _may_be_public(parts) else "leads to a private address, which this service does not permit"
    )


def _is_name(host: str) -> bool:
    """Whether something is the name of a host or an address, as far as its form goes."""
    return ":" in host or (len(host) < 254 and _NAME.fullmatch(host) is not None)


def _may_be_public(parts: SplitResult) -> bool:
    host = (parts.hostname or "").rstrip(".")
    try:
        return is_public(ip_address(host))
    except ValueError:
        # Some resolvers take 127.1 or 0x7f000001 for numbers too.
        is_number = host.rpartition(".")[2][:1].isdigit()
        return not is_number and not host.endswith(_NAMES_OF_THIS_NETWORK)
