"""Random games in which hidden cards are others: whoever may not see them is told the same, whatever he asks."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any
from uuid import UUID

import pytest

from api.answers.events import as_ndjson
from ledger.afterwards.game_corrections import Slips
from ledger.afterwards.payout import as_awarded
from ledger.afterwards.what_if import turned_by, what_if
from ledger.cards import pack
from ledger.events.amendment import HandUnsealed
from ledger.events.base import Event
from ledger.events.game import Dealt, Drew
from ledger.exports.event_lines import event_line
from ledger.laws.readings import READINGS
from ledger.refusals import Invalid, Refused
from ledger.roles import Role
from ledger.state import game_fold as games
from ledger.store import Logged
from ledger.store.envelope import SealedNotification
from ledger.store.seals import seal
from ledger.telling.redaction import Reader, known_events, sees_part
from ledger.telling.replay import beside, frames
from tests.corrections.afterwards import Book, slips
from tests.play.table import ACES, KINGS, QUEENS, Table
from tests.store.samples import recorded
from tests.worlds import (
    UntidyEvening,
    begun_part,
    cards_in,
    corrected,
    dealt_otherwise,
    drawn_otherwise,
    exchange_of,
    guesses,
    random_slips,
    settled_otherwise,
    thrown_away,
)

STREAM = UUID(int=1)
SEEDS = range(4)
OWNER, SCOREKEEPER, AUDITOR = Reader(Role.OWNER), Reader(Role.SCOREKEEPER), Reader(Role.AUDITOR)


def played(seed: int, count: int = 2) -> list[list[Event]]:
    """The games of an untidy evening with their cards written down, each corrected a time or two."""
    evening = UntidyEvening(seed)
    for _ in range(count):
        evening.play_game()
    return [corrected(evening.chance, events) for events in evening.table.game_events]


def readers_of(chance: Random, events: Sequence[Event]) -> list[Reader]:
    """One who keeps the book, and two of the players."""
    seats = games.fold(events).seats
    return [chance.choice((OWNER, SCOREKEEPER, AUDITOR)), Reader(Role.PLAYER, seats[0]), Reader(Role.PLAYER, seats[-1])]


def lines(known: Sequence[Event], reader: Reader) -> list[bytes]:
    """The bytes that a stream would send."""
    made = []
    for version, event in enumerate(known, 1):
        stored = SealedNotification(STREAM, version, event.topic, b"", version)
        made.append(as_ndjson(event_line(Logged(version, recorded(STREAM, version, event), stored), event, reader)))
    return made


def answer(ask: Callable[[], object]) -> object:
    """What a question is answered, a refusal with all that it says."""
    try:
        return ask()
    except Refused as refused:
        return refused.law, refused.code, refused.detail, refused.step
    except Invalid as invalid:
        return invalid.errors


def what_if_of(events: Sequence[Event], tried: Slips) -> object:
    """What a what-if is answered that is judged on these events."""
    return answer(partial(what_if, events, tried, {}))


def everything(events: Sequence[Event], reader: Reader, questions: Sequence[Slips]) -> dict[str, Any]:
    """All that a reader can be told of a game: what he reads, and what is judged at his asking."""
    known = known_events(events, reader)
    to_judge = known_events(events, reader, unsealed=True)
    readings = [f"{name}={value}" for name, reading in READINGS.items() for value in reading.values]
    tried = Random(len(events)).sample(readings, 8)
    answers: dict[str, Any] = {
        "lines": lines(known, reader),
        "state": games.fold(known),
        "frames": frames(events, reader),
        "beside": [answer(partial(beside, events, reader, reading)) for reading in ("written", *tried)],
        "sealed": [
            (version, part.part, part.body)
            for version, (event, seen) in enumerate(zip(events, known, strict=True), 1)
            for part in seal(event, bytes)
            if sees_part(seen, part.part)
        ],
        "what if": [what_if_of(to_judge, question) for question in questions],
    }
    document = as_awarded(known)
    answers["turned by"] = document and turned_by(known, document)
    return answers


@pytest.mark.parametrize("seed", SEEDS)
def test_a_reader_is_told_the_same_of_any_two_deals_that_he_cannot_tell_apart(seed: int) -> None:
    chance, met = Random(seed), Counter[str]()
    for whole in played(seed):
        for reader in readers_of(chance, whole):
            for end in {len(whole), chance.randrange(1, len(whole) + 1)}:
                events = whole[:end]
                other = dealt_otherwise(events, exchange_of(chance, events, reader))
                met["another deal"] += other != events
                if settled_otherwise(events, other):
                    continue
                questions = [random_slips(chance, known_events(events, OWNER)) for _ in range(4)]
                questions += [guesses(chance, events) for _ in range(10)]
                answers, answers_otherwise = (everything(record, reader, questions) for record in (events, other))
                for name, of_one in answers.items():
                    assert of_one == answers_otherwise[name], (reader, end, name)
                met["told alike"] += other != events
                met["would tell"] += any(what_if_of(events, q) != what_if_of(other, q) for q in questions)
    assert met["would tell"] > 0, "judged on the whole record, some of the questions tell the deals apart"
    assert met["another deal"] > 5
    assert met["told alike"] > 5


@pytest.mark.parametrize("seed", SEEDS)
def test_law_51_a_player_is_told_the_same_however_many_cards_the_others_drew(seed: int) -> None:
    chance, told_alike = Random(seed), 0
    evening = UntidyEvening(seed, record="nothing")
    for _ in range(4):
        evening.play_game()
    for whole in evening.table.game_events:
        drawn = [n for n, event in enumerate(whole) if isinstance(event, Drew) and not event.irregular]
        for end in chance.sample(drawn, min(3, len(drawn))):
            events = corrected(chance, begun_part(whole, end + 1), times=1)
            reader = Reader(Role.PLAYER, chance.choice(games.fold(events).seats))
            try:
                other = drawn_otherwise(chance, events, reader)
            except (Refused, Invalid):
                continue
            assert everything(events, reader, []) == everything(other, reader, []), (end, reader)
            told_alike += other != events
    assert told_alike > 2


def test_where_a_hand_may_be_seen_the_deals_are_told_apart() -> None:
    # Else the test above would prove nothing.
    events = book(f"deal C: {ACES}; D: {KINGS}; C stakes 6").events()
    other = dealt_otherwise(events, exchange_of(Random(1), events, Reader(Role.PLAYER, "E")))
    assert known_events(events, Reader(Role.PLAYER, "E")) == known_events(other, Reader(Role.PLAYER, "E"))
    assert known_events(events, OWNER) != known_events(other, OWNER)


def hands_told(events: Sequence[Event], reader: Reader) -> set[tuple[str, int]]:
    """The hands of which a reader is told cards, by player and step of the deal, in whatever version of the record."""
    hands: set[tuple[str, int]] = set()
    waiting = list(known_events(events, reader))
    while waiting:
        event = waiting.pop()
        waiting += getattr(event, "tail", ())
        if isinstance(event, Dealt):
            hands.update((member, event.step) for member in event.hands or {})
    return hands


@pytest.mark.parametrize("seed", SEEDS)
def test_law_28_a_hand_that_any_version_of_the_record_buried_is_in_none_of_them(seed: int) -> None:
    for events in played(seed):
        for end in range(1, len(events) + 1):
            buried = thrown_away(events[:end])
            for reader in (OWNER, SCOREKEEPER, AUDITOR):
                assert not buried & hands_told(events[:end], reader)


# One attack after another

PASSED = f"deal C: {ACES}; D: {KINGS}; E: {QUEENS}; C stakes 6; D passes; E stakes 6; A passes; B passes"
SETTLED = PASSED + f"; C keeps; E keeps; C stakes 1; E stakes 1; C shows {ACES}; E shows {QUEENS}"
D_PASSES = 3


def book(acts: str = PASSED) -> Book:
    return Book(Table().start("A").play(acts))


def seen_of_d(events: Sequence[Event], reader: Reader) -> set[str]:
    """The cards of D that a reader is shown anywhere in the record, its replay, and the record as first written."""
    shown = [known_events(events, reader), frames(events, reader), beside(events, reader, "written")]
    return set(KINGS.split()) & cards_in(shown)


@pytest.mark.parametrize("reader", [OWNER, SCOREKEEPER, AUDITOR], ids=lambda reader: reader.role)
def test_law_28_striking_a_pass_uncovers_no_hand(reader: Reader) -> None:
    corrected_book = book()
    assert seen_of_d(corrected_book.events(), reader) == set()
    corrected_book.correct(slips([D_PASSES], [(2, "D stakes 6")]))
    assert not corrected_book.game().players["D"].retired
    assert seen_of_d(corrected_book.events(), reader) == set()


def test_law_28_striking_the_deal_and_entering_it_again_uncovers_no_hand() -> None:
    corrected_book = book()
    again = [(0, "deal"), (0, "C stakes 6"), (0, "D stakes 6")]
    corrected_book.correct(slips(range(1, 7), again))
    assert corrected_book.game().players["D"].original is None
    assert seen_of_d(corrected_book.events(), SCOREKEEPER) == set()


def test_law_28_a_pass_entered_again_stays_buried_and_so_does_a_settlement_made_otherwise() -> None:
    corrected_book = book(SETTLED)
    corrected_book.correct(slips([D_PASSES], [(2, "D passes")]))
    assert seen_of_d(corrected_book.events(), OWNER) == set()
    beaten = [(2, "D stakes 6"), (7, "D keeps"), (9, "D stakes 1"), (11, f"D shows {KINGS.replace('9d', '9c')}")]
    with pytest.raises(Refused):
        corrected_book.correct(slips([corrected_book.game().step], beaten))
    assert seen_of_d(corrected_book.events(), OWNER) == set()


def test_law_28_a_hand_opens_by_its_players_show_and_only_as_far_as_it_is_shown() -> None:
    corrected_book = book(SETTLED)
    put_in = [(2, "D stakes 6"), (7, "D draws 9d -> 4s"), (9, "D stakes 1")]
    shown = KINGS.replace("9d", "4s")
    corrected_book.correct(slips([D_PASSES], [*put_in, (11, f"D shows {shown}")]))
    assert {hand.player for hand in corrected_book.settlement().hands} == {"C", "D", "E"}
    assert seen_of_d(corrected_book.events(), OWNER) == set(KINGS.split()) - {"9d"}
    assert games.fold(known_events(corrected_book.events(), OWNER)).players["D"].hand == tuple(shown.split())


def test_law_28_a_player_who_is_in_the_game_again_sees_his_own_hand_and_nobody_elses() -> None:
    corrected_book = book()
    assert seen_of_d(corrected_book.events(), Reader(Role.PLAYER, "D")) == set()
    corrected_book.correct(slips([D_PASSES], [(2, "D stakes 6")]))
    assert seen_of_d(corrected_book.events(), Reader(Role.PLAYER, "D")) == set(KINGS.split())
    assert cards_in(known_events(corrected_book.events(), Reader(Role.PLAYER, "D"))) == set(KINGS.split())


PACK = f"deal pack: {' '.join(pack())}"


def test_law_28_no_other_hand_is_told_the_cards_that_a_buried_one_drew_from_a_recorded_pack() -> None:
    """Where the draw of D is struck, the next player draws in his place, and is given his cards."""
    corrected_book = book(f"{PACK}; C stakes 6; D stakes 6; E stakes 6; A passes; B passes; C draws 1; D draws 2")
    corrected_book.table.play("E draws 2; C stakes 1; D passes; E stakes 1")
    drawn = {e.player: set(e.cards or ()) for e in corrected_book.events() if isinstance(e, Drew)}
    corrected_book.correct(slips([3, 8, 11], [(2, "D passes")]))
    assert set(corrected_book.game().players["E"].drew or ()) == drawn["D"]
    for reader in (OWNER, SCOREKEEPER, AUDITOR, Reader(Role.PLAYER, "E")):
        shown = cards_in([known_events(corrected_book.events(), reader), frames(corrected_book.events(), reader)])
        assert not shown & drawn["D"], reader
    assert drawn["C"] <= cards_in(known_events(corrected_book.events(), OWNER))


def test_law_28_a_pack_dealt_anew_hides_no_hand_for_the_cards_buried_before() -> None:
    corrected_book = book(f"{PACK}; C stakes 6; D passes")
    again = f"deal pack: {' '.join(reversed(pack()))}"
    corrected_book.correct(slips([1, 3], [(0, again), (2, "D stakes 6")]))
    game = games.fold(known_events(corrected_book.events(), OWNER))
    assert all(player.original for player in game.players.values())


def test_law_28_a_misdeal_after_which_the_say_begins_again_uncovers_no_hand_and_hides_no_new_one() -> None:
    table = Table(misdeal_stakes="returned").start("A")
    table.play(f"deal D: {KINGS}; C stakes 6; D passes; misdeal wrong_count of E irregularly; deal D: {ACES}")
    events = table.game_events[-1]
    assert not table.game.players["D"].retired
    assert seen_of_d(events, OWNER) == set()
    assert games.fold(known_events(events, OWNER)).players["D"].original == tuple(ACES.split())


def test_law_28_an_unsealing_opens_a_hand_to_the_auditors_questions_and_to_nothing_else() -> None:
    settled = book(SETTLED)
    tried = slips([D_PASSES], [(2, "D stakes 6"), (7, "D draws 2h -> 3h")])
    sealed = answer(partial(what_if, known_events(settled.events(), AUDITOR, unsealed=True), tried, {}))
    settled.events().append(HandUnsealed(player="D", reason="a complaint"))
    opened = answer(partial(what_if, known_events(settled.events(), AUDITOR, unsealed=True), tried, {}))
    assert sealed != opened
    assert opened[:2] == (36, "cannot_discard")  # type: ignore[index]
    for reader in (OWNER, SCOREKEEPER):
        assert (
            answer(lambda who=reader: what_if(known_events(settled.events(), who, unsealed=True), tried, {})) == sealed
        )  # type: ignore[misc]
    assert seen_of_d(settled.events(), AUDITOR) == set()


@pytest.mark.parametrize("discard", ["Kh", "2h"])
def test_fifty_two_questions_tell_no_card_of_a_hand_that_was_thrown_down(discard: str) -> None:
    tried = slips([D_PASSES], [(2, "D stakes 6"), (7, f"D draws {discard} -> 3h"), (9, "D passes")])
    events = book(SETTLED).events()
    settlement, _ = what_if(known_events(events, SCOREKEEPER), tried, {})
    assert settlement.results["C"] > 0


def test_what_turned_a_jack_pot_says_nothing_of_openers_that_its_reader_has_not_seen() -> None:
    """The opener drew away his pair: that he held it follows from his first hand alone, which others have not seen."""
    for first, discard in (("Jh Jd 7h 8c 3s", "Jh Jd"), ("Th Td 7h 8c 3s", "Th Td")):
        table = (
            Table(false_opener_loses="nothing")
            .start("A")
            .play("deal; C passes; D passes; E passes; A passes; B passes")
        )
        table.start().play(f"deal D: {first}; D stakes 6; E stakes 6; A passes; B passes; C passes")
        table.play(f"D draws {discard} -> 2d 4d; E keeps; D stakes 1; E stakes 1")
        table.play(f"D shows 7h 8c 3s 2d 4d; E shows {ACES}")
        events = table.game_events[-1]
        document = as_awarded(events)
        assert document is not None
        by_reader = {
            member: turned_by(known_events(events, Reader(Role.PLAYER, member)), document) for member in ("C", "D", "E")
        }
        readings = {member: {t.reading for t in turned or ()} for member, turned in by_reader.items()}
        assert ("false_opener_loses" in readings["D"]) == (discard == "Th Td")
        assert "false_opener_loses" in readings["C"]
        assert by_reader["C"] == by_reader["E"]


def test_what_turned_a_settlement_is_left_open_where_a_hidden_card_decided_it() -> None:
    table = Table().start("A").play("deal; C passes; D passes; E passes; A passes; B passes")
    table.start().play(f"deal D: {KINGS}; D stakes 6; E stakes 6; A passes; B passes; C passes")
    table.play("D draws Kh Kd -> 2d 4d; E keeps; D stakes 1; E stakes 1")
    table.play("D shows 5h 6c 9d 2d 4d; E shows 2c 3c 4c 7d 8s")
    events = table.game_events[-1]
    document = as_awarded(events)
    assert document is not None
    assert document.penalties == ()
    assert turned_by(events, document) is not None
    assert turned_by(known_events(events, OWNER), document) is not None
    assert turned_by(known_events(events, Reader(Role.PLAYER, "C")), document) is None


def test_law_51_a_record_whose_numbers_are_withheld_is_not_judged_again() -> None:
    table = Table().start("A").play("deal; C stakes 6; D stakes 6; E passes; A passes; B passes; C draws 2")
    events = table.game_events[-1]
    with pytest.raises(Refused) as refused:
        beside(events, Reader(Role.PLAYER, "D"), "hearts=always")
    assert (refused.value.law, refused.value.code, refused.value.step) == (51, "number_withheld", None)
    assert beside(events, Reader(Role.PLAYER, "C"), "hearts=always")
    assert beside(events, OWNER, "hearts=always")
