"""A sitting as far as it is certain after a slip in its file, with enough counters for everybody."""

from msgspec.structs import replace

from ledger.gamefile.lines import StartGame
from ledger.laws.deal import next_dealer
from ledger.refusals import Refused
from ledger.seats import Member, nearest
from ledger.state.sitting import Sitting
from ledger.state.sitting import apply as apply_to_sitting
from ledger.table import company
from ledger.table.commands import Depart

ENOUGH = 10**15
"""Counters that nobody runs out of, in minor units."""


def freed(
    sitting: Sitting, carried: int, minimum: str | None, *, rich: bool = True, keep_carried: bool = False
) -> Sitting:
    """The sitting with no game running and this pool carried to the next; everybody has counters enough, owes nothing
    that keeps him from playing, and has set himself no limits."""
    carried = sitting.carried if keep_carried else carried
    minimum = sitting.minimum if keep_carried else minimum
    funds = {m: ENOUGH if m in sitting.seats else 0 for m in {**sitting.funds, **dict.fromkeys(sitting.seats, 0)}}
    return replace(
        sitting,
        game=None,
        in_play={},
        pool=0,
        funds=funds,
        carried=carried,
        minimum=minimum,
        astray=0,
        advanced={},
        limits={},
        issued=sum(funds.values()) + carried + sitting.kitty,
    )


def dealt(sitting: Sitting, act: StartGame | None) -> Sitting | None:
    """The sitting after one more deal whose game is not judged; None if it is not certain whose deal that was."""
    due = next_dealer(sitting) or (act.dealer if act else None)
    if due is None:
        return None
    out = act.sitting_out if act else ()
    players = tuple(m for m in sitting.seats if m not in out)
    if not players:
        return None
    return replace(sitting, last_dealer=nearest(sitting.seats, due, players), deals_next=None, games=sitting.games + 1)


def departed(sitting: Sitting, player: Member) -> Sitting:
    """The sitting without a player, whatever he may have in counters; unchanged if he cannot leave."""
    if player not in sitting.seats or len(sitting.seats) == 1:
        return sitting
    without = replace(sitting, funds={**sitting.funds, player: 0}, issued=sitting.issued - sitting.funds[player])
    try:
        return apply_to_sitting(without, company.depart(without, Depart(player=player)))
    except Refused:
        return sitting
