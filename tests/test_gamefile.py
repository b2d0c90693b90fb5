"""Game files are read back as they were written, report what is wrong, and can be written from a record."""

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.afterwards.payout import as_awarded
from ledger.events import game as game_events
from ledger.events import mishaps
from ledger.events.amendment import GamePaid
from ledger.events.club import MemberJoined
from ledger.events.game import Action, Drew, Turn
from ledger.events.sitting import Counters
from ledger.gamefile import (
    GameFile,
    GameFileError,
    from_events,
    game_from_events,
    lines,
    parse,
    play,
    rehearse,
    renamed,
    report,
    write,
)
from ledger.gamefile.body import EXPECTED, FIRST_WORDS
from ledger.gamefile.head import HEAD
from ledger.gamefile.lines import Act, Enter, Expectation, ExpectResults, OpenSitting, Record
from ledger.gamefile.words import RESERVED, written_name
from ledger.play import commands
from ledger.play.commands import Command, Deal
from ledger.play.commands_again import command_of
from ledger.play.decide import decide
from ledger.state import game_fold
from ledger.table import commands as table_commands
from ledger.table.commands import BuyBack, EntryCommand, SellCounters
from tests.games.sayings import A_NAME, a_game_file, one_of_all_acts, one_of_everything
from tests.games.test_games import FILES

HEAD_TEXT = "ante 3\nlimit 12\nplayers A, B, C\ncounters all: 20 red\n"
"""Four lines with which a text may begin."""


# -- what is written is read back ------------------------------------------------------------------------------


@settings(max_examples=50)
@given(a_game_file())
def test_what_is_written_is_read_back(gamefile: GameFile) -> None:
    assert parse(write(gamefile)) == gamefile


def kinds_in(module: object, base: type) -> set[type]:
    kinds = {kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, base)}
    return kinds - {base, Expectation, OpenSitting}


def test_every_act_and_every_command_is_among_those_written_and_read_back() -> None:
    assert set(one_of_everything(A_NAME, ())) == (
        kinds_in(lines, Act) | kinds_in(commands, Command) | kinds_in(table_commands, EntryCommand)
    )


def test_a_player_may_be_called_by_any_word_if_it_is_written_in_quotation_marks() -> None:
    assert {*HEAD, *FIRST_WORDS, *EXPECTED} <= RESERVED
    assert written_name("game") == '"game"'
    assert written_name("O'Hara") == "O'Hara"
    assert parse('ante 1\nlimit 2\nplayers "game", "two words"\n"game" passes').opening.seats == ("game", "two words")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_written_anew_says_what_it_said(path: Path) -> None:
    gamefile = parse(path.read_text(encoding="utf-8"))

    assert parse(write(gamefile)) == gamefile


def test_comments_empty_lines_and_foreign_line_ends_are_passed_over() -> None:
    plain = "ante 3\nlimit 12\nplayers A, B\ngame dealer A"
    decked = "\ufeff# A quiet evening.\r\n\r\nante 3 # pence\r\nlimit 12\r\nplayers A,B\r\n\r\n   game   dealer A\r\n"

    assert parse(decked) == parse(plain)
    assert [line.number for line in parse(decked).lines] == [3, 7]


def test_what_all_do_is_an_act_of_each() -> None:
    lines = parse("ante 3\nlimit 12\nplayers A, B\ncounters all: 5 red\nbuy back all").lines

    assert [(line.number, line.act) for line in lines[1:]] == [
        (4, Enter(SellCounters(player="A", counters=Counters(red=5)))),
        (4, Enter(SellCounters(player="B", counters=Counters(red=5)))),
        (5, Enter(BuyBack(player="A"))),
        (5, Enter(BuyBack(player="B"))),
    ]


def test_where_nobody_is_at_the_table_any_more_all_are_none() -> None:
    with pytest.raises(GameFileError, match="line 6: nobody is at the table"):
        parse("ante 3\nlimit 12\nplayers A, B\nA departs\nB departs\ncounters all: 5 red")


def test_players_without_commas_are_told_that_commas_stand_between_names() -> None:
    with pytest.raises(GameFileError, match=r"names have commas between them, as in .*, found 'Ben'"):
        parse("ante 3\nlimit 12\nplayers Ann Ben\n")


# -- what is wrong is named ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        # the player and the verb
        (
            "X passes",
            "expected a player's name, or a word as in `poolbook help gamefile`: counters, game, deal …, found 'X'",
        ),
        ('"X" passes', "nobody at this table is called X; the players are A, B, C"),
        ("A folds", "expected what the player does: straddles, exposes, stakes, passes"),
        ("A", "found the end of the line"),
        ("A passes B passes", "expected the end of the line, found 'B'"),
        ("A borrows 3 of pool", "put 'pool' in quotation marks if it is one"),
        ("A passes note thoughtfully", "expected a note in quotation marks, found 'thoughtfully'"),
        ('A passes note "so', "a quotation mark is not closed"),
        (r'A passes note "\q"', "is not a quotation"),
        # amounts
        ("A stakes", "expected an amount, in whole minor units, found the end of the line"),
        ("A stakes six", "expected an amount, in whole minor units, found 'six'"),
        ("A stakes 6.5", "expected an amount, in whole minor units, found '6.5'"),
        ("A stakes -6", "found -6, which is below nought"),
        ("A stakes 1000000000001", "is more than 1000000000000"),
        ("A borrows 12", "expected 'of', found the end of the line"),
        ("A borrows 12 of the bank: 2 odd", "leave 'odd' out"),
        ("counters A 10 red", "expected ':', found '10'"),
        ("counters A: 10 green", "expected a colour: red, white, blue, odd, found 'green'"),
        ("counters A: 1 red 2 red", "red is counted twice"),
        # who comes, goes, pays and stops
        ("F arrives", "expected 'left', found the end of the line"),
        ("F arrives left of G", "nobody at this table is called G; the players are A, B, C"),
        ("bank arrives left of A", "put 'bank' in quotation marks if it is one"),
        ('"bank" arrives left of A', "a player's name may be neither empty nor 'bank'"),
        ("F departs", "found 'F'"),
        ("A departs early", "expected the end of the line, found 'early'"),
        ("A pays toward credit", "expected an amount"),
        ("A pays 5 toward rent", "expected 'credit' or 'his', found 'rent'"),
        ("A pays 5 toward his loan", "expected 'of', found the end of the line"),
        ("limits A:", "expected 'no', 'loss' or 'stop', found the end of the line"),
        ("limits A: loss 5, loss 6", "a limit is named twice"),
        ("limits A: no win", "expected the limit that is lifted: loss, stop, found 'win'"),
        ("limits A: stop at midnight", "expected a time with its offset, as in 1895-11-02T23:30:00Z, found 'midnight'"),
        ("limits A: stop at 1895-11-02T23:30:99Z", "expected a time with its offset"),
        # cards
        ("A shows", "expected a card, as in Th, found the end of the line"),
        ("A shows 10h", "'10h' is not a card"),
        ("A shows Ah with Jh Jd", "expected 'openers', found 'Jh'"),
        ("A draws", "expected a card, as in Th, found the end of the line"),
        ("A draws 2 ->", "expected a card, as in Th, found the end of the line"),
        ("deal A Ah", "expected ':', found 'Ah'"),
        ("deal A: Ah; A: Kd", "a player is named twice"),
        ("cut A 4h, A 5h", "a player is named twice"),
        ("misdeal hunch", "expected the word for reason: uncut, face_up, wrong_count, found 'hunch'"),
        ("A holds 6 stolen", "expected the word for found: dealt, drawn, found 'stolen'"),
        # what is expected
        ("expect", "found the end of the line"),
        (
            "expect A wins 6",
            "expected what is expected of the player: takes, pays, rewarded, has, owes, holds, found 'wins'",
        ),
        ("expect laws 82", "there is no law 82; the laws run from 1 to 81"),
        ("expect carried 3 jack-pot A", "expected the openers: J, Q, K, found 'A'"),
        ("expect results A +1, A -1", "a player is named twice"),
        ("expect phase dinner", "expected a phase: ante, say"),
        # the sitting
        ("game dealer", "expected a player's name, found the end of the line"),
        ("close, divided A 3", "expected 'the', found 'divided'"),
        ("close, the pool divided A 3 agreed by all", "expected ',', found 'agreed'"),
        ("ante 3", "the head has this line already; write it once"),
        # the head
        ("variants whist", "expected a variant: blaze, joker, skip_sequence, ace_high_sequences, found 'whist'"),
        ("variants joker, joker", "a variant is named twice"),
        ("reading hearts = spades", "expected a value of hearts: flushes, flush_only, top_card, always, found"),
        ("reading heart = always", "expected a reading: straddle_cap"),
        ("kitty 2 for drink", "expected a purpose: expenses, reward, found 'drink'"),
        ("kitty 2 for reward aces", "expected a class of hand: sequence_flush"),
        ("abrogated 0", "there is no law 0"),
        ("held on Friday", "expected a date, as in 1895-11-02, found 'Friday'"),
        ("agreed by A, X", "nobody at this table is called X"),
    ],
)
def test_a_line_that_cannot_be_read_is_named_with_what_was_expected(line: str, expected: str) -> None:
    with pytest.raises(GameFileError) as wrong:
        parse(HEAD_TEXT.replace("counters all: 20 red", line))

    assert (wrong.value.line, wrong.value.law) == (4, None)
    assert expected in wrong.value.message
    assert len(wrong.value.errors) == 1


def test_all_that_cannot_be_read_is_reported_together_in_the_order_of_the_lines() -> None:
    with pytest.raises(GameFileError) as wrong:
        parse("ante three\nlimit 12\nplayers A, B\nA passes\nno loans\nB sings\nA stakes 6.5\ngame sitting out Z\n")

    assert [error.line for error in wrong.value.errors] == [1, 5, 6, 7, 8]
    assert "a line 'no …' stands in the head, before the first act" in str(wrong.value)
    assert str(wrong.value).startswith("line 1: expected an amount, in whole minor units, found 'three'\nline 5: ")


@pytest.mark.parametrize(
    ("text", "missing"), [("", ["ante", "limit", "players"]), ("# only\nlimit 12\nplayers A, B", ["ante"])]
)
def test_a_head_says_the_ante_the_limit_and_the_players(text: str, missing: list[str]) -> None:
    with pytest.raises(GameFileError) as wrong:
        parse(text)

    assert [error.message for error in wrong.value.errors] == [f"the head has no line '{word} …'" for word in missing]


@pytest.mark.parametrize("players", ["A, A", "A, bank", 'A, ""', 'A, "  "'])
def test_the_players_have_names_of_their_own(players: str) -> None:
    with pytest.raises(GameFileError) as wrong:
        parse(f"ante 3\nlimit 12\nplayers {players}\n")

    assert [error.line for error in wrong.value.errors] == [3]


SOME_WORDS = st.sampled_from(
    [*sorted(RESERVED), *"ABC:,;=#", "->", '"', "stakes", "shows", "draws", "3", "Ah", "openers"]
)


@given(st.lists(st.lists(SOME_WORDS | st.text(max_size=3), max_size=8).map(" ".join), max_size=4))
def test_any_text_is_either_read_or_named_by_its_lines(lines: list[str]) -> None:
    text = HEAD_TEXT + "\n".join(lines)
    try:
        gamefile = parse(text)
    except GameFileError as wrong:
        named = {error.line for error in wrong.errors}
    else:
        named = set()
        assert parse(write(gamefile)) == gamefile
    assert named <= set(range(5, 6 + text.count("\n")))


# -- what goes wrong in play -----------------------------------------------------------------------------------


def test_an_act_that_is_refused_is_named_with_its_line_and_law_and_ends_the_play() -> None:
    with pytest.raises(GameFileError) as wrong:
        play(parse(HEAD_TEXT + "game dealer A\ndeal\nC stakes 5\nexpect pool 100\n"))

    assert [(error.line, error.law) for error in wrong.value.errors] == [(7, 25)]
    assert str(wrong.value) == "line 7: to open he stakes at least 6, not 5 (law 25)"


def test_a_sitting_that_cannot_be_opened_is_refused_at_its_head() -> None:
    with pytest.raises(GameFileError) as wrong:
        play(parse("# too high\nante 7\nlimit 12\nplayers A, B\ncounters A: 1 red\n"))

    assert [(error.line, error.law) for error in wrong.value.errors] == [(2, 19)]


def test_expectations_that_fail_are_all_reported_and_say_what_is_so() -> None:
    text = HEAD_TEXT + "game dealer A\nexpect pool 4\nexpect A has 60\nexpect B has 60\nexpect laws 59\n"
    with pytest.raises(GameFileError) as wrong:
        play(parse(text))

    assert [error.sentence for error in wrong.value.errors] == [
        "line 6: 'expect pool 4' fails; the table says 'expect pool 3'",
        "line 8: 'expect B has 60' fails; the table says 'expect B has 57'",
        "line 9: no game has been settled yet",
    ]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("expect refused\nC stakes 6", "nothing refuses 'C stakes 6'"),
        ("expect refused 26\nC stakes 5", "the table says 'expect refused 25 opening_too_small'"),
        ("expect refused 25 above_limit\nC stakes 5", "the table says 'expect refused 25 opening_too_small'"),
        ("expect refused above_limit\nC draws 1", "the table says 'expect refused wrong_phase'"),
        ("expect refused 25\nexpect pool 3", "the act that is refused must follow on the next line"),
        ("expect refused 25", "an act that is refused must follow on the next line"),
    ],
)
def test_a_refusal_that_does_not_come_as_expected_is_reported(lines: str, message: str) -> None:
    played = rehearse(parse(HEAD_TEXT + "game dealer A\ndeal\n" + lines))

    assert [error.line for error in played.errors] == [7]
    assert message in played.errors[0].message


def test_an_act_that_was_to_be_refused_and_is_not_leaves_no_trace() -> None:
    text = HEAD_TEXT + "game dealer A\ndeal\nexpect refused\nC stakes 6\nexpect pool 3\nexpect turn C"

    assert [error.line for error in rehearse(parse(text)).errors] == [7]


def test_results_are_expected_whole() -> None:
    text = HEAD_TEXT + "game dealer A\ndeal\nC stakes 6\nA passes\nB passes\nexpect results C +3"
    (error,) = rehearse(parse(text)).errors

    assert "the table says 'expect results C +3, B -3'" in error.message


def test_what_was_played_is_told_line_by_line_with_what_followed() -> None:
    gamefile = parse(HEAD_TEXT + "game dealer A\ndeal\nC stakes 6\nexpect pool 8\nA stakes 1")
    rows = report(rehearse(gamefile)).splitlines()

    assert rows[0].split() == ["1", "ante", "3", "sitting.opened"]
    assert rows[-5].endswith("game.staked opened (law 25) -> say A")
    assert rows[-4].endswith("'expect pool 8' fails; the table says 'expect pool 9'")
    assert rows[-1] == "line 9: to go in he stakes at least 6, not 1 (law 26)"


# -- what was recorded can be said again -----------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_recorded_action_follows_again_from_its_command(path: Path) -> None:
    for events in play(parse(path.read_text(encoding="utf-8"))).game_events:
        state = game_fold.fold(events[:1])
        for event in events[1:]:
            if isinstance(event, Action):
                followed, after = decide(state, command_of(event))
                assert followed[0] == event
                state = game_fold.fold(followed, state)
                assert state == after
        assert state == game_fold.fold(event for event in events if not isinstance(event, GamePaid))


def test_every_kind_of_action_occurs_in_some_game() -> None:
    plays = [play(parse(path.read_text(encoding="utf-8"))) for path in FILES]
    recorded = {type(event) for played in plays for events in played.game_events for event in events}

    assert recorded >= kinds_in(game_events, Action) | kinds_in(mishaps, Action)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_sitting_is_written_as_a_file_that_plays_to_the_same_events(path: Path) -> None:
    played = play(parse(path.read_text(encoding="utf-8")))
    games = {f"game {number}": events for number, events in enumerate(played.game_events, start=1)}

    exported = from_events(played.sitting_events, games, {}, currency="GBP")
    again = play(parse(write(exported)))

    assert parse(write(exported)) == exported
    assert again.game_events == played.game_events
    # The rehearsal makes up the id of the earlier sitting from which a pool stands over, and nothing else.
    assert again.sitting_events == played.sitting_events
    settled = [line for line in exported.lines if isinstance(line.act, ExpectResults)]
    assert len(settled) == sum(as_awarded(events) is not None for events in games.values())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_one_game_of_a_sitting_is_written_as_a_file_of_its_own_that_ends_alike(path: Path) -> None:
    played = play(parse(path.read_text(encoding="utf-8")))
    for events in played.game_events:
        alone = game_from_events(played.sitting_events[0], events, {})
        assert parse(write(alone)) == alone
        again, before = play(alone).game, game_fold.fold(events)
        assert again is not None
        assert (again.phase, again.settlement, again.pool) == (before.phase, before.settlement, before.pool)


def test_a_reward_that_stood_over_needs_a_sitting_with_a_reward() -> None:
    head = "ante 3\nlimit 12\nplayers A, B\n{}agreed by all\nkitty holds 4\n"
    assert play(parse(head.format("kitty 3 for reward fours\n"))).sitting_events[0].kitty == 4
    for kitty in ("kitty 3 for expenses\n", ""):
        with pytest.raises(GameFileError, match="only a reward stands over"):
            play(parse(head.format(kitty)))


def illustrated() -> tuple[Any, Mapping[str, Any]]:
    (path,) = (path for path in FILES if path.stem == "illustrated")
    played = play(parse(path.read_text(encoding="utf-8")))
    return played.sitting_events, {"game 1": played.game_events[0]}


def test_an_exported_file_names_the_members_and_tells_those_apart_who_share_a_name() -> None:
    names = {"A": "Alice", "B": "Hare", "C": "Hare", "D": "bank"}

    exported = from_events(*illustrated(), names)

    assert exported.opening.seats == ("Alice", "B", "C", "D", "E")
    assert "Alice stakes 18" in write(exported)


def test_what_a_game_file_cannot_say_is_not_left_out_in_silence() -> None:
    events, games = illustrated()

    with pytest.raises(ValueError, match=r"a game file has no line for club\.member_joined"):
        from_events((*events, MemberJoined(member="F", name="Fanny")), games, {})


def test_a_draw_whose_number_is_withheld_cannot_be_said_again() -> None:
    with pytest.raises(ValueError, match="withheld"):
        command_of(Drew(step=1, law=39, turn=Turn(phase="draw"), player="A"))


@given(one_of_all_acts(("Ann", "Ben")))
def test_players_are_renamed_wherever_an_act_names_them(act: Act) -> None:
    there = renamed(act, {"Ann": "Nan", "Ben": "Neb"}.__getitem__)

    assert not {"Ann", "Ben"} & names_in(there)
    assert renamed(there, {"Nan": "Ann", "Neb": "Ben"}.__getitem__) == act


def names_in(value: Any) -> set[str]:
    """Every word that an act holds, free text excepted."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, Mapping):
        return names_in((*value, *value.values()))
    if isinstance(value, tuple):
        return set().union(*map(names_in, value))
    if isinstance(value, Act | Command | EntryCommand):
        free = {"note", "hand"}
        return names_in(tuple(getattr(value, f.name) for f in fields(value) if f.name not in free))
    return set()


def test_a_deal_is_no_players_act() -> None:
    (line,) = parse(HEAD_TEXT + "deal").lines[4:]

    assert line.act == Record(Deal())
