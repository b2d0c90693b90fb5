"""The accounts of a club, and what a set of postings must come to.

Amounts are in minor units; debits are positive, credits negative. What the club has is a debit: `bank_cash`, what
members owe it (`credit`, `loan`), and the `differences` that it made good at the buy-back. What it owes is a credit:
the counters in issue (with a `player`, in a `pool`, in `carried`, in the `kitty`), and the money that
`stands_over` between sittings. `club` is the club's own money. `between_players` is what a member owes other members;
the club has no part in it, and over all members it sums to nought.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from ledger.refusals import BooksDoNotBalance
from ledger.seats import Member


@dataclass(frozen=True, slots=True)
class Account:
    """An account. `owner` is the id of the member, or for a pool of the game; the club's own accounts have none."""

    kind: str
    owner: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.owner}" if self.owner else self.kind


@dataclass(frozen=True, slots=True)
class Posting:
    """An amount posted to an account, in minor units: debits positive, credits negative."""

    account: Account
    amount: int


BANK_CASH = Account("bank_cash")
CARRIED = Account("carried")
KITTY = Account("kitty")
STANDS_OVER = Account("stands_over")
CLUB = Account("club")

IN_ISSUE = frozenset({"player", "pool", "carried", "kitty"})
"""The kinds of account that hold counters. Their balances add up to all counters in issue, as credits."""


def player(member: Member) -> Account:
    """The counters a player has before him."""
    return Account("player", member)


def pool(game: str) -> Account:
    """The counters in the pool of one game."""
    return Account("pool", game)


def credit(member: Member) -> Account:
    """What a member owes for counters bought on credit."""
    return Account("credit", member)


def loan(member: Member) -> Account:
    """What a member owes the bank for counters lent or advanced in a game, or by an adjustment after the close;
    negative where the bank owes it to him."""
    return Account("loan", member)


def differences(member: Member) -> Account:
    """By how much the counters that a member handed in exceeded his balance by the book, which the club lost; less what
    an adjustment after the close explains."""
    return Account("differences", member)


def between_players(member: Member) -> Account:
    """What a member owes other players for counters lent in a game, less what they owe him."""
    return Account("between_players", member)


def check_balanced(made: Iterable[Posting], in_issue: int, what: str) -> None:
    """Raise BooksDoNotBalance unless the postings sum to nought and put the amount `in_issue` in issue.

    `what` names the event in the error.
    """
    made = tuple(made)
    if total := sum(p.amount for p in made):
        raise BooksDoNotBalance(f"the postings of {what} sum to {total}")
    counters = -sum(p.amount for p in made if p.account.kind in IN_ISSUE)
    if counters != in_issue:
        raise BooksDoNotBalance(f"{what} puts {counters} in issue by its postings, {in_issue} by the till")


def balances(made: Iterable[Posting]) -> dict[Account, int]:
    """The balances of accounts after these postings. Accounts with a balance of nought are left out."""
    totals: dict[Account, int] = {}
    for posting in made:
        totals[posting.account] = totals.get(posting.account, 0) + posting.amount
    return {account: amount for account, amount in totals.items() if amount}
