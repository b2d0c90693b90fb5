"""Counters in a game file: numbers, each with a colour, such as `10 red 5 blue`."""

from ledger.events.sitting import Counters
from ledger.gamefile.words import Misread, Words

COLOURS = ("red", "white", "blue", "odd")


def read_counters(words: Words) -> Counters:
    """Take one or more numbers of counters, each with its colour. `odd` is small change, in minor units.

    Raises Misread.
    """
    counted: dict[str, int] = {}
    while not counted or words.sees_number():
        number = words.amount("how many counters")
        colour = words.choice("a colour", COLOURS)
        if colour in counted:
            raise Misread(f"{colour} is counted twice")
        counted[colour] = number
    return Counters(**counted)


def written_counters(counters: Counters) -> str:
    """Counters as `read_counters` reads them; no counters are `0 odd`."""
    counted = [f"{n} {colour}" for colour in COLOURS if (n := getattr(counters, colour))]
    return " ".join(counted) or "0 odd"
