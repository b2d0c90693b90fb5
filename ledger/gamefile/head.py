"""The head of a game file: ante, limit, players and articles, each on a line of its own."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from ledger.articles import JACK_POT_SERIES, VARIANTS, Articles, Kitty
from ledger.gamefile.lines import Name, OpenSitting
from ledger.gamefile.words import Misread, Words
from ledger.laws.hands import HandClass
from ledger.laws.readings import READINGS, complete

NEEDED = {"ante": "ante", "limit": "limit", "seats": "players"}
"""The settings that every head must have: their keys, and the words that their lines begin with."""

Setting = tuple[str, Any]
"""What one line of the head sets: a key and a value."""


def read_head_line(words: Words) -> Setting:
    """Read one line of the head. Raises Misread."""
    setting = HEAD[words.word("a line of the head")](words)
    words.end()
    return setting


def opening(settings: Mapping[str, Any]) -> OpenSitting:
    """The head made of the settings of its lines. All keys of NEEDED must be among them."""
    carried, minimum = settings.get("carried", (0, None))
    readings = {key.removeprefix("reading "): value for key, value in settings.items() if key.startswith("reading ")}
    return OpenSitting(
        seats=settings["seats"],
        articles=Articles(
            ante=settings["ante"],
            limit=settings["limit"],
            readings=complete(readings),
            variants=settings.get("variants", ()),
            kitty=settings.get("kitty"),
            abrogated=settings.get("abrogated", ()),
            loans=settings.get("loans", True),
        ),
        agreed_by=settings.get("agreed_by", ()),
        currency=settings.get("currency"),
        held_on=settings.get("held_on"),
        carried=carried,
        minimum=minimum,
        kitty=settings.get("kitty_held", 0),
    )


def minimum_of_jack_pot(words: Words) -> str | None:
    """Take `jack-pot` and its openers (J, Q or K), if they come next; None if they do not."""
    return words.choice("the openers", JACK_POT_SERIES) if words.accept("jack-pot") else None


def _positive(words: Words) -> int:
    amount = words.amount()
    if amount < 1:
        raise Misread("expected an amount of 1 or more")
    return amount


def _held(words: Words) -> Setting:
    words.expect("on")
    day = words.word("a date, as in 1895-11-02")
    try:
        return "held_on", date.fromisoformat(day).isoformat()
    except ValueError:
        raise Misread(f"expected a date, as in 1895-11-02, found '{day}'") from None


def _players(words: Words) -> Setting:
    seats: tuple[Name, ...] = words.several(words.member_name)
    if words.next is not None:
        raise words.wrong("a comma: names have commas between them, as in 'players Ann, Ben, \"Mrs Smith\"'")
    for name in seats:
        if seats.count(name) > 1:
            raise Misread(f"{name} is named twice")
    return "seats", seats


def _variants(words: Words) -> Setting:
    chosen = words.several(lambda: words.choice("a variant", VARIANTS))
    if len(set(chosen)) != len(chosen):
        raise Misread("a variant is named twice")
    return "variants", chosen


def _reading(words: Words) -> Setting:
    reading = READINGS[words.choice("a reading", READINGS)]
    words.expect("=")
    return f"reading {reading.name}", words.choice(f"a value of {reading.name}", reading.values)


def _kitty(words: Words) -> Setting:
    if words.accept("holds"):
        return "kitty_held", words.amount()
    amount = words.amount()
    words.expect("for")
    purpose = words.choice("a purpose", ("expenses", "reward"))
    rewarded = words.choice("a class of hand", list(HandClass)) if purpose == "reward" and words.next else None
    return "kitty", Kitty(amount=amount, purpose=purpose, hand_class=rewarded)


def _no(words: Words) -> Setting:
    words.expect("loans")
    return "loans", False


def _agreed(words: Words) -> Setting:
    words.expect("by")
    return "agreed_by", words.names()


HEAD: dict[str, Callable[[Words], Setting]] = {
    "ante": lambda words: ("ante", _positive(words)),
    "limit": lambda words: ("limit", _positive(words)),
    "currency": lambda words: ("currency", words.word("a currency, as in GBP")),
    "held": _held,
    "players": _players,
    "variants": _variants,
    "reading": _reading,
    "kitty": _kitty,
    "no": _no,
    "abrogated": lambda words: ("abrogated", words.several(words.law)),
    "agreed": _agreed,
    "carried": lambda words: ("carried", (words.amount(), minimum_of_jack_pot(words))),
}
"""The function that reads each line of the head, by the word the line begins with."""
