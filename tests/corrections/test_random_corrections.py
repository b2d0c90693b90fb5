"""After correcting any slip, the books are those of a game that was recorded right the first time."""

from collections.abc import Sequence
from random import Random
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from ledger.afterwards.game_corrections import Insertion, Slips, correct, replayed
from ledger.afterwards.what_if import what_if
from ledger.events.base import Event
from ledger.events.game import Action, StakeCounted
from ledger.play.commands_again import command_of
from ledger.play.decide import decide
from ledger.refusals import Invalid, Refused
from ledger.state import game_fold as games
from ledger.state.in_force import begun_and_acts, events_in_force
from tests.corrections.afterwards import Book
from tests.play.irregular_play import UnrulyEvening
from tests.play.random_play import Evening

SEEDS = range(40)
LAWFUL_AND_UNRULY = [*((Evening, seed) for seed in SEEDS), *((UnrulyEvening, seed) for seed in SEEDS)]
"""Evenings that keep to the laws, and as many on which whatever can go wrong does."""


def play(at: Evening) -> None:
    """Play a game of the evening without the checks at every step, which tests/play makes."""
    with (
        patch("tests.play.random_play.ask_everything"),
        patch("tests.play.random_play.Watch"),
        patch.object(UnrulyEvening, "_check"),
    ):
        at.play_game()


def acts(events: Sequence[Event]) -> list[Action]:
    return [event for event in events_in_force(events) if isinstance(event, Action)]


def unnumbered(events: Sequence[Event]) -> list[Event]:
    """The events in force of a game, without their numbers."""
    return [replace(event, step=0) if hasattr(event, "step") else event for event in events_in_force(events)]


def check_steps(events: Sequence[Event]) -> None:
    """Check that no step is in force twice, and that a stake counted by itself names the act that reached its turn."""
    numbers = [act.step for act in acts(events)]
    assert len(set(numbers)) == len(numbers)
    step = 0
    for event in events_in_force(events):
        if isinstance(event, Action):
            step = event.step
        elif isinstance(event, StakeCounted):
            assert event.step == step


def check_prefixes(events: Sequence[Event]) -> None:
    """Check that every prefix of the record folds, and that the version counts its events."""
    for version in range(1, len(events) + 1):
        assert games.fold(events[:version]).version == version


def otherwise(right: Sequence[Event], chance: Random) -> list[Event]:
    """Another lawful record of the same game: the same up to a step, then random."""
    step = chance.randrange(len(acts(right)))
    # Whatever belongs to a step bears its number, such as a stake out of turn that counts by itself.
    record = [event for event in events_in_force(right) if getattr(event, "step", 0) <= step]
    game = games.fold(record)
    acts_left = [command_of(act) for act in acts(right)[step:]]
    for _ in range(chance.randint(0, 6)):
        chance.shuffle(acts_left)
        for command in acts_left:
            if game.over:
                break
            try:
                events, game = decide(game, command)
            except (Refused, Invalid):
                continue
            record += events
            break
    return record


@pytest.mark.parametrize(("kind", "seed"), LAWFUL_AND_UNRULY)
def test_a_corrected_game_is_the_game_recorded_right_the_first_time(kind: type[Evening], seed: int) -> None:
    chance, played = Random(seed), kind(seed)
    for _ in range(chance.randint(1, 3)):
        play(played)
    right = played.table.game_events[-1]
    for _ in range(5):
        wrong = otherwise(right, chance)
        recorded, should = acts(wrong), acts(right)
        alike = [n for n, pair in enumerate(zip(recorded, should, strict=False)) if pair[0] != pair[1]]
        common = chance.randint(0, min([*alike, len(recorded), len(should)]))
        after = recorded[common - 1].step if common else 0
        slips = Slips(
            tuple(act.step for act in recorded[common:]),
            tuple(Insertion(after, command_of(act)) for act in should[common:]),
        )
        if not slips.strike and not slips.insert:
            continue
        correction, after_it = correct(wrong, "game", slips, None)
        corrected = [*wrong, correction]
        assert unnumbered(corrected) == unnumbered(right)
        check_steps(corrected)
        check_prefixes(corrected)
        expected = games.fold(right)
        assert (after_it.settlement, after_it.turn) == (expected.settlement, expected.turn)
        assert {m: (p.funds, p.total, p.hand) for m, p in after_it.players.items()} == {
            m: (p.funds, p.total, p.hand) for m, p in expected.players.items()
        }
        if after_it.settlement is None:
            continue
        assert what_if(wrong, slips, {})[0] == after_it.settlement
        own = {"hearts": expected.articles.readings["hearts"]}
        assert what_if(wrong, slips, own)[0] == after_it.settlement, "said again from its beginning it is the same"


def test_what_is_corrected_is_an_example_of_all_that_goes_wrong() -> None:
    met: set[str] = set()
    for seed in SEEDS:
        chance, played = Random(seed), UnrulyEvening(seed)
        for _ in range(chance.randint(1, 3)):
            play(played)
        right = played.table.game_events[-1]
        met |= {event.topic + (f" {event.law}" if getattr(event, "irregular", False) else "") for event in right}
        met |= {"a refund" for event in right if getattr(event, "refund", None)}
    assert met >= {
        *("game.stake_counted", "game.staked 55", "game.staked 56", "game.passed 27", "game.passed 59"),
        *("game.misdealt 8", "game.misdealt 12", "game.hand_fouled 13", "a refund"),
        *("game.discards_collected", "game.law_waived", "game.card_exposed 11", "game.card_exposed 40"),
    }


@pytest.mark.parametrize(("kind", "seed"), LAWFUL_AND_UNRULY)
def test_a_slip_struck_by_itself_leaves_what_is_lawful_or_is_refused_by_its_step(
    kind: type[Evening], seed: int
) -> None:
    chance, played = Random(seed), kind(seed)
    play(played)
    events = list(played.table.game_events[-1])
    refused_at: list[int | None] = []
    steps_before = [act.step for act in acts(events)]
    for _ in range(12):
        steps = [act.step for act in acts(events)]
        if not steps:
            break
        struck = tuple(chance.sample(steps, min(len(steps), chance.randint(1, 3))))
        try:
            correction, game = correct(events, "game", Slips(struck), None)
        except Refused as refused:
            refused_at.append(refused.step)
            continue
        events.append(correction)
        assert games.fold(events) == game
        assert not set(struck) & {act.step for act in acts(events)}
        begun, acts_after = begun_and_acts(events)
        anew = replayed([begun, *acts_after], Slips())
        assert anew.game.players == game.players, "a corrected game is the replay of what stands"
        check_steps(events)
        check_prefixes(events)
    assert set(refused_at) <= set(steps_before)


@pytest.mark.parametrize(("kind", "seed"), LAWFUL_AND_UNRULY)
def test_the_books_of_a_sitting_after_its_corrections_are_those_of_the_right_record(
    kind: type[Evening], seed: int
) -> None:
    """Every game is recorded wrong and corrected before the next begins; some are corrected again after the last."""
    chance, played = Random(seed), kind(seed)
    for _ in range(3):
        play(played)
    book = Book(played.table)
    right, sitting = book.ledger(), book.sitting
    n = chance.randrange(3)
    last = acts(book.events(n))[-1]
    # The last act is struck and said again: all that follows from it is taken back and done again.
    again = Slips((last.step,), (Insertion(last.step, command_of(last)),))
    book.correct(again, n)
    assert book.ledger() == right
    assert book.sitting.funds == sitting.funds
    assert (book.sitting.carried, book.sitting.minimum, book.sitting.kitty) == (
        sitting.carried,
        sitting.minimum,
        sitting.kitty,
    )
    assert book.sitting.affected == ()
    if n == 2:
        book.correct(Slips((acts(book.events(n))[-1].step,)), n)
        assert book.sitting.game == book.id(n)


@pytest.mark.parametrize(("kind", "seed"), LAWFUL_AND_UNRULY)
def test_counters_are_conserved_whatever_is_struck_of_games_that_are_over(kind: type[Evening], seed: int) -> None:
    chance, played = Random(seed), kind(seed)
    for _ in range(4):
        play(played)
    book = Book(played.table)
    corrections = 0
    for _ in range(12):
        n = chance.randrange(4)
        steps = [act.step for act in acts(book.events(n))]
        struck = tuple(chance.sample(steps, min(len(steps), chance.randint(1, 2))))
        was = len(book.events(n))
        try:
            book.correct(Slips(struck), n, rebase=chance.random() < 0.3)
        except (Refused, Invalid):
            del book.events(n)[was:]
            continue
        corrections += 1
        ledger, sitting = book.ledger(), book.sitting
        assert sum(ledger.values()) == 0
        funds = {str(a)[7:]: -amount for a, amount in ledger.items() if a.kind == "player"}
        if sitting.game is None:
            assert funds == {m: amount for m, amount in sitting.funds.items() if amount}
            carried = -sum(amount for a, amount in ledger.items() if a.kind == "carried")
            assert carried == sitting.carried + sitting.astray
            assert -sum(amount for a, amount in ledger.items() if a.kind == "kitty") == sitting.kitty
        if sitting.game is not None:
            break
