"""Double entry: the postings of every event that moves money.

Two identities hold for every event: its postings sum to nought, and what they post to the accounts of counters is
what the till and the bank put in issue or took back.

The money of a game is recorded twice: in the game's own stream, and in the sitting's `GameStarted` and `GameEnded`.
The game's events make the postings: ante and payments, each stake, each loan, the settlement. The sitting's two events
make none, or every stake would be posted twice.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ledger.books.accounts import (
    BANK_CASH,
    CARRIED,
    CLUB,
    KITTY,
    STANDS_OVER,
    Account,
    Posting,
    balances,
    between_players,
    check_balanced,
    credit,
    differences,
    loan,
    player,
    pool,
)
from ledger.events.adjustment import GameAdjusted, SittingAdjusted, StandingAdjusted
from ledger.events.amendment import (
    Amendment,
    ArticlesCorrected,
    GameCorrected,
    GamePaid,
    GameRestated,
    GameStands,
    GameVoided,
    GameWithdrawn,
    HandUnsealed,
    SittingCorrected,
)
from ledger.events.base import Event
from ledger.events.club import (
    ClubFounded,
    ClubRenamed,
    MemberJoined,
    MemberRenamed,
    PartErased,
    SittingConcluded,
    SittingRegistered,
    TokenIssued,
    TokenRevoked,
)
from ledger.events.dispute import Disputed, EvidenceGiven, Ruled
from ledger.events.game import (
    Borrowed,
    GameBegun,
    GameSettled,
    GameUnopened,
    ShowDemanded,
    StakeCounted,
    Staked,
    Straddled,
)
from ledger.events.mishaps import Misdealt
from ledger.events.pen import GamePenTaken, PenTaken
from ledger.events.sitting import (
    CountersBoughtBack,
    CountersSold,
    Debt,
    GameEnded,
    GameStarted,
    PaymentMade,
    SittingClosed,
    SittingOpened,
)
from ledger.events.trail import CardsRefused, WhatIfAsked
from ledger.events.webhook import WebhookAdded, WebhookRemoved, WebhookSecretRenewed
from ledger.play.acts import ACTS
from ledger.seats import Member
from ledger.state.game import BANK
from ledger.table.entries import ENTRIES


def postings(event: Event, stream: str) -> tuple[Posting, ...]:
    """The postings of an event. `stream` is the id of its stream; of a game, that names the pool's account.

    Amounts of nought are not posted. Raises BooksDoNotBalance, and TypeError for a kind of event that stands neither
    in POSTERS nor in MOVE_NOTHING.
    """
    kind = type(event)
    if kind in MOVE_NOTHING:
        return ()
    if kind not in POSTERS:
        raise TypeError(f"the accounts do not know whether {kind.__name__} moves money")
    made = tuple(p for p in POSTERS[kind](event, stream) if p.amount)
    check_balanced(made, issued(event), kind.__name__)
    return made


def issued(event: Event) -> int:
    """By how much an event changes the counters in issue, in minor units, by what the till and the bank gave out.

    At a buy-back that is the balance by the book; a difference at the count is posted to an account of its own.
    """
    match event:
        case CountersSold():
            return event.value
        case CountersBoughtBack():
            return event.difference - event.value
        case Borrowed(lender=lender, amount=n):
            return n if lender == BANK else 0
        case GameSettled(settlement=document) | GameUnopened(settlement=document):
            return sum(document.advances.values())
        case GameCorrected() | GameVoided() | GamePaid() | Amendment() | SittingAdjusted():
            return event.issued
        case SittingOpened():
            return event.carried + event.kitty
        case SittingClosed():
            return -(event.carried + sum(event.divided.values()) + event.kitty + event.kitty_to_club)
    return 0


# The till and the sitting


def _sold(event: CountersSold, _: str) -> Iterable[Posting]:
    yield Posting(BANK_CASH, event.paid)
    yield Posting(credit(event.player), event.owed)
    yield Posting(player(event.player), -event.value)


def _bought_back(event: CountersBoughtBack, _: str) -> Iterable[Posting]:
    yield Posting(player(event.player), event.book)
    yield Posting(differences(event.player), event.difference)
    yield Posting(credit(event.player), -event.credit)
    yield Posting(loan(event.player), -event.loan)
    yield Posting(BANK_CASH, -event.cash_due)


def _paid(event: PaymentMade, _: str) -> Iterable[Posting]:
    """Money paid to a player passes between the two; only what is paid to the bank goes into its cash."""
    if event.to is not None:
        yield Posting(between_players(event.player), -event.amount)
        yield Posting(between_players(event.to), event.amount)
        return
    owed = credit if event.toward == Debt.CREDIT else loan
    yield Posting(BANK_CASH, event.amount)
    yield Posting(owed(event.player), -event.amount)


def _opened(event: SittingOpened, _: str) -> Iterable[Posting]:
    """Money that stood over becomes counters in the carried pool and the kitty."""
    yield Posting(STANDS_OVER, event.carried + event.kitty)
    yield Posting(CARRIED, -event.carried)
    yield Posting(KITTY, -event.kitty)


def _closed(event: SittingClosed, _: str) -> Iterable[Posting]:
    """A divided pool is paid out in money, a kitty for expenses becomes the club's own, and the rest stands over."""
    divided = sum(event.divided.values())
    yield Posting(CARRIED, event.carried + divided)
    yield Posting(KITTY, event.kitty + event.kitty_to_club)
    yield Posting(BANK_CASH, -divided)
    yield Posting(CLUB, -event.kitty_to_club)
    yield Posting(STANDS_OVER, -(event.carried + event.kitty))


# The game


def _into_pool(member: Member, game: str, amount: int) -> Iterable[Posting]:
    return Posting(player(member), amount), Posting(pool(game), -amount)


def _begun(event: GameBegun, game: str) -> Iterable[Posting]:
    yield Posting(CARRIED, event.carried_in)
    yield Posting(pool(game), -event.carried_in)
    yield from _into_pool(event.ante_man, game, event.ante)
    for member, amount in event.payments.items():
        yield from _into_pool(member, game, amount)


def _deposited(event: Straddled | Staked | ShowDemanded, game: str) -> Iterable[Posting]:
    return _into_pool(event.player, game, event.amount)


def _borrowed(event: Borrowed, _: str) -> Iterable[Posting]:
    yield Posting(player(event.player), -event.amount)
    if event.lender == BANK:
        yield Posting(loan(event.player), event.amount)
        return
    yield Posting(player(event.lender), event.amount)
    yield Posting(between_players(event.player), event.amount)
    yield Posting(between_players(event.lender), -event.amount)


def _misdealt(event: Misdealt, game: str) -> Iterable[Posting]:
    """Stakes are returned if the say begins again after a misdeal (reading `misdeal_stakes`)."""
    for member, amount in event.returned.items():
        yield from _into_pool(member, game, -amount)


def _settled(event: GameSettled | GameUnopened, game: str) -> Iterable[Posting]:
    """The pool and the penalties go to awards, kitty and the next game. Advances are loans of the bank."""
    document = event.settlement
    yield Posting(pool(game), document.pool)
    yield Posting(KITTY, -document.kitty)
    yield Posting(CARRIED, -document.carried_out)
    for award in document.awards:
        yield Posting(player(award.player), -award.amount)
    for fine in document.penalties:
        yield Posting(player(fine.player), fine.amount)
    for refund in document.refunds:
        yield Posting(player(refund.payer), refund.amount)
        yield Posting(player(refund.payee), -refund.amount)
    if document.reward:
        yield Posting(KITTY, document.reward.amount)
        yield Posting(player(document.reward.player), -document.reward.amount)
    for member, amount in document.advances.items():
        yield Posting(loan(member), amount)
        yield Posting(player(member), -amount)


# Corrections


def difference_posted(before: Iterable[Event], after: Iterable[Event], stream: str) -> tuple[dict[str, int], int]:
    """What changes if the events `after` replace the events `before`: by how much each account, and by how much the
    counters in issue.

    Accounts are given by their names; the pool of the stream's own game is just `pool`.
    """
    old, new = list(before), list(after)
    made = [p for event in new for p in postings(event, stream)]
    made += [Posting(p.account, -p.amount) for event in old for p in postings(event, stream)]
    moved = {"pool" if account == pool(stream) else str(account): n for account, n in balances(made).items()}
    return moved, sum(map(issued, new)) - sum(map(issued, old))


_Moving = GameCorrected | GameVoided | GamePaid | Amendment | SittingAdjusted


def _moved(event: _Moving, stream: str) -> Iterable[Posting]:
    for name, amount in event.moved.items():
        kind, _, owner = name.partition(":")
        yield Posting(pool(stream) if name == "pool" else Account(kind, owner), amount)


POSTERS: Mapping[type[Event], Callable[[Any, str], Iterable[Posting]]] = {
    CountersSold: _sold,
    CountersBoughtBack: _bought_back,
    PaymentMade: _paid,
    SittingOpened: _opened,
    SittingClosed: _closed,
    GameBegun: _begun,
    Straddled: _deposited,
    Staked: _deposited,
    ShowDemanded: _deposited,
    Borrowed: _borrowed,
    Misdealt: _misdealt,
    GameSettled: _settled,
    GameUnopened: _settled,
    GameCorrected: _moved,
    GameVoided: _moved,
    GamePaid: _moved,
    GameRestated: _moved,
    GameStands: _moved,
    GameWithdrawn: _moved,
    SittingCorrected: _moved,
    SittingAdjusted: _moved,
    ArticlesCorrected: _moved,
}

MOVE_NOTHING: frozenset[type[Event]] = frozenset(
    {
        ClubFounded,
        ClubRenamed,
        MemberJoined,
        MemberRenamed,
        PartErased,
        TokenIssued,
        TokenRevoked,
        WebhookAdded,
        WebhookSecretRenewed,
        WebhookRemoved,
        SittingRegistered,
        SittingConcluded,
        StandingAdjusted,
        *(kind.event for kind in ENTRIES if not kind.moves_money),
        GameStarted,
        GameEnded,
        StakeCounted,
        HandUnsealed,
        GameAdjusted,
        Disputed,
        EvidenceGiven,
        Ruled,
        PenTaken,
        GamePenTaken,
        WhatIfAsked,
        CardsRefused,
        *(act.event for act in ACTS if not act.moves_money),
    }
)
"""The kinds of event that move no money, or whose money another event posts."""
