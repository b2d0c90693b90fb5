"""The lines of a game file about the pack, the deal and the draw, and what goes wrong with them."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from ledger.cards import Card
from ledger.gamefile.lines import Name
from ledger.gamefile.words import Misread, Words, written_name
from ledger.play.commands import (
    AskDealer,
    CollectDiscards,
    Command,
    CutPack,
    Deal,
    Distract,
    Draw,
    Expose,
    Foul,
    Misdeal,
    Shuffle,
    TakeUp,
    WaiveLaw,
)

REASONS = ("uncut", "face_up", "wrong_count")
FOUND = ("dealt", "drawn")
ABOUT_THE_NUMBER = ("asked", "given", "made")
"""Words that may follow the cards of a draw."""

T = TypeVar("T")


def once_each(pairs: tuple[tuple[Name, T], ...]) -> dict[Name, T]:
    """What is said of each player. Raises Misread where one is named twice."""
    named = dict(pairs)
    if len(named) != len(pairs):
        raise Misread("a player is named twice")
    return named


def _numbers(words: Words) -> dict[Name, int]:
    return once_each(words.several(lambda: (words.name(), words.amount("how many cards"))))


def read_deal(words: Words) -> Deal:
    """`deal`, `uncut`, `counts` of those who had another number than five, and the pack or some hands."""
    cut = False if words.accept("uncut") else None
    counts = _numbers(words) if words.accept("counts") else None
    if counts is not None and words.next is not None and not words.sees("irregularly", "note"):
        words.expect(":")
    if words.accept("pack", ":"):
        return Deal(pack=words.cards(), counts=counts, cut=cut)
    if words.next is None or words.sees("irregularly", "note"):
        return Deal(counts=counts, cut=cut)
    return Deal(hands=_hands(words), counts=counts, cut=cut)


def _hands(words: Words) -> Mapping[Name, tuple[Card, ...]]:
    hands: list[tuple[Name, tuple[Card, ...]]] = []
    while not hands or words.accept(";"):
        player = words.name()
        words.expect(":")
        hands.append((player, words.cards()))
    return once_each(tuple(hands))


def write_deal(deal: Deal) -> str:
    """What `read_deal` reads."""
    said = ["deal"]
    if deal.cut is False:
        said.append("uncut")
    if deal.counts:
        cards = ":" if deal.pack is not None or deal.hands else ""
        said.append("counts " + ", ".join(f"{written_name(m)} {n}" for m, n in deal.counts.items()) + cards)
    if deal.pack is not None:
        said.append(f"pack: {' '.join(deal.pack)}")
    elif deal.hands:
        said.append("; ".join(f"{written_name(m)}: {' '.join(cards)}" for m, cards in deal.hands.items()))
    return " ".join(said)


def read_draw(words: Words) -> Draw:
    """A number, or the cards thrown away; after an arrow the cards drawn for them, and what was amiss."""
    discards = None if words.sees_number() else words.cards(*ABOUT_THE_NUMBER)
    number = words.amount("how many cards") if discards is None else len(discards)
    return _with_numbers(words, number, discards)


def read_keeping(words: Words) -> Draw:
    """He throws nothing away."""
    return _with_numbers(words, 0, None)


def _with_numbers(words: Words, number: int, discards: tuple[Card, ...] | None) -> Draw:
    cards = words.cards(*ABOUT_THE_NUMBER) if words.accept("->") else None
    asked = words.amount("how many cards he asked for") if words.accept("asked") else None
    given = words.amount("how many cards he was given") if words.accept("given") else None
    right = words.accept("made", "right")
    return Draw(discarded=number, discards=discards, cards=cards, asked=asked, given=given, made_right=right)


def write_draw(draw: Draw) -> str:
    """What `read_draw` and `read_keeping` read."""
    said = [f"draws {' '.join(draw.discards) if draw.discards else draw.discarded}" if draw.discarded else "keeps"]
    if draw.cards:
        said.append(f"-> {' '.join(draw.cards)}")
    if draw.asked is not None:
        said.append(f"asked {draw.asked}")
    if draw.given is not None:
        said.append(f"given {draw.given}")
    return " ".join(said) + (" made right" if draw.made_right else "")


def read_misdeal(words: Words) -> Misdeal:
    """The reason, and whose number was wrong."""
    reason = words.choice("why", REASONS)
    return Misdeal(reason=reason, player=words.name() if words.accept("of") else None)


def write_misdeal(misdeal: Misdeal) -> str:
    """What `read_misdeal` reads."""
    return f"misdeal {misdeal.reason}" + (f" of {written_name(misdeal.player)}" if misdeal.player else "")


def read_collecting(words: Words) -> CollectDiscards:
    """What was announced, and who cut."""
    announced = _numbers(words) if words.accept("announced") else None
    return CollectDiscards(announced=announced, cut_by=words.name() if words.accept("cut", "by") else None)


def write_collecting(collecting: CollectDiscards) -> str:
    """What `read_collecting` reads."""
    said = "collect"
    if collecting.announced:
        said += " announced " + ", ".join(f"{written_name(m)} {n}" for m, n in collecting.announced.items())
    return said + (f" cut by {written_name(collecting.cut_by)}" if collecting.cut_by else "")


def read_waiver(words: Words) -> WaiveLaw:
    """The law, and who agreed."""
    number = words.law()
    words.expect("agreed", "by")
    return WaiveLaw(law=number, agreed_by=words.names())


def write_waiver(waiver: WaiveLaw) -> str:
    """What `read_waiver` reads."""
    return f"waive {waiver.law} agreed by {', '.join(map(written_name, waiver.agreed_by))}"


def _read_foul(words: Words) -> Foul:
    number = words.amount("how many cards")
    return Foul(number=number, found=words.choice("how it came by them", FOUND))


def _phrase(command: type[Command], *rest: str) -> Callable[[Words], Command]:
    def read(words: Words) -> Command:
        words.expect(*rest)
        return command()

    return read


VERBS: dict[str, Callable[[Words], Command]] = {
    "shuffles": lambda words: Shuffle(),
    "cuts": lambda words: CutPack(),
    "distracts": _phrase(Distract, "the", "dealer"),
    "exposes": lambda words: Expose(card=words.card()),
    "raises": _phrase(TakeUp, "his", "cards"),
    "asks": _phrase(AskDealer, "the", "dealer"),
    "holds": _read_foul,
}
"""How each of these acts is read, by its verb."""

SAID: dict[type[Command], Callable[..., str]] = {
    Shuffle: lambda shuffle: "shuffles",
    CutPack: lambda cut: "cuts",
    Distract: lambda distract: "distracts the dealer",
    Expose: lambda expose: f"exposes {expose.card}",
    TakeUp: lambda take_up: "raises his cards",
    AskDealer: lambda ask: "asks the dealer",
    Foul: lambda foul: f"holds {foul.number} {foul.found}",
}
"""What is written after the player's name for each of them."""

READ_ALONE: dict[str, Callable[[Words], Command]] = {
    "deal": read_deal,
    "misdeal": read_misdeal,
    "collect": read_collecting,
    "waive": read_waiver,
}
"""How the lines are read that begin with no player's name."""

WRITTEN_ALONE: dict[type[Command], Callable[..., str]] = {
    Deal: write_deal,
    Misdeal: write_misdeal,
    CollectDiscards: write_collecting,
    WaiveLaw: write_waiver,
}
"""How the same lines are written."""
