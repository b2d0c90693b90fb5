"""A slate to compare with the read tables: pools, results and accounts, added up in a different way.

Pools and passes are read from the events one by one, without folding a state. Accounts are read from the postings of
every event that was ever recorded, corrections by their differences, without asking what is in force.
"""

from collections import Counter
from collections.abc import Sequence

from ledger.books.accounts import balances
from ledger.books.postings import postings
from ledger.events.adjustment import GameAdjusted
from ledger.events.amendment import GamePaid, GameVoided
from ledger.events.base import Event
from ledger.events.game import (
    Drew,
    GameBegun,
    GameSettled,
    GameUnopened,
    HandShown,
    Passed,
    ShowDemanded,
    StakeCounted,
    Staked,
    Straddled,
)
from ledger.events.mishaps import HandFouled, Misdealt
from ledger.events.settlement import Settlement
from ledger.seats import Member
from ledger.state.in_force import events_in_force
from tests.corrections.afterwards import Book


class GameSlate:
    """One game, added up from its events in force."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.put: dict[Member, Counter[str]] = {}
        self.passed: dict[Member, str] = {}
        self.fouled: set[Member] = set()
        self.opener: Member | None = None
        self.shown: set[Member] = set()
        self.demanded: set[Member] = set()
        self.carried_in = 0
        self.minimum: str | None = None
        self.document: Settlement | None = None
        self.paid: GamePaid | None = None
        self.adjusted: Counter[str] = Counter()
        self._drawn: set[Member] = set()
        for event in events_in_force(events):
            self._see(event)

    def _see(self, event: Event) -> None:
        match event:
            case GameBegun():
                self.put = {m: Counter(payment=event.payments.get(m, 0)) for m in event.seats}
                self.put[event.ante_man]["ante"] += event.ante
                self.carried_in, self.minimum = event.carried_in, event.minimum
            case Straddled(player=m, amount=n):
                self.put[m]["ante"] += n
                self.put[m]["straddled"] = 1
            case Staked(player=m, amount=n, act=act):
                self.put[m]["stake"] += n
                self._opened(m, act)
            case StakeCounted(player=m, act=act):
                self._opened(m, act)
            case ShowDemanded(player=m, amount=n):
                self.put[m]["stake"] += n
                self.demanded.add(m)
            case Drew(player=m, fouled=fouled):
                self._drawn.add(m)
                self.fouled |= {m} if fouled else set()
            case HandFouled(player=m):
                self.fouled.add(m)
            case Passed(player=m, unseen=unseen):
                self.passed[m] = "after" if unseen or m in self._drawn else "before"
            case HandShown(player=m, cards=cards) if cards:
                self.shown.add(m)
            case GameAdjusted(changes=changes):
                self.adjusted.update(changes)
            case Misdealt():
                self._misdeal(event)
            case GameSettled(settlement=document) | GameUnopened(settlement=document):
                self.document = document
            case GamePaid():
                self.paid = event
            case GameVoided():
                self.put = {m: Counter() for m in self.put}
                self.carried_in, self.document = 0, None

    def _opened(self, member: Member, act: str) -> None:
        if act == "opened":
            self.opener = member

    def _misdeal(self, event: Misdealt) -> None:
        self.fouled.clear()
        self._drawn.clear()
        for member, amount in event.returned.items():
            self.put[member]["stake"] -= amount
        if event.say_again:
            self.passed.clear()
            self.demanded.clear()
            self.opener = None
        else:
            self.passed = dict.fromkeys(self.passed, "before")

    @property
    def retired(self) -> set[Member]:
        return self.fouled | set(self.passed)

    def results(self) -> dict[Member, dict[str, object]]:
        """The columns of each player's result."""
        if self.document is None:
            return {}
        awards = {award.player: award.amount for award in self.document.awards}
        took = Counter(self.paid.paid if self.paid else awards)
        if self.document.reward:
            took[self.document.reward.player] += self.document.reward.amount
        return {
            m: {
                "net": (self.paid.results if self.paid else self.document.results)[m],
                "took": took[m],
                "played": put["stake"] > 0 or bool(put["straddled"]) or m in self.demanded,
                "opened": self.opener == m,
                "passed_before_draw": self.passed.get(m) == "before",
                "passed_after_draw": self.passed.get(m) == "after",
                "won": awards.get(m, 0) > 0,
                "shown": m in self.shown,
                "jack_pot": self.minimum is not None,
                "demanded": m in self.demanded,
                "adjusted": self.adjusted[m],
            }
            for m, put in self.put.items()
        }


class Accounts:
    """Every player's counters and debts by double entry, and the bank's cash."""

    def __init__(self, book: Book) -> None:
        all_postings = [p for event in book.entries for p in postings(event, book.table.name)]
        for n, events in enumerate(book.table.game_events):
            all_postings += [p for event in events for p in postings(event, book.id(n))]
        self._balances = {str(account): amount for account, amount in balances(all_postings).items()}

    def __getitem__(self, account: str) -> int:
        """The balance of an account: debits positive."""
        return self._balances.get(account, 0)
