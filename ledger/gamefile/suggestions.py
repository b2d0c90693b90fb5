"""What may have been meant by a word that a game file cannot have where it stands."""

import re
from collections.abc import Collection, Mapping
from difflib import get_close_matches

from ledger.cards import parse_card

MODERN: Mapping[str, str] = {
    "folds": "passes",
    "fold": "passes",
    "drops": "passes",
    "checks": "stands",
    "check": "stands",
    "bets": "stakes",
    "bet": "stakes",
    "calls": "stakes",
    "call": "stakes",
    "opens": "stakes",
    "open": "stakes",
    "antes": "game",
    "allin": "demands",
    "all-in": "demands",
    "discards": "draws",
    "discard": "draws",
    "shuffle": "shuffles",
    "joins": "arrives",
    "sits": "arrives",
    "leaves": "departs",
    "buys": "counters",
    "hand": "game",
    "chips": "counters",
    "seats": "players",
    "date": "held",
}
"""Words of other tables, with the words of a game file for the same thing."""


def closest(word: str, choices: Collection[str], least: float = 0.6) -> str | None:
    """The choice that a word most resembles, in any letters, or that says the same; None if none does.

    `least` is the likeness, from 0 to 1, that is asked for.
    """
    if MODERN.get(word.casefold()) in choices:
        return MODERN[word.casefold()]
    by_letters = {choice.casefold(): choice for choice in choices}
    # A long text is no slip of the pen, and to compare it would take long.
    close = get_close_matches(word.casefold(), by_letters, 1, least) if len(word) <= MOST_LETTERS else []
    return by_letters[close[0]] if close else None


MOST_LETTERS = 60
"""The letters of the longest word for which a like one is looked for."""


def card_like(text: str) -> str | None:
    """The card that a text most likely stands for, as in `10h`, `KH` or `hK`; None if it resembles none."""
    letters = re.sub("10", "t", text.casefold())
    for rank, suit in ((letters[:1], letters[1:]), (letters[1:], letters[:1])):
        try:
            return parse_card(rank.upper() + suit)
        except ValueError:
            continue
    return "Jo" if letters in ("jk", "joker", "jo", "jr") else None
