"""Adjust the accounts of a closed sitting's members when one of its games is corrected, ruled on or paid otherwise.

The sitting's entries stay as they are, and so do its later games. By how much each player's result differs is set off
against the difference found at his buy-back, if that explains it. What is left is owed, and so is what the laws give
otherwise than the table paid: the members settle it with the fewest payments, among themselves and with the bank.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from ledger.afterwards.affected import affected, over
from ledger.afterwards.by_law import Chain, chain, debts, owed
from ledger.books import accounts
from ledger.books.accounts import Account, Posting, balances
from ledger.books.postings import issued, postings
from ledger.books.transfers import transfers
from ledger.events.adjustment import GameAdjusted, SittingAdjusted, StandingAdjusted
from ledger.events.base import Event
from ledger.events.sitting import CountersBoughtBack, GameEnded, Loan, SittingOpened
from ledger.refusals import Refused
from ledger.seats import Member
from ledger.state import game_fold as games
from ledger.state import sitting as sittings
from ledger.state.club import Club
from ledger.state.game import BANK
from ledger.state.in_force import entries_in_force
from ledger.table.conduct import end_game

Games = Mapping[str, Sequence[Event]]
"""All events of each game of the sitting that is over, by the game's id."""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """The events of an adjustment: in the game's stream, in the sitting's, and in the club's if what stands over
    changes."""

    of_game: GameAdjusted
    of_sitting: SittingAdjusted
    of_club: StandingAdjusted | None


@dataclass(frozen=True, slots=True)
class _Owing:
    """What is left to be paid. `lent` is what each member owes the bank, `loans` what members owe each other."""

    lent: Mapping[Member, int]
    loans: tuple[Loan, ...]


@dataclass(frozen=True, slots=True)
class _Funds:
    """What is given to money that no member owns: the club's own, what stands over, the unclaimed reward kitty."""

    club: int
    stands_over: int
    kitty: int


def check_reason(reason: str | None) -> None:
    """Refuse an adjustment that gives no reason."""
    if reason is None or not reason.strip():
        raise Refused(None, "no_reason", "after the close a payment or a correction needs a reason: say why it is made")


def adjust(
    club: Club, sitting: str, entries: Sequence[Event], game: str, new: Sequence[Event], all_games: Games
) -> Adjustment:
    """The adjustment that follows from the events `new` in the stream of a game.

    `entries` are all events of the closed sitting, `all_games` those of its games before the new ones. Raises Refused
    if the game would no longer be over.
    """
    before = all_games[game]
    events = [*before, *new]
    was, now = _ended(game, before), _ended(game, events)
    moved = balances(p for event in new for p in postings(event, game))
    counters = {account: n for account, n in moved.items() if account.kind in ("player", "loan", "carried", "kitty")}
    made_good = _made_good(entries, counters)
    ended, as_it_ended = _ended_games(entries, {**all_games, game: events}), _ended_games(entries, all_games)
    by_law = chain(ended, {**all_games, game: events})
    more_owed = _more_owed(chain(as_it_ended, all_games), by_law)
    owing = _owing(counters, made_good, more_owed)
    funds = _funds(club, sitting, entries, counters)
    made = _made(counters, made_good, owing, funds)
    number, since = sittings.fold(entries).entries + 1, len(before) + 1
    changes = {m: n - was.results[m] for m, n in now.results.items() if n != was.results[m]}
    of_sitting = SittingAdjusted(
        entry=number,
        game=game,
        since=since,
        changes=changes,
        club=funds.club,
        stands_over=funds.stands_over,
        kitty=funds.kitty,
        made_good=made_good,
        lent=owing.lent,
        loans=_otherwise_lent(was, now) + owing.loans,
        affected=_affected(ended, game, {**all_games, game: events}, by_law, sittings.fold(entries).as_played),
        moved={str(account): n for account, n in made.items()},
        issued=-sum(map(issued, new)),
    )
    of_game = GameAdjusted(entry=number, since=since, changes=changes)
    return Adjustment(of_game, of_sitting, _standing(club, sitting, entries, funds, now))


def _ended(game: str, events: Sequence[Event]) -> GameEnded:
    state = games.fold(events)
    if state.settlement is None:
        raise Refused(None, "unfinished", "these acts do not end the game, and its sitting is closed")
    return end_game(game, state)


def _made_good(entries: Sequence[Event], counters: Mapping[Account, int]) -> dict[Member, int]:
    """By how much the difference found at each player's buy-back is made good, as it is posted to his differences.

    Who handed in less than the book had, and turns out to have lost that much more, owes nothing for it.
    """
    found: dict[Member, int] = {}
    for event in entries_in_force(entries):
        if isinstance(event, CountersBoughtBack):
            found[event.player] = found.get(event.player, 0) + event.difference
        elif isinstance(event, SittingAdjusted):
            for member, amount in event.made_good.items():
                found[member] = found.get(member, 0) + amount
    made_good = {}
    for account, fewer in counters.items():
        difference = found.get(account.owner, 0) if account.kind == "player" else 0
        if difference * fewer < 0:
            amount = min(abs(difference), abs(fewer))
            made_good[account.owner] = amount if fewer > 0 else -amount
    return made_good


def _ended_games(entries: Sequence[Event], all_games: Games) -> list[Event]:
    """The entries of the sitting in force, with the ends that its games have by their records now."""
    return [
        _ended(event.game, all_games[event.game]) if isinstance(event, GameEnded) else event
        for event in entries_in_force(entries)
    ]


def _more_owed(before: Chain, after: Chain) -> dict[Member, int]:
    """By how much more each member owes others, because the laws give otherwise than the table paid. Every game of a
    closed sitting stands as it was played, so none is left to be mended."""
    was, now = (owed(debts(by_law, ()).between) for by_law in (before, after))
    return {m: now.get(m, 0) - was.get(m, 0) for m in {**was, **now}}


def _owing(counters: Mapping[Account, int], made_good: Mapping[Member, int], more_owed: Mapping[Member, int]) -> _Owing:
    """Who owes whom what is not set off, by the fewest payments; the bank is a party to them."""
    due = dict(more_owed)
    for account, n in counters.items():
        if account.kind in ("player", "loan"):
            due[account.owner] = due.get(account.owner, 0) + n
    for member, amount in made_good.items():
        due[member] -= amount
    lent: dict[Member, int] = {}
    loans: list[Loan] = []
    for payment in transfers({**{m: -n for m, n in due.items()}, BANK: sum(due.values())}):
        if payment.payee == BANK:
            lent[payment.payer] = payment.amount
        elif payment.payer == BANK:
            lent[payment.payee] = -payment.amount
        else:
            loans.append(Loan(lender=payment.payee, borrower=payment.payer, amount=payment.amount))
    return _Owing(lent, tuple(loans))


def _funds(club: Club, sitting: str, entries: Sequence[Event], counters: Mapping[Account, int]) -> _Funds:
    """Who is given the carried money and the kitty of which the game left more, or who bears what it left less.

    What was carried stands over from this sitting, and the kitty has its purpose. What has been taken over since, or
    was divided at the close, cannot be made less: the club bears it.
    """
    carried, kitty = -counters.get(accounts.CARRIED, 0), -counters.get(accounts.KITTY, 0)
    standing = club.standing.get(sitting)
    stands_over = max(carried, -standing.carried if standing else 0)
    opened = entries[0]
    assert isinstance(opened, SittingOpened), "a sitting's first event is SittingOpened"
    articles = opened.articles.kitty
    unclaimed = max(kitty, -club.kitty) if articles is not None and articles.purpose == "reward" else 0
    return _Funds(club=carried + kitty - stands_over - unclaimed, stands_over=stands_over, kitty=unclaimed)


def _made(
    counters: Mapping[Account, int], made_good: Mapping[Member, int], owing: _Owing, funds: _Funds
) -> dict[Account, int]:
    """The postings of the adjusting entry: the counters that the game's record moved are gone again, and what they
    stood for is owed, set off, or given to the funds."""
    made = [Posting(account, -n) for account, n in counters.items()]
    made += [Posting(accounts.differences(m), n) for m, n in made_good.items()]
    made += [Posting(accounts.loan(m), n) for m, n in owing.lent.items()]
    for loan in owing.loans:
        made.append(Posting(accounts.between_players(loan.borrower), loan.amount))
        made.append(Posting(accounts.between_players(loan.lender), -loan.amount))
    made.append(Posting(accounts.STANDS_OVER, -funds.stands_over - funds.kitty))
    made.append(Posting(accounts.CLUB, -funds.club))
    return balances(made)


def _otherwise_lent(was: GameEnded, now: GameEnded) -> tuple[Loan, ...]:
    """The loans between players that the game has more after its correction, those it has fewer with negative sums."""
    lent: dict[tuple[Member, Member], int] = {}
    for sign, ended in ((-1, was), (1, now)):
        for loan in ended.loans:
            pair = loan.lender, loan.borrower
            lent[pair] = lent.get(pair, 0) + sign * loan.amount
    return tuple(Loan(lender=lender, borrower=borrower, amount=n) for (lender, borrower), n in lent.items() if n)


def _affected(
    ended: Sequence[Event], game: str, all_games: Games, by_law: Chain, as_played: Collection[str]
) -> tuple[str, ...]:
    """The later games of the sitting that would have gone otherwise, in the order of play."""
    order = over(ended)
    later = order[order.index(game) + 1 :]
    return tuple(name for name in affected(ended, all_games, by_law, as_played) if name in later)


def _standing(
    club: Club, sitting: str, entries: Sequence[Event], funds: _Funds, now: GameEnded
) -> StandingAdjusted | None:
    """What stands over after the adjustment; None if that is unchanged. The openers are those of the last game."""
    if not (funds.stands_over or funds.kitty):
        return None
    standing = club.standing.get(sitting)
    carried = (standing.carried if standing else 0) + funds.stands_over
    is_last = over(entries_in_force(entries))[-1] == now.game
    minimum = now.minimum if is_last else standing.minimum if standing else None
    return StandingAdjusted(
        sitting=sitting,
        players=sittings.fold(entries).seats,
        carried=carried,
        minimum=minimum if carried else None,
        kitty=funds.kitty,
    )
