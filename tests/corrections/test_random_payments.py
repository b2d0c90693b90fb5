"""Random evenings with slips and wrong payments that are found late: in the end everybody has, and is owed, what he
would if the same evening had been recorded right from the start with the same payments."""

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import takewhile
from random import Random

import pytest
from msgspec.structs import replace

from ledger.afterwards.by_law import owed
from ledger.afterwards.game_corrections import Insertion, Slips, replayed
from ledger.afterwards.payout import as_paid
from ledger.cards import pack
from ledger.events.base import Event
from ledger.events.game import Action, GameBegun, HandShown
from ledger.events.settlement import Done
from ledger.events.sitting import Entry
from ledger.play.commands import Command, Show
from ledger.play.commands_again import command_of
from ledger.refusals import Invalid, Refused
from ledger.seats import Member
from ledger.state import game_fold as games
from ledger.state.game import Game
from ledger.state.in_force import begun_and_acts, entries_in_force, events_in_force
from ledger.table.conduct import end_game
from ledger.table.entries import command_of_entry
from tests.corrections.afterwards import Book
from tests.corrections.test_as_paid import check_books
from tests.corrections.test_random_corrections import otherwise, play
from tests.play.random_play import NAMES, Evening, random_articles
from tests.play.table import Table

SEEDS = [int(seed) for seed in os.environ.get("PLAY_SEEDS", " ".join(map(str, range(40)))).split()]
"""Set PLAY_SEEDS to the seed that a failure prints, to play its evening again."""
EVENINGS = int(os.environ.get("PLAY_EVENINGS", "5000"))
"""How many evenings the long test plays."""
MET: Counter[str] = Counter()
"""What chance has met."""


class Unlike(Exception):
    """The evening cannot be played right from the start: a player would not have had what he staked."""


class LateEvening:
    """An evening whose slips and wrong payments are found when its last game is over.

    `truth` are the corrections that make each game's record true. Games in `clerical` were paid by the truth, and
    written down wrongly; the others were paid by the settlement that the table was shown, those in `wrong` as it says.
    """

    def __init__(self, seed: int) -> None:
        self.chance = chance = Random(seed)
        seats = NAMES[: chance.choice((2, 3, 4, 5))]
        rich = chance.random() < 0.8
        self.funds = {m: 3000 if rich else chance.randint(20, 120) for m in seats}
        self.terms = random_articles(chance)
        table = Table(seats, self.terms, funds=self.funds)
        self.sold = len(table.sitting_events)
        self.played = Evening(chance.randrange(10**6), table)
        self.book = Book(table)
        self.truth: list[Slips] = []
        self.clerical: set[int] = set()
        self.wrong: dict[int, tuple[Mapping[Member, int], Done | None]] = {}
        self.begun: list[GameBegun] = []

    def play(self, number: int) -> None:
        """Play games, some with a slip in their record that nobody notices, some paid wrongly."""
        for n in range(number):
            play(self.played)
            self.begun.append(begun_and_acts(self.book.events())[0])
            clerical = self.write_wrongly() if self.chance.random() < 0.3 else Slips()
            if clerical != Slips():
                self.clerical.add(n)
                self.truth.append(clerical)
                continue
            if self.chance.random() < 0.3:
                self.pay_wrongly(n)
            self.truth.append(self.slip() if self.chance.random() < 0.8 else Slips())

    def write_wrongly(self) -> Slips:
        """Put another record in the place of the last game's, as if its acts had been written down wrongly while the
        table paid what the true acts give; the correction that makes the true record of it."""
        book, right = self.book, self.book.events()
        records = (otherwise(right, self.chance) for _ in range(8))
        wrong = next((record for record in records if self._leaves_as_much(games.fold(record))), None)
        if wrong is None:
            return Slips()
        game = games.fold(wrong)
        book.table.game_events[-1] = wrong
        book.entries[-1] = end_game(book.id(-1), game)
        book.reload()
        MET["clerical slips"] += 1
        recorded, should = ([e for e in events_in_force(r) if isinstance(e, Action)] for r in (wrong, right))
        alike = takewhile(lambda pair: pair[0] == pair[1], zip(recorded, should, strict=False))
        common = sum(1 for _ in alike)
        after = recorded[common - 1].step if common else 0
        put_in = tuple(Insertion(after, command_of(act)) for act in should[common:])
        return Slips(tuple(act.step for act in recorded[common:]), put_in)

    def _leaves_as_much(self, game: Game) -> bool:
        """Whether a game ends with other results than the last one, and leaves as much to the next."""
        true = self.book.game()
        if game.settlement is None or true.settlement is None or game.settlement.results == true.settlement.results:
            return False
        return game.settlement.to_be_done == true.settlement.to_be_done and game.loans == true.loans

    def pay_wrongly(self, n: int) -> None:
        """The table pays otherwise than the laws award, from whatever source it can; the record says so at once."""
        chance, document = self.chance, self.book.settlement()
        carried = chance.randint(0, document.carried_out)
        penalties = {p.player: chance.choice((0, p.amount)) for p in document.penalties}
        refunds = {r.payee: chance.choice((0, r.amount)) for r in document.refunds}
        if document.minimum:
            carried = min(carried, document.carried_out - sum(penalties.values()))
        kitty = chance.randint(0, document.kitty)
        short = 0 if document.minimum else sum(penalties.values())
        total = sum(award.amount for award in document.awards) + carried + kitty - short
        if total < 0:
            return
        paid = dict.fromkeys(document.results, 0)
        for _ in range(chance.randint(1, 3)):
            part = chance.randint(0, total)
            paid[chance.choice(list(paid))] += part
            total -= part
        paid[chance.choice(list(paid))] += total
        late = not carried and not penalties and kitty == 0
        if late and chance.random() < 0.7:
            self.wrong[n] = (paid, None if not any(refunds.values()) else self._done(refunds))
            MET["paid wrongly, found late"] += 1
            return
        self.book.pay(paid, carried=carried, kitty=kitty, penalties=penalties, refunds=refunds)
        self.played.series = self.book.sitting.minimum
        MET["paid wrongly, recorded at once"] += 1

    def _done(self, refunds: Mapping[Member, int]) -> Done:
        done = self.book.settlement().to_be_done
        made = tuple(r for r in done.refunds if not refunds[r.payee])
        return replace(done, refunds=made)

    def slip(self) -> Slips:
        """The correction that makes the truth of the last game's record: another hand was shown."""
        events = self.book.events()
        shows = [event for event in events_in_force(events) if isinstance(event, HandShown) and event.cards]
        for _ in range(8 if shows else 0):
            show = self.chance.choice(shows)
            seen = {card for event in shows for card in event.cards}
            cards = tuple(self.chance.sample([card for card in pack() if card not in seen], 5))
            slips = Slips((show.step,), (Insertion(show.step, Show(player=show.player, cards=cards)),))
            try:
                again = replayed(events, slips).game
            except (Refused, Invalid):
                continue
            if again.settlement and again.settlement.results != self.book.settlement().results:
                MET["slips"] += 1
                return slips
        return Slips()

    def find_everything(self) -> None:
        """Correct every slip and record every payment, in any order; what the table paid is what it was shown."""
        book, order = self.book, list(range(len(self.truth)))
        self.chance.shuffle(order)
        for n in order:
            if n in self.wrong:
                self._record_paid(n, *self.wrong[n])
            elif self.truth[n] != Slips() and n not in self.clerical and book.game(n).paid is None:
                self._record_paid(n, {a.player: a.amount for a in book.settlement(n).awards}, None)
            if self.truth[n] != Slips():
                book.correct(self.truth[n], n)
            check_books(book)
        for n in range(len(order)):
            if book.id(n) in book.sitting.affected:
                book.stand(n)
                MET["games as played"] += 1
                check_books(book)
        assert book.sitting.affected == ()
        MET["games untraced"] += len(book.sitting.untraced)
        MET["debts"] += len(book.sitting.debts)

    def _record_paid(self, n: int, paid: Mapping[Member, int], done: Done | None) -> None:
        self.book.events(n).append(as_paid(self.book.events(n), paid, done))
        self.book.restate(n)
        self.book.reload()

    def right(self) -> Book:
        """The same evening, recorded right from the start, with what the table paid after each game.

        Raises Unlike where a player would not have had what he staked.
        """
        book = Book(Table(tuple(self.funds), self.terms, funds=self.funds))
        entries = entries_in_force(self.book.entries)[self.sold :]
        n = -1
        for event in entries:
            if isinstance(event, Entry):
                book.table.record(command_of_entry(event))
            elif event.topic == "sitting.game_started":
                n += 1
                self._play_right(book, n)
        for n in range(len(self.truth)):
            if book.id(n) in book.sitting.affected:
                book.stand(n)
        assert book.sitting.affected == ()
        return book

    def _play_right(self, book: Book, n: int) -> None:
        late = games.fold(self.book.events(n))
        out = tuple(m for m in self.begun[n].table if m not in self.begun[n].seats)
        named = self.begun[n].dealer if self.begun[n].dealer_by == "named" else None
        try:
            book.table.start(named, sitting_out=out)
            for command in commands(self.book.events(n)):
                book.table.do(command)
        except (Refused, Invalid) as why:
            raise Unlike(str(why)) from None
        if not book.game().over or book.game().pool != late.pool:
            raise Unlike("he would have staked otherwise")
        if late.paid is not None:
            book.events().append(as_paid(book.events(), late.paid, late.as_done))
            book.restate(-1)
            book.reload()


def commands(events: Sequence[Event]) -> list[Command]:
    return [command_of(event) for event in events_in_force(events) if isinstance(event, Action)]


def money(book: Book) -> dict[str, object]:
    """What everybody has and is owed, and what is carried and in the kitty."""
    sitting = book.sitting
    return {
        "funds": dict(sitting.funds),
        "owed": owed(sitting.debts),
        "held": dict(sitting.held),
        "carried": (sitting.carried, sitting.minimum),
        "kitty": sitting.kitty,
    }


def found_late(seed: int) -> None:
    """Play an evening, find everything, and compare it with the evening that was recorded right from the start."""
    late = LateEvening(seed)
    late.play(late.chance.randint(2, 7))
    late.find_everything()
    assert [begun_and_acts(late.book.events(n))[0] for n in range(len(late.begun))] == late.begun, "no game changes"
    try:
        right = late.right()
    except Unlike:
        MET["evenings unlike"] += 1
        return
    MET["evenings alike"] += 1
    assert money(late.book) == money(right), f"play it again with PLAY_SEEDS={seed}"
    assert late.book.ledger() == right.ledger()


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_found_late_leaves_everybody_what_he_would_have_had(seed: int) -> None:
    found_late(seed)


@pytest.mark.slow
def test_five_thousand_evenings_found_late() -> None:
    for seed in range(EVENINGS):
        found_late(seed)
    print(dict(MET))
    assert MET["evenings alike"] > 0.8 * EVENINGS
    assert min(MET[what] for what in ("slips", "games as played", "debts")) > EVENINGS / 10
    assert min(MET[what] for what in ("clerical slips", "games untraced")) > EVENINGS / 50
