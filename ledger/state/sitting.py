"""The state of one sitting, and `apply(state, event)`, which never refuses."""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from ledger.articles import Articles
from ledger.cards import Card
from ledger.events.adjustment import SittingAdjusted
from ledger.events.amendment import Amendment, GameDebt, GameWithdrawn
from ledger.events.base import Event
from ledger.events.pen import PenTaken
from ledger.events.sitting import (
    Counters,
    CountersBoughtBack,
    CountersSold,
    CutForDeal,
    Debt,
    Entry,
    GameEnded,
    GameStarted,
    LimitsSet,
    Loan,
    MemberArrived,
    MemberDeparted,
    PaymentMade,
    SittingClosed,
    SittingOpened,
)
from ledger.refusals import BooksDoNotBalance
from ledger.seats import Member
from ledger.state.in_force import entries_in_force


class Sitting(Struct, frozen=True):
    """One table, from seating to buy-back. Amounts in minor units.

    `funds` are the counters that each player has outside a running game; `out` the counters in issue by colour,
    `issued` their value; `credit` and `lent` what each owes the bank for counters bought and borrowed, `advanced` the
    part of `lent` for payments he could not refuse. The deal is counted from the seat of `last_dealer`, and belongs to
    `deals_next` once he has left it. `redraw` are the players who draw again in an unfinished cut, while
    `waiting_cards` wait for theirs. `cut_at` is the number of the last cut's entry, `voided_at` that of the entry which
    last made a game void. `won` is each player's net result so far. `affected` are the games that a
    correction left to be mended, `astray` what such games took out of the carried pool less what they should have.
    `pen` is the id of the token that last took the pen. `as_played`, `untraced`, `debts`, `held` and `parted` are those
    of the last amendment.
    """

    club: str
    number: int
    held_on: str
    seats: tuple[Member, ...]
    articles: Articles
    funds: Mapping[Member, int]
    carried: int = 0
    minimum: str | None = None
    kitty: int = 0
    issued: int = 0
    out: Counters = field(default_factory=Counters)
    credit: Mapping[Member, int] = field(default_factory=dict)
    lent: Mapping[Member, int] = field(default_factory=dict)
    advanced: Mapping[Member, int] = field(default_factory=dict)
    loans: tuple[Loan, ...] = ()
    limits: Mapping[Member, LimitsSet] = field(default_factory=dict)
    won: Mapping[Member, int] = field(default_factory=dict)
    game: str | None = None
    in_play: Mapping[Member, int] = field(default_factory=dict)
    pool: int = 0
    games: int = 0
    last_dealer: Member | None = None
    deals_next: Member | None = None
    cut_dealer: Member | None = None
    redraw: tuple[Member, ...] = ()
    waiting_cards: Mapping[Member, Card] = field(default_factory=dict)
    cut_at: int = 0
    voided_at: int = 0
    entries: int = 0
    closed: bool = False
    pen: str | None = None
    affected: tuple[str, ...] = ()
    astray: int = 0
    as_played: tuple[str, ...] = ()
    untraced: tuple[str, ...] = ()
    debts: tuple[GameDebt, ...] = ()
    held: Mapping[Member, int] = field(default_factory=dict)
    parted: bool = False
    version: int = 0

    def value(self, counters: Counters) -> int:
        """What these counters are worth at this sitting, in minor units."""
        worth = self.articles.counter_values
        colours = counters.red * worth["red"] + counters.white * worth["white"] + counters.blue * worth["blue"]
        return colours + counters.odd


def _open(event: SittingOpened) -> Sitting:
    return Sitting(
        club=event.club,
        number=event.number,
        held_on=event.held_on,
        seats=event.seats,
        articles=event.articles,
        funds=dict.fromkeys(event.seats, 0),
        carried=event.carried,
        minimum=event.minimum,
        kitty=event.kitty,
        issued=event.carried + event.kitty,
        out=Counters(odd=event.carried + event.kitty),
    )


def _plus(a: Counters, b: Counters, sign: int = 1) -> Counters:
    return Counters(
        red=a.red + sign * b.red,
        white=a.white + sign * b.white,
        blue=a.blue + sign * b.blue,
        odd=a.odd + sign * b.odd,
    )


def lent_between(loans: Iterable[Loan], borrower: Member, lender: Member) -> int:
    """What one player still owes another."""
    return sum(loan.amount for loan in loans if (loan.borrower, loan.lender) == (borrower, lender))


def owed_between(sitting: Sitting, debtor: Member, creditor: Member) -> int:
    """What one player owes another: for counters lent, for games paid otherwise than the laws give them, and for what
    the other paid him too much."""
    return _pile(sitting, debtor, creditor) - min(0, _pile(sitting, creditor, debtor))


def _pile(sitting: Sitting, debtor: Member, creditor: Member) -> int:
    of_games = sum(debt.amount for debt in sitting.debts if (debt.debtor, debt.creditor) == (debtor, creditor))
    return lent_between(sitting.loans, debtor, creditor) + of_games


def _more(owed: Mapping[Member, int], member: Member, amount: int) -> dict[Member, int]:
    return {**owed, member: owed.get(member, 0) + amount}


def _sold(sitting: Sitting, event: CountersSold) -> Sitting:
    return replace(
        sitting,
        funds=_more(sitting.funds, event.player, event.value),
        credit=_more(sitting.credit, event.player, event.owed),
        issued=sitting.issued + event.value,
        out=_plus(sitting.out, event.counters),
    )


def _bought_back(sitting: Sitting, event: CountersBoughtBack) -> Sitting:
    return replace(
        sitting,
        funds={**sitting.funds, event.player: 0},
        credit=_more(sitting.credit, event.player, -event.credit),
        lent=_more(sitting.lent, event.player, -event.loan),
        advanced=_cleared(sitting.advanced, event.player, event.loan),
        issued=sitting.issued - event.book,
        out=_plus(sitting.out, event.counters, -1),
    )


def _cleared(advanced: Mapping[Member, int], member: Member, paid: int) -> dict[Member, int]:
    """The advances after a payment on a loan, which clears the advance in it first."""
    return {**advanced, member: max(0, advanced.get(member, 0) - max(0, paid))}


def _paid(sitting: Sitting, event: PaymentMade) -> Sitting:
    player, amount = event.player, event.amount
    if event.toward == Debt.CREDIT:
        return replace(sitting, credit=_more(sitting.credit, player, -amount))
    if event.to is not None:
        repaid = Loan(lender=event.to, borrower=player, amount=-amount)
        return replace(sitting, loans=(*sitting.loans, repaid))
    cleared = _cleared(sitting.advanced, player, amount)
    return replace(sitting, lent=_more(sitting.lent, player, -amount), advanced=cleared)


def _arrived(sitting: Sitting, event: MemberArrived) -> Sitting:
    funds = {**sitting.funds, event.player: sitting.funds.get(event.player, 0)}
    return replace(sitting, seats=event.seats, articles=event.articles, funds=funds, **_new_cut(sitting, None))


def _departed(sitting: Sitting, event: MemberDeparted) -> Sitting:
    return replace(
        sitting,
        seats=event.seats,
        articles=event.articles,
        deals_next=event.deals_next,
        **_new_cut(sitting, event.player),
    )


def _new_cut(sitting: Sitting, gone: Member | None) -> dict[str, Any]:
    """The fields that begin the cut again, where the players change before it is finished or its dealer has left."""
    if sitting.games or (sitting.cut_dealer and sitting.cut_dealer != gone):
        return {}
    return {"cut_dealer": None, "redraw": (), "waiting_cards": {}}


def _started(sitting: Sitting, event: GameStarted) -> Sitting:
    return replace(
        sitting,
        game=event.game,
        games=event.number,
        last_dealer=event.dealer,
        deals_next=None,
        in_play={m: sitting.funds[m] for m in event.players},
        funds={m: 0 if m in event.players else n for m, n in sitting.funds.items()},
        pool=event.carried_in,
        carried=0,
        minimum=None,
        astray=sitting.astray + sitting.carried - event.carried_in,
        affected=(*sitting.affected, event.game) if sitting.parted else sitting.affected,
    )


def _ended(sitting: Sitting, event: GameEnded) -> Sitting:
    lent, won, advanced = sitting.lent, sitting.won, sitting.advanced
    for member, amount in event.lent.items():
        lent = _more(lent, member, amount)
    for member, amount in event.results.items():
        won = _more(won, member, amount)
    for member, amount in event.advanced.items():
        advanced = _more(advanced, member, amount)
    return replace(
        sitting,
        game=None,
        in_play={},
        pool=0,
        funds={**sitting.funds, **_funds_after(sitting, event)},
        carried=event.carried_out,
        minimum=event.minimum,
        kitty=sitting.kitty + event.kitty - event.rewarded,
        lent=lent,
        advanced=advanced,
        won=won,
        loans=sitting.loans + event.loans,
        issued=sitting.issued + sum(event.lent.values()),
        out=_plus(sitting.out, event.lent_counters),
    )


def _funds_after(sitting: Sitting, event: GameEnded) -> dict[Member, int]:
    """The counters of each player after a game: what he had before it, won or lost, borrowed or lent.

    This equals `event.funds` unless an earlier entry of the book was corrected since.
    """
    funds = {m: n + event.results[m] + event.lent.get(m, 0) for m, n in sitting.in_play.items()}
    for loan in event.loans:
        funds[loan.borrower] += loan.amount
        funds[loan.lender] -= loan.amount
    return funds


def _cut(sitting: Sitting, event: CutForDeal) -> Sitting:
    return replace(
        sitting, cut_dealer=event.dealer, redraw=event.redraw, waiting_cards=event.standing, cut_at=event.entry
    )


def _close(sitting: Sitting, event: SittingClosed) -> Sitting:
    withdrawn = event.carried + sum(event.divided.values()) + event.kitty + event.kitty_to_club
    return replace(sitting, closed=True, carried=0, minimum=None, kitty=0, issued=sitting.issued - withdrawn)


def _adjusted(sitting: Sitting, event: SittingAdjusted) -> Sitting:
    lent = sitting.lent
    for member, amount in event.lent.items():
        lent = _more(lent, member, amount)
    return replace(sitting, lent=lent, loans=sitting.loans + event.loans)


def _limited(sitting: Sitting, event: LimitsSet) -> Sitting:
    return replace(sitting, limits={**sitting.limits, event.player: event})


def _pen_taken(sitting: Sitting, event: PenTaken) -> Sitting:
    return replace(sitting, pen=event.token)


CHANGES: Mapping[type[Event], Callable[[Sitting, Any], Sitting]] = {
    CountersSold: _sold,
    CountersBoughtBack: _bought_back,
    CutForDeal: _cut,
    PaymentMade: _paid,
    MemberArrived: _arrived,
    MemberDeparted: _departed,
    LimitsSet: _limited,
    GameStarted: _started,
    GameEnded: _ended,
    SittingClosed: _close,
    SittingAdjusted: _adjusted,
    PenTaken: _pen_taken,
}
"""What each event changes. SittingOpened makes the first state; amendments change which events are in force."""


def apply(sitting: Sitting | None, event: Event) -> Sitting:
    """The state after one more event. It judges nothing: what the event says has happened.

    Raises TypeError for an event that is none of a sitting's, and for an amendment, which only `fold` resolves.
    """
    if isinstance(event, SittingOpened):
        return replace(_open(event), version=1)
    assert sitting is not None, "a sitting's first event is SittingOpened"
    if type(event) not in CHANGES:
        raise TypeError(f"{type(event).__name__} is not an event of a sitting")
    after = replace(CHANGES[type(event)](sitting, event), version=sitting.version + 1)
    return replace(after, entries=event.entry) if isinstance(event, Entry) else after


def check_conserved(sitting: Sitting) -> None:
    """Check that the counters in issue are all with players, in the pool, carried or in the kitty.

    Raises BooksDoNotBalance.
    """
    counters = sum(sitting.funds.values()) + sum(sitting.in_play.values())
    counters += sitting.pool + sitting.carried + sitting.kitty + sitting.astray
    if counters != sitting.issued:
        raise BooksDoNotBalance(f"{counters} counters are held and {sitting.issued} in issue")


def fold(events: Iterable[Event], sitting: Sitting | None = None) -> Sitting:
    """Replay the events of a sitting that are in force. Events that follow on `sitting` are taken as they are.

    The numbers of struck entries and of void games are not given again. Raises BooksDoNotBalance when counters were
    made or lost on the way.
    """
    events = list(events)
    amendments = [event for event in events if isinstance(event, Amendment)]
    if not amendments or sitting is not None:
        return _folded(events, sitting)
    last = amendments[-1]
    begun_since = [e.game for e in events[events.index(last) + 1 :] if isinstance(e, GameStarted)]
    return replace(
        _folded(entries_in_force(events), None),
        entries=max((event.entry for event in events if isinstance(event, Entry)), default=0),
        games=max((event.number for event in events if isinstance(event, GameStarted)), default=0),
        voided_at=max((event.entry for event in amendments if isinstance(event, GameWithdrawn)), default=0),
        affected=(*last.affected, *begun_since) if last.parted else last.affected,
        as_played=last.as_played,
        untraced=last.untraced,
        debts=last.debts,
        held=last.held,
        parted=last.parted,
        version=len(events),
    )


def _folded(events: Iterable[Event], sitting: Sitting | None) -> Sitting:
    def step(state: Sitting | None, event: Event) -> Sitting:
        after = apply(state, event)
        check_conserved(after)
        return after

    state = reduce(step, events, sitting)
    assert state is not None, "no events"
    return state
