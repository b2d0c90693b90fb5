"""`Table` with corrections of its games and of its sitting's book."""

from collections.abc import Sequence
from typing import Any

from ledger.afterwards.affected import after_game, before_game, over, rebased, restarted
from ledger.afterwards.game_corrections import Insertion, Slips, correct
from ledger.afterwards.payout import Sources, pay, standing, void
from ledger.afterwards.sitting_corrections import restate, stand, strike, withdraw
from ledger.books.accounts import Account, balances
from ledger.books.postings import postings
from ledger.events.base import Event
from ledger.events.game import Action, GameBegun
from ledger.events.settlement import Settlement
from ledger.events.sitting import GameStarted
from ledger.play.commands import Command
from ledger.state import game_fold as games
from ledger.state import sitting as sittings
from ledger.state.game import Game
from ledger.state.in_force import begun_and_acts, entries_in_force
from ledger.state.sitting import Sitting
from ledger.table.conduct import end_game
from tests.acts import command
from tests.play.table import Table


def slips(strike: Sequence[int] = (), insert: Sequence[tuple[int, str | Command]] = ()) -> Slips:
    """A correction; inserted acts are written as `Table` writes them."""
    put_in = [Insertion(after, command(act) if isinstance(act, str) else act) for after, act in insert]
    return Slips(tuple(strike), tuple(put_in))


def steps(events: Sequence[Event]) -> list[int]:
    """The numbers of the steps in force, in the order of play."""
    return [event.step for event in begun_and_acts(events)[1] if isinstance(event, Action)]


class Book:
    """The books of a table's present sitting, with their amendments."""

    def __init__(self, table: Table) -> None:
        self.table = table

    @property
    def entries(self) -> list[Event]:
        return self.table.sitting_events

    @property
    def sitting(self) -> Sitting:
        return sittings.fold(self.entries)

    def id(self, n: int) -> str:
        """The id of the n-th game begun."""
        return [event.game for event in self.entries if isinstance(event, GameStarted)][n]

    def events(self, n: int = -1) -> list[Event]:
        return self.table.game_events[n]

    def game(self, n: int = -1) -> Game:
        return games.fold(self.events(n))

    def settlement(self, n: int = -1) -> Settlement:
        document = self.game(n).settlement
        assert document is not None
        return document

    def games(self) -> dict[str, Sequence[Event]]:
        """The events of every game that is over, by its id."""
        ended = over(entries_in_force(self.entries))
        return {self.id(n): self.events(n) for n in range(len(self.table.game_events)) if self.id(n) in ended}

    def correct(self, correction_asked: Slips, n: int = -1, *, rebase: bool = False) -> None:
        """Correct a game, and the sitting with it, as the application does."""
        game, before = self.id(n), self.game(n)
        begun = None
        if rebase:
            recorded, _ = begun_and_acts(self.events(n))
            begun = rebased(before_game(entries_in_force(self.entries), game), recorded)
        correction, after = correct(self.events(n), game, correction_asked, "a slip", begun)
        self.events(n).append(correction)
        stands = standing(before, self.events(n))
        self.events(n).extend([stands] if stands else [])
        if before.settlement is None and after.settlement is not None:
            self.entries.append(end_game(game, after))
        elif before.settlement is not None:
            self.restate(n, begun)
        self.reload()

    def restate(self, n: int, begun: GameBegun | None = None) -> None:
        game, after = self.id(n), self.game(n)
        started = next(e for e in entries_in_force(self.entries) if isinstance(e, GameStarted) and e.game == game)
        ended = end_game(game, after) if after.settlement else None
        self.entries.append(
            restate(self.entries, game, ended, restarted(started, begun) if begun else None, self.games())
        )

    def pay(self, paid: dict[str, int], n: int = -1, **sources: Any) -> None:
        following = after_game(entries_in_force(self.entries), self.id(n))
        begun = begun_and_acts(self.games()[following])[0] if following else None
        self.events(n).append(pay(self.events(n), paid, None, Sources(**sources), begun))
        self.restate(n)
        self.reload()

    def stand(self, n: int = -1) -> None:
        """Let a game stand as it was played."""
        self.entries.append(stand(self.entries, self.id(n), "it was played so", self.games()))
        self.reload()

    @property
    def debts(self) -> list[tuple[int, str, str, int]]:
        """The debts between members: the number of the game, from 0, the debtor, the creditor, and the amount."""
        ids = [event.game for event in self.entries if isinstance(event, GameStarted)]
        return [(ids.index(debt.game), debt.debtor, debt.creditor, debt.amount) for debt in self.sitting.debts]

    def void(self, agreed_by: str = "ABCDE") -> None:
        self.events().append(void(self.events(), self.id(-1), agreed_by, "begun by mistake"))
        self.entries.append(withdraw(self.entries, self.id(-1), self.games()))
        self.reload()

    def strike(self, *entries: int) -> None:
        self.entries.append(strike(self.entries, entries, "a slip", self.games()))
        self.reload()

    def reload(self) -> None:
        """Continue the table from the events in force."""
        self.table.sitting = self.sitting
        sittings.check_conserved(self.table.sitting)
        if self.table.game_events:
            self.table._game = self.game()

    def ledger(self) -> dict[Account, int]:
        """The balance of each account after every event that was ever recorded, pools by their games' numbers."""
        all_postings = [p for event in self.entries for p in postings(event, self.table.name)]
        for n, events in enumerate(self.table.game_events):
            all_postings += [p for event in events for p in postings(event, self.id(n))]
        return balances(all_postings)
