"""The line of a game file that says what the table in fact paid out of the pool of the last game.

paid C 20, D 5
paid D 27, from carried 27, penalty D 6        # also: kitty 2, refund B 3, for a refund that B did not get
paid nothing, from carried -3
"""

from collections.abc import Iterable, Sequence

from ledger.afterwards.payout import Sources, pay
from ledger.events.amendment import GamePaid
from ledger.events.base import Event
from ledger.events.settlement import Settlement
from ledger.gamefile.lines import Name, PayOut
from ledger.gamefile.patterns import by_player
from ledger.gamefile.words import Misread, Words, written_name

_OF_PEOPLE = ("penalty", "refund")


def read_payout(words: Words) -> PayOut:
    """Read the line after its first word. Raises Misread."""
    paid: list[tuple[Name, int]] = []
    if not words.accept("nothing"):
        paid.append((words.name(), words.amount()))
    while words.accept(","):
        if words.accept("from"):
            return _with_sources(by_player(tuple(paid)), words)
        paid.append((words.name(), words.amount()))
    return PayOut(paid=by_player(tuple(paid)))


def _with_sources(paid: dict[Name, int], words: Words) -> PayOut:
    sources = words.several(lambda: _source(words))
    totals = {kind: amount for kind, name, amount in sources if name is None}
    if len(totals) != sum(name is None for _, name, _ in sources):
        raise Misread("a source is named twice")
    return PayOut(
        paid=paid,
        carried=totals.get("carried", 0),
        kitty=totals.get("kitty", 0),
        penalties=_of_people("penalty", sources),
        refunds=_of_people("refund", sources),
    )


def _of_people(kind: str, sources: Iterable[tuple[str, Name | None, int]]) -> dict[Name, int]:
    return by_player(tuple((name, n) for named, name, n in sources if named == kind and name is not None))


def _source(words: Words) -> tuple[str, Name | None, int]:
    kind = words.choice("where it came from", ("carried", "kitty", *_OF_PEOPLE))
    name = words.name() if kind in _OF_PEOPLE else None
    return kind, name, words.signed("how much of it, in whole minor units")


def write_payout(act: PayOut) -> str:
    """The line as `read_payout` reads it, with its first word."""
    text = ", ".join(f"{written_name(m)} {n}" for m, n in act.paid.items()) or "nothing"
    sources = [f"{kind} {n}" for kind, n in (("carried", act.carried), ("kitty", act.kitty)) if n]
    sources += [f"penalty {written_name(m)} {n}" for m, n in act.penalties.items()]
    sources += [f"refund {written_name(m)} {n}" for m, n in act.refunds.items()]
    return f"paid {text}, from {', '.join(sources)}" if sources else f"paid {text}"


def payout_of(events: Sequence[Event], document: Settlement, paid: GamePaid) -> PayOut:
    """The line from which a payment follows. `document` is what the laws give the game of these events.

    Raises ValueError where the table did what no line says.
    """
    act = PayOut(paid=paid.paid) if paid.done is None else _from_done(document, paid)
    unpaid = [event for event in events if not isinstance(event, GamePaid)]
    if pay(unpaid, act.paid, None, sources_of(act)).results != paid.results:
        raise ValueError(f"a game file has no line for this {paid.topic}")
    return act


def _from_done(document: Settlement, paid: GamePaid) -> PayOut:
    assert paid.done is not None
    penalties = {p.player: p.amount for p in document.penalties}
    for penalty in paid.done.penalties:
        penalties[penalty.player] = penalties.get(penalty.player, 0) - penalty.amount
    refunds = {r.payee: r.amount for r in document.refunds}
    for refund in paid.done.refunds:
        refunds[refund.payee] = refunds.get(refund.payee, 0) - refund.amount
    uncollected = sum(penalties.values()) if document.minimum else 0
    return PayOut(
        paid=paid.paid,
        carried=document.carried_out - paid.done.carried_out - uncollected,
        kitty=document.kitty - paid.done.kitty,
        penalties={m: n for m, n in penalties.items() if n},
        refunds={m: n for m, n in refunds.items() if n},
    )


def sources_of(act: PayOut) -> Sources:
    """Where the payment of a line came from."""
    return Sources(carried=act.carried, kitty=act.kitty, penalties=act.penalties, refunds=act.refunds)
