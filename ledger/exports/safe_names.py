"""Names for lines that a program takes apart by their words.

A member may have any name, even `Seat 1: Bob ($5 in chips)`. If a name could be mistaken for another part of a line,
or if two members have it, the member's id is written instead.
"""

import re
from collections import Counter
from collections.abc import Mapping

from ledger.seats import Member

PLAIN = re.compile(r"[^\W_](?:(?:\. |[ .'’-])?[^\W_])*\.?")
"""The names that are safe unless they hold one of WORDS: letters and digits, with single spaces, dots, apostrophes and
hyphens between them."""

WORDS = re.compile(
    "added|ante|bets?|blind|button|calls|cards|cashed|chips|collected|dealt|discards|draw|finished|fold(s|ed)|hand|lost"
    "|main|muck(s|ed)|pat|pokerstars|posts|pot|raises|rake|returned|seat|show(s|ed)|side|sits|stands|stp|straddle"
    "|summary|table|total|uncalled|wins|won",
    re.IGNORECASE,
)
"""Words by which programs tell what a line is."""


def safe_names(names: Mapping[Member, str]) -> dict[Member, str]:
    """The name to write for each member: his own if it is safe and no other's, else his id, reduced to what is safe."""
    borne = Counter(name.casefold() for name in names.values())
    safe: dict[Member, str] = {}
    for member, name in names.items():
        if borne[name.casefold()] > 1 or not is_plain(name):
            name = member if is_plain(member) else "member " + re.sub(r"[^0-9A-Za-z]+", " ", member).strip()
        safe[member] = name
    return safe


def is_plain(name: str) -> bool:
    """Whether a name cannot be mistaken for another part of a line."""
    return PLAIN.fullmatch(name) is not None and not any(WORDS.fullmatch(word) for word in re.split(r"[ .-]", name))
