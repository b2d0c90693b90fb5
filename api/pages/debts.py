"""Debts between members: who owes whom how much, and for which games."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ledger.events.adjustment import SittingAdjusted
from ledger.events.base import Event
from ledger.events.sitting import GameEnded, GameStarted, PaymentMade
from ledger.seats import Member
from ledger.state import sitting as sittings
from ledger.state.in_force import entries_in_force
from ledger.state.sitting import owed_between

LENT, BY_LAW, ADJUSTED = "counters lent in", "by the laws in", "adjusted after the close in"


@dataclass(frozen=True, slots=True)
class Cause:
    """Why something is owed: what happened, in which game, and the amount in minor units. A negative amount is one that
    was put right. `game` is None for what was paid since, whose amount is negative."""

    why: str
    game: str | None
    amount: int


@dataclass(frozen=True, slots=True)
class MembersDebt:
    """What one member owes another at a sitting, in minor units, and what for."""

    debtor: Member
    creditor: Member
    amount: int
    causes: tuple[Cause, ...]


@dataclass(frozen=True, slots=True)
class SittingsDebts:
    """The debts that stand between the members of a sitting, and the numbers of its games."""

    debts: tuple[MembersDebt, ...]
    numbers: dict[str, int]

    def of(self, member: Member) -> tuple[MembersDebt, ...]:
        """Those that a member owes or is owed."""
        return tuple(debt for debt in self.debts if member in (debt.debtor, debt.creditor))


def debts_between(events: Sequence[Event]) -> SittingsDebts:
    """The debts between members that a sitting leaves, given its events, after what was adjusted and paid since."""
    sitting, in_force = sittings.fold(events), entries_in_force(events)
    causes: dict[tuple[Member, Member], list[Cause]] = {}
    for debtor, creditor, cause in (*_in_the_book(in_force), *_of_games(sitting)):
        causes.setdefault((debtor, creditor), []).append(cause)
        causes.setdefault((creditor, debtor), [])  # Who was paid too much owes it back.
    owed = (
        MembersDebt(debtor, creditor, owed_between(sitting, debtor, creditor), tuple(why))
        for (debtor, creditor), why in causes.items()
    )
    numbers = {event.game: event.number for event in in_force if isinstance(event, GameStarted)}
    return SittingsDebts(tuple(debt for debt in owed if debt.amount > 0), numbers)


def _of_games(sitting: sittings.Sitting) -> Iterator[tuple[Member, Member, Cause]]:
    for debt in sitting.debts:
        yield debt.debtor, debt.creditor, Cause(BY_LAW, debt.game, debt.amount)


def _in_the_book(in_force: Sequence[Event]) -> Iterator[tuple[Member, Member, Cause]]:
    """The loans of games, those that an adjustment made, and what was paid to members."""
    for event in in_force:
        match event:
            case GameEnded(game=game, loans=loans):
                yield from ((loan.borrower, loan.lender, Cause(LENT, game, loan.amount)) for loan in loans)
            case SittingAdjusted(game=game, loans=loans):
                yield from ((loan.borrower, loan.lender, Cause(ADJUSTED, game, loan.amount)) for loan in loans)
            case PaymentMade(player=player, to=str(to), amount=amount):
                yield player, to, Cause("paid since", None, -amount)
