"""Names that may stand in a line which a program takes apart by its words.

A member may be called anything, even `Seat 1: Bob ($5 in chips)`. A name that could be taken for a part of a line,
or that two members bear, gives way to the member's id.
"""

import re
from collections import Counter
from collections.abc import Mapping

from ledger.seats import Member

PLAIN = re.compile(r"[^\W_](?:(?:\. |[ .'’-])?[^\W_])*\.?")
"""Letters and figures, with single spaces, dots, apostrophes and hyphens between them."""

WORDS = re.compile(
    "added|ante|bets?|blind|button|calls|cards|cashed|chips|collected|dealt|discards|draw|finished|fold(s|ed)|hand|lost"
    "|main|muck(s|ed)|pat|pokerstars|posts|pot|raises|rake|returned|seat|show(s|ed)|side|sits|stands|stp|straddle"
    "|summary|table|total|uncalled|wins|won",
    re.IGNORECASE,
)
"""Words that such lines are known by."""


def safe_names(names: Mapping[Member, str]) -> dict[Member, str]:
    """Each member's name where it can stand in a line, else his id, or as much of that as can stand."""
    borne = Counter(name.casefold() for name in names.values())
    found: dict[Member, str] = {}
    for member, name in names.items():
        if borne[name.casefold()] > 1 or not is_plain(name):
            name = member if is_plain(member) else "member " + re.sub(r"[^0-9A-Za-z]+", " ", member).strip()
        found[member] = name
    return found


def is_plain(name: str) -> bool:
    """Whether a name can be taken for nothing but a name."""
    return PLAIN.fullmatch(name) is not None and not any(WORDS.fullmatch(word) for word in re.split(r"[ .-]", name))
