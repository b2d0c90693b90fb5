"""The lines of a game file that are acts of a game.

Most follow from the pattern that the table of acts has for them. The deal, the draw, a loan and a show have a grammar
of their own, which stands here.
"""

from collections.abc import Callable, Mapping
from typing import Any

from ledger.cards import Card
from ledger.events.sitting import Counters
from ledger.gamefile import entries, patterns
from ledger.gamefile.counters import read_counters, written_counters
from ledger.gamefile.lines import Name
from ledger.gamefile.words import Misread, Words, quoted, written_name
from ledger.play.acts import ACTS, Act
from ledger.play.commands import Borrow, Command, Deal, Draw, Show

ABOUT_THE_NUMBER = ("asked", "given", "made")
"""Words that may follow the cards of a draw."""

Reader = Callable[[Words], dict[str, Any]]
"""Reads the rest of a line after its verb, and gives the fields of the command by name."""


def read_deal(words: Words) -> dict[str, Any]:
    """Read `uncut`, the `counts` of players dealt another number than five, and the pack or some hands."""
    cut = False if words.accept("uncut") else None
    counts = _numbers(words) if words.accept("counts") else None
    nothing_more = words.next is None or words.sees("irregularly", "note")
    if counts is not None and not nothing_more:
        words.expect(":")
    if words.accept("pack", ":"):
        return {"pack": words.cards(), "counts": counts, "cut": cut}
    return {"cards": None if nothing_more else _hands(words), "counts": counts, "cut": cut}


def _numbers(words: Words) -> dict[Name, int]:
    return patterns.by_player(words.several(lambda: (words.name(), words.amount("how many cards"))))


def _hands(words: Words) -> Mapping[Name, tuple[Card, ...]]:
    hands: list[tuple[Name, tuple[Card, ...]]] = []
    while not hands or words.accept(";"):
        player = words.name()
        words.expect(":")
        hands.append((player, words.cards()))
    return patterns.by_player(tuple(hands))


def write_deal(deal: Deal) -> str:
    """The deal as `read_deal` reads it."""
    written = ["deal"]
    if deal.cut is False:
        written.append("uncut")
    if deal.counts:
        more = ":" if deal.pack is not None or deal.cards else ""
        written.append("counts " + ", ".join(f"{written_name(m)} {n}" for m, n in deal.counts.items()) + more)
    if deal.pack is not None:
        written.append(f"pack: {' '.join(deal.pack)}")
    elif deal.cards:
        written.append("; ".join(f"{written_name(m)}: {' '.join(cards)}" for m, cards in deal.cards.items()))
    return " ".join(written)


def read_draw(words: Words) -> dict[str, Any]:
    """Read a number or the cards thrown away; then, after an arrow, the cards drawn, and what was amiss."""
    if words.sees_number():
        return {"discard": words.amount("how many cards"), **_drawn(words)}
    return {"discard": words.cards(*ABOUT_THE_NUMBER), **_drawn(words)}


def read_keeping(words: Words) -> dict[str, Any]:
    """Read a draw that throws nothing away."""
    return {"discard": 0, **_drawn(words)}


def _drawn(words: Words) -> dict[str, Any]:
    return {
        "cards": words.cards(*ABOUT_THE_NUMBER) if words.accept("->") else None,
        "asked": words.amount("how many cards he asked for") if words.accept("asked") else None,
        "given": words.amount("how many cards he was given") if words.accept("given") else None,
        "made_right": words.accept("made", "right") or None,
    }


def write_draw(draw: Draw) -> str:
    """The draw as `read_draw` and `read_keeping` read it."""
    written = [f"draws {' '.join(draw.discards) if draw.discards else draw.discarded}" if draw.discarded else "keeps"]
    if draw.cards:
        written.append(f"-> {' '.join(draw.cards)}")
    if draw.asked is not None:
        written.append(f"asked {draw.asked}")
    if draw.given is not None:
        written.append(f"given {draw.given}")
    return " ".join(written) + (" made right" if draw.made_right else "")


def read_borrow(words: Words) -> dict[str, Any]:
    """Read the amount, the lender, and the counters lent if they are named."""
    loan = patterns.read("{amount} of {lender}", Borrow, words)
    lent = read_counters(words) if words.accept(":") else Counters()
    if lent.odd:
        raise Misread("leave 'odd' out: what the counters of a loan do not make up is small change already")
    return {**loan, "red": lent.red, "white": lent.white, "blue": lent.blue}


def write_borrow(loan: Borrow) -> str:
    """The loan as `read_borrow` reads it."""
    counters = Counters(red=loan.red, white=loan.white, blue=loan.blue)
    lent = f": {written_counters(counters)}" if counters != Counters() else ""
    return patterns.write("borrows {amount} of {lender}", loan) + lent


def read_show(words: Words) -> dict[str, Any]:
    """Read five cards, with the openers and the name of the joker if they follow; or the openers alone."""
    cards = () if words.sees("openers") else words.cards("with", "joker")
    named = words.accept("with", "openers") if cards else words.accept("openers")
    original = words.cards("joker") if named else ()
    return {"cards": cards, "original": original, "joker_as": words.card() if words.accept("joker", "as") else None}


def write_show(show: Show) -> str:
    """The show as `read_show` reads it."""
    openers = f"openers {' '.join(show.original)}" if show.original else ""
    shown = " with ".join(filter(None, (" ".join(show.cards), openers)))
    return f"shows {shown}" + (f" joker as {show.joker_as}" if show.joker_as else "")


def _verb(act: Act) -> tuple[str, str]:
    """The verb in the pattern of an act, which is its first word after any `{player}`, and the rest of the pattern."""
    assert act.line is not None
    verb, _, rest = act.line.removeprefix("{player} ").partition(" ")
    return verb, rest


def _pattern_reader(pattern: str, command: type[Command]) -> Reader:
    return lambda words: patterns.read(pattern, command, words)


BY_A_PLAYER = [act for act in ACTS if act.line and act.line.startswith("{player} ")]
BY_THE_TABLE = [act for act in ACTS if act.line and not act.line.startswith("{player} ")]

VERBS: dict[str, tuple[type[Command], Reader]] = {
    verb: (act.command, _pattern_reader(rest, act.command)) for act in BY_A_PLAYER for verb, rest in [_verb(act)]
} | {
    "borrows": (Borrow, read_borrow),
    "draws": (Draw, read_draw),
    "keeps": (Draw, read_keeping),
    "shows": (Show, read_show),
}
"""The commands of acts written after a player's name, and the readers of their lines, by their verbs."""

ALONE: dict[str, tuple[type[Command], Reader]] = {
    verb: (act.command, _pattern_reader(rest, act.command)) for act in BY_THE_TABLE for verb, rest in [_verb(act)]
} | {"deal": (Deal, read_deal)}
"""The same for acts whose lines begin with no player's name, by the first words of the lines."""

_WRITERS: dict[type[Command], Callable[[Any], str]] = {
    Deal: write_deal,
    Borrow: write_borrow,
    Draw: write_draw,
    Show: write_show,
}
_PATTERNS: dict[type[Command], str] = {act.command: act.line for act in ACTS if act.line}


def read_act(words: Words, player: Name | None) -> Command:
    """Read an act of the game. `player` is the name that was read already, None if the line begins with none.

    Raises Misread.
    """
    command, reader = ALONE[words.word("an act")] if player is None else VERBS[_read_verb(words)]
    fields = {"player": player, **reader(words)}
    irregular = words.accept("irregularly")
    note = words.quotation("a note") if words.accept("note") else None
    return command(**fields, irregular=irregular, note=note)


def _read_verb(words: Words) -> str:
    return words.choice("what the player does", VERBS, entries.VERBS)


def write_act(command: Command) -> str:
    """An act of the game as its line. Raises ValueError for a player's act without its player."""
    kind = type(command)
    alone = kind in {act for act, _ in ALONE.values()}
    if not alone and command.player is None:
        raise ValueError("in a game file an act names its player")
    pattern = _PATTERNS.get(kind, "")
    written = patterns.write(pattern, command) if pattern else _WRITERS[kind](command)
    if not alone and not pattern:
        written = f"{written_name(command.player or '')} {written}"
    irregularly = " irregularly" if command.irregular else ""
    note = f" note {quoted(command.note)}" if command.note is not None else ""
    return written + irregularly + note
