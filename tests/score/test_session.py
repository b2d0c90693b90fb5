"""An evening at the prompt, recorded on a real PostgreSQL line by line, each once."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from ledger.application.club_books import ClubBooks
from ledger.gamefile import parse, play
from ledger.store import Directory, SharedPool
from ops.database import DatabaseMissing
from ops.fuzz_score import Fuzzer, check
from ops.score.journal import BadJournal, opened
from ops.score.sending import Sender
from ops.score.session import Session
from ops.score.table import whose_turn
from tests.conftest import NoteSeed
from tests.score.conftest import SHORT, Cut, Start, in_the_record, lines_of

RESULTS = {"A": -24, "B": -48, "C": 78, "D": 0, "E": -6}


def test_the_illustrated_game_typed_in_short_words_is_recorded_and_its_file_is_a_game_file(
    start: Start, books: ClubBooks
) -> None:
    session = start(*SHORT)
    assert in_the_record(books, session) == RESULTS
    rehearsed = play(parse(session.journal.path.read_text())).sitting
    assert rehearsed is not None
    assert rehearsed.closed
    assert dict(rehearsed.won) == RESULTS
    check(session)


def test_each_line_is_recorded_as_it_is_typed(start: Start, books: ClubBooks) -> None:
    session = start(*SHORT[:6])
    for n, line in enumerate(SHORT[6:-2], 1):
        session.enter(line)
        assert books.game(books.latest_game()).step >= n
        check(session)


@pytest.mark.parametrize(
    ("typed", "law", "turn"),
    [
        ("5", "law 25", "C may stake 6 to 15 or pass"),
        ("d p", "law 23", "C may stake"),
        ("deal", "C may", "C may stake"),
    ],
)
def test_a_refused_line_names_the_law_and_the_turn_and_keeps_nothing(
    start: Start, books: ClubBooks, typed: str, law: str, turn: str
) -> None:
    session = start(*SHORT[:6])
    before, position = session.journal.path.read_bytes(), books.store.max_position()
    answer = session.enter(typed)
    assert answer.refused
    assert law in " ".join(answer.rows)
    assert turn in " ".join(answer.rows)
    assert (session.journal.path.read_bytes(), books.store.max_position()) == (before, position)


@pytest.mark.parametrize(("typed", "meant"), [("fold", "passes"), ("C folds", "passes"), ("bet 6", "stakes")])
def test_a_word_of_another_table_is_answered_by_the_word_of_this_one(start: Start, typed: str, meant: str) -> None:
    assert f"did you mean {meant}?" in start(*SHORT[:6]).enter(typed).rows[0]


@pytest.mark.parametrize(
    ("begun", "typed", "rows"),
    [
        (3, "c all 200o", ("counters all: 200o: expected how many counters, found '200o'", "'help counters' explains")),
        (4, "b b a 107 ood", ("buy back A: 107 ood: ", "found 'ood'; did you mean odd?", "'help buy' explains")),
        (4, "b b Abe 107 odd", ("nobody at this table is called Abe; the players are A, B, C, D, E",)),
        (4, "game d zed", ("game dealer zed: nobody at this table is called zed", "'help game' explains this line")),
        (6, "c s x", ("C stakes x: expected an amount, in whole minor units, found 'x'", "C may stake 6 to 15")),
        (6, "c sakes 6", ("found 'sakes'; did you mean stakes?", "'help' lists the lines there are")),
        (6, "c pay 5", ("C pays 5 toward: expected 'credit' or 'his', found the end of the line", "'help pays'")),
        (4, "lim b", ("limits B: expected 'no', 'loss' or 'stop', found the end of the line", "'help limits'")),
        (6, "expect trun C", ("did you mean turn?", "'help expect' explains this line")),
        (5, "s", ("'s' may mean: C straddles; C shuffles", "type more letters of the one you mean")),
        (0, "anti 3", ("write the lines 'ante …', 'limit …', 'players …' first; did you mean ante?",)),
        (4, "ante 4", ("a line 'ante …' stands in the head, before the first act", "'help ante' explains this line")),
    ],
)
def test_the_answer_points_at_the_word_that_is_wrong(
    start: Start, begun: int, typed: str, rows: tuple[str, ...]
) -> None:
    answer = start(*SHORT[:begun]).enter(typed)
    assert answer.refused
    assert all(row in "\n".join(answer.rows) for row in rows), answer.rows


# -- slips -----------------------------------------------------------------------------------------------------


def test_slips_are_struck_one_after_another_and_stay_visible_in_the_record(start: Start, books: ClubBooks) -> None:
    session = start(*SHORT[:8], "7", "strike", "strike the wrong player", "8", "strike", *SHORT[7:])
    assert in_the_record(books, session) == RESULTS
    corrections = [e for e in books.game_events(books.latest_game()) if type(e).__name__ == "GameCorrected"]
    assert [e.reason for e in corrections][1] == "the wrong player"
    assert len(corrections) == 3
    assert session.journal.path.read_text().count("#: struck ") == 3
    check(session)


def test_the_line_that_ended_a_game_is_struck_and_so_is_one_of_the_till(start: Start, books: ClubBooks) -> None:
    session = start(*SHORT[:-2], "strike", "strike", "khkdks7c4d", "qcqd8s8h2c", "c a 5 r", "strike", "b b all")
    assert in_the_record(books, session) == RESULTS
    check(session)


def test_a_game_begun_by_mistake_is_struck_if_all_its_players_agree(start: Start, books: ClubBooks) -> None:
    session = start(*SHORT[:5])
    refused = session.enter("strike")
    assert refused.refused
    assert "law 80" in refused.rows[0]
    session.enter("strike agreed")
    assert session.enter("game d b").rows[0].startswith("= game dealer B")
    check(session)


def test_what_cannot_be_struck_says_what_to_do_instead(start: Start) -> None:
    session = start(*SHORT)
    assert "poolbook correct" in session.enter("strike").rows[0]
    assert start(name="other.game").enter("strike").rows == ("there is no line to strike",)


def test_a_line_of_the_head_is_written_again_or_struck(start: Start) -> None:
    session = start("ante 3", "limit 12", "ante 4", "players A, B, C", "strike", "strike")
    assert lines_of(session.evening) == ["limit 12"]
    session = start("ante 5", "players A, B, C", "counters all: 9 red")
    assert lines_of(session.evening) == ["limit 12", "ante 5", "players A, B, C", "counters all: 9 red"]


# -- the connection --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["before", "after"])
def test_a_lost_connection_keeps_the_lines_and_sends_them_later_once(
    start: Start, cut: tuple[ClubBooks, Cut], where: str
) -> None:
    books, store = cut
    session = start(*SHORT[:9], on=books)
    store.cut = where
    answers = [session.enter(line) for line in SHORT[9:14]]
    assert not any(answer.refused for answer in answers)
    assert "not recorded yet" in " ".join(answers[2].rows)
    assert whose_turn(session.evening).startswith("E may")
    store.cut = None
    session.enter("save")
    assert session.standing() == ()
    for line in SHORT[14:]:
        session.enter(line)
    assert in_the_record(books, session) == RESULTS
    check(session)


@pytest.mark.parametrize("where", ["before", "after"])
def test_a_slip_is_struck_while_the_connection_is_lost(start: Start, cut: tuple[ClubBooks, Cut], where: str) -> None:
    books, store = cut
    session = start(*SHORT[:8], on=books)
    store.cut = where
    for line in ("7", "18", "strike", "strike"):
        session.enter(line)
    store.cut = None
    session = start(*SHORT[8:], on=books)
    assert in_the_record(books, session) == RESULTS
    check(session)


@pytest.mark.parametrize("where", ["before", "after"])
def test_started_again_on_its_file_it_goes_on_and_records_no_line_twice(
    start: Start, cut: tuple[ClubBooks, Cut], where: str
) -> None:
    books, store = cut
    session = start(*SHORT[:5], on=books)
    for n, line in enumerate(SHORT[5:]):
        store.cut = where if n % 3 == 0 else None
        session.enter(line)
        store.cut = None
        if n % 3 == 0:
            session = start(on=books)
    assert in_the_record(books, session) == RESULTS
    check(session)


def test_started_without_the_database_after_anew_it_goes_on_and_records_each_line_once(
    start: Start, books: ClubBooks
) -> None:
    session = start(*SHORT[:10])
    session.sender.halted = "somebody else has recorded something of this sitting meanwhile"
    assert not session.enter("anew").refused
    session.enter(SHORT[10])
    session.journal.close()
    away = True

    def open_books() -> ClubBooks:
        if away:
            raise DatabaseMissing("no database answers")
        return books

    journal = opened(session.journal.path)
    session = Session(Sender(open_books, journal.evening), journal)
    session.load()
    for line in SHORT[11:16]:
        answer = session.enter(line)
        assert not answer.refused
    assert "6 lines are not recorded yet (the database cannot be reached)" in answer.rows[-1]
    assert session.enter("save").rows[-1] == "why: no database answers"
    assert "the record cannot be read now" in session.enter("anew").rows[0]
    away = False
    for line in SHORT[16:]:
        assert not session.enter(line).refused
    assert session.standing() == ()
    assert in_the_record(books, session) == RESULTS
    check(session)
    journal.close()


SHORT_GAME = ("ante 3", "limit 12", "players A, B, C, D", "c all 20 r", "game dealer A sitting out D", "deal", "6")
"""A game in which C has opened, and A and B are to say; D sits out."""


@pytest.mark.parametrize(
    ("slips", "then"),
    [
        pytest.param(("p", "p", "strike", "counters D: 5 red", "strike"), "p", id="the first ended the game"),
        pytest.param(("p", "strike", "B passes irregularly", "strike"), "6", id="after the first it would end it"),
    ],
)
def test_lines_that_were_struck_one_after_another_are_known_in_their_order_when_it_is_started_again(
    start: Start, slips: tuple[str, ...], then: str
) -> None:
    assert start(*SHORT_GAME, *slips).standing() == ()
    session = start()
    assert session.standing() == ()
    assert not session.enter(then).refused
    assert session.standing() == ()
    check(session)


def test_after_anew_a_game_begun_by_mistake_is_struck_and_the_one_before_goes_on(
    start: Start,
) -> None:
    session = start(*SHORT_GAME, "p", "p", "game")
    session.sender.halted = "somebody else has recorded something of this sitting meanwhile"
    assert not session.enter("anew").refused
    assert not session.enter("strike agreed").refused
    session = start("game")
    assert session.standing() == ()
    check(session)


# -- two terminals ---------------------------------------------------------------------------------------------


def test_a_file_that_another_terminal_scores_in_is_refused(start: Start) -> None:
    session = start(*SHORT[:4])
    with pytest.raises(BadJournal, match="another terminal"):
        opened(session.journal.path)


def test_what_somebody_else_recorded_stops_the_lines_until_the_record_is_read_anew(
    start: Start, books: ClubBooks, tmp_path: Path
) -> None:
    first = start(*SHORT[:8])
    copy = tmp_path / "copy.game"
    copy.write_bytes(first.journal.path.read_bytes())
    second = start("6", name="copy.game")
    answer = first.enter("18")
    assert "somebody else has recorded" in " ".join(answer.rows)
    assert first.enter("p").refused
    anew = first.enter("anew")
    assert "C stakes 6" in first.journal.path.read_text()
    assert "# not recorded: E stakes 18" in first.journal.path.read_text()
    assert "not recorded, type them again if they still hold: E stakes 18" in anew.rows
    assert lines_of(first.evening)[-1] == lines_of(second.evening)[-1] == "E stakes 6"
    check(first)
    first = start(*SHORT[9:11], "strike", "strike", "strike", *SHORT[8:])
    assert in_the_record(books, first) == RESULTS
    assert second.enter("anew").rows
    assert lines_of(second.evening)[-1] == "close"


# -- members ---------------------------------------------------------------------------------------------------


def test_a_stranger_is_offered_as_a_new_member_after_did_you_mean(start: Start) -> None:
    start(*SHORT[:3], "ante 4")
    session = start("ante 3", "limit 12", name="other.game", add_members=False)
    questions: list[str] = []

    def answering(answer: bool) -> Callable[[str], bool]:
        return lambda question: questions.append(question) or answer  # type: ignore[func-returns-value]

    session.ask = answering(False)
    refused = session.enter("players A, Bee, C")
    assert refused.refused
    assert refused.rows[0].startswith("Bee is no member of the club")
    assert questions == ["Enter Bee as a new member of the club?"]
    session.ask = answering(True)
    session.enter("players A, Bee, C")
    session.enter("players A, Be, C")
    assert questions[1:] == ["Enter Bee as a new member of the club?", "No member is called Be. Do you mean Bee?"]
    assert lines_of(session.evening)[-1] == "players A, Bee, C"


# -- files that were begun elsewhere ---------------------------------------------------------------------------


def test_a_file_written_by_hand_is_gone_on_with(start: Start, books: ClubBooks, tmp_path: Path) -> None:
    head = "# our evening\nante 3\nlimit 12\nplayers A, B, C, D, E   # to the left\n"
    text = f"{head}\ncounters all: 10 red 5 white 5 blue\n"
    (tmp_path / "evening.game").write_text(text)
    session = start("game d a", *SHORT[5:])
    assert in_the_record(books, session) == RESULTS
    assert session.journal.path.read_text().endswith("close\n")
    assert text in session.journal.path.read_text()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("ante 3\nlimit 12\nplayers A, B\nC passes\n", "line 4 of .* 'C passes': expected a player's name"),
        ("#: evening none\n", "was changed"),
        ("#: evening 5f0c1c1e-6a1f-4f0e-9f5e-0d7a4d1f0a11\n#: recorded what\nante 3\n", "was changed"),
        ("#: struck C passes\n", "line 1 of"),
    ],
)
def test_a_file_that_is_wrong_is_named_with_its_line(start: Start, tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "evening.game").write_text(text)
    with pytest.raises(BadJournal, match=why):
        start()


# -- by chance -------------------------------------------------------------------------------------------------


def test_mutated_lines_leave_the_record_as_the_kept_lines_say(
    pool: SharedPool, directory: Directory, tmp_path: Path, note_seed: NoteSeed
) -> None:
    seed = Random().randrange(10**9)
    note_seed(seed)
    Fuzzer(pool, directory, tmp_path, Random(seed)).run(60)
