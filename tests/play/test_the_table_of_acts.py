"""An act is declared once. A new act takes a command, an event, a handler, a sentence and one entry of the table.

Where one of these is missing, a test fails that names the act and what it lacks.
"""

import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from pathlib import Path

import pytest

from api.schemas.actions import schema_for
from ledger.books.postings import MOVE_NOTHING, POSTERS
from ledger.events.base import TOPICS
from ledger.events.game import Action
from ledger.gamefile.acts import ALONE, VERBS
from ledger.gamefile.patterns import read
from ledger.gamefile.words import Words, cut_up
from ledger.play import commands
from ledger.play.acts import ACT_OF, ACT_RECORDED_AS, ACTS, Act
from ledger.play.commands import Command, Stand
from ledger.play.values import COMMON, fields_of
from ledger.telling.sentences import SENTENCES

ROOT = Path(__file__).parents[2]
STAND = ACT_OF[Stand]


def lacking(act: Act) -> list[str]:
    """What an act lacks, each in a few words."""
    problems = []
    if not callable(act.handler):
        problems.append("a handler")
    if not act.phases:
        problems.append("a phase")
    if TOPICS.get(getattr(act.event, "topic", "")) is not act.event:
        problems.append("a topic of its event")
    try:
        schema = schema_for(act)
        problems += [f"a schema field for {f.name}" for f in fields_of(act.command) if f.name not in schema().fields]
    except (TypeError, KeyError) as why:
        problems.append(f"a schema field: {why}")
    if act.event not in SENTENCES:
        problems.append("a sentence")
    if act.event not in POSTERS and act.event not in MOVE_NOTHING and act.moves_money:
        problems.append("postings")
    if act.line is None and act.command not in {command for command, _ in (*VERBS.values(), *ALONE.values())}:
        problems.append("a line of the game file")
    if act.line is not None and not all(f"{{{f.name}}}" in act.line for f in fields_of(act.command) if f.required):
        problems.append("a required field in its line")
    return problems


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.word)
def test_every_act_lacks_nothing(act: Act) -> None:
    assert lacking(act) == []


def test_no_two_acts_share_a_word_a_command_or_an_event() -> None:
    assert len({act.word for act in ACTS}) == len(ACT_OF) == len(ACT_RECORDED_AS) == len(ACTS)


def test_every_command_and_every_recorded_act_is_in_the_table() -> None:
    declared = {kind for kind in vars(commands).values() if isinstance(kind, type) and issubclass(kind, Command)}
    assert set(ACT_OF) == declared - {Command}
    assert set(ACT_RECORDED_AS) == {event for event in TOPICS.values() if issubclass(event, Action)}


def test_a_command_s_fields_stand_in_its_event_or_are_made_from_it() -> None:
    differing = {("deal", "cards"), ("deal", "cut"), ("draw", "discard")}
    for act in ACTS:
        recorded = set(act.event.__struct_fields__)
        missing = {f.name for f in fields(act.command) if f.metadata.get("recorded_as", f.name) not in recorded}
        assert {(act.word, name) for name in missing - COMMON} <= differing


@dataclass(frozen=True, slots=True, kw_only=True)
class Whistle(Command):
    """A command with a field that no schema can take."""

    tune: complex


class Unnamed(Action):
    """An event without a topic."""


@pytest.mark.parametrize(
    ("act", "lacks"),
    [
        (lambda: replace(STAND, handler=None), "a handler"),
        (lambda: replace(STAND, phases=frozenset()), "a phase"),
        (lambda: replace(STAND, event=Unnamed), "a topic of its event"),
        (lambda: replace(STAND, event=Unnamed), "a sentence"),
        (lambda: replace(STAND, event=Unnamed, moves_money=True), "postings"),
        (lambda: replace(STAND, command=Whistle), "a schema field: a command cannot hold <class 'complex'>"),
        (lambda: replace(STAND, command=type("Hum", (Command,), {}), line=None), "a line of the game file"),
        (
            lambda: replace(ACT_OF[next(a.command for a in ACTS if a.word == "stake")], line="{player} stakes"),
            "a required",
        ),
    ],
    ids=["handler", "phase", "topic", "sentence", "postings", "schema", "line", "field in the line"],
)
def test_an_act_that_lacks_something_is_named_with_it(act: Callable[[], Act], lacks: str) -> None:
    try:
        problems = lacking(act())
    except TypeError as why:
        problems = [f"a schema field: {why}"]
    assert any(problem.startswith(lacks) for problem in problems), problems


def test_a_part_in_brackets_may_be_left_out() -> None:
    misdeal = next(act for act in ACTS if act.word == "misdeal")
    assert misdeal.line == "misdeal {reason} [of {player}]"
    for line, values in (
        ("misdeal uncut", {"reason": "uncut"}),
        ("misdeal uncut of A", {"reason": "uncut", "player": "A"}),
    ):
        assert read(misdeal.line, misdeal.command, Words(cut_up(line))) == values


COMMAND = '''

@dataclass(frozen=True, slots=True, kw_only=True)
class Toast(Command):
    """Drink the health of another player in so many glasses."""

    to: Member
    glasses: Annotated[int, Meta(ge=1, le=3, description="how many glasses")]
'''
EVENT = '''

@fact("game.toasted")
class Toasted(Action, frozen=True, kw_only=True):
    """A player drank the health of another."""

    player: Member
    to: Member
    glasses: int
'''
HANDLER = '''

from ledger.events.mishaps import Toasted
from ledger.play.commands import Toast


def toast(game: Game, member: Member, command: Toast) -> Action:
    """Law 15."""
    if command.to == member:
        raise Refused(15, "own_health", "nobody drinks his own health")
    return Toasted(**common(game, command, 15), player=member, to=command.to, glasses=command.glasses)
'''
SENTENCE = """

from ledger.events.mishaps import Toasted

SENTENCES = {**SENTENCES, Toasted: lambda e, name, amount: f"{name(e.player)} drinks to {name(e.to)}"}
"""
ENTRY = (
    'Act(word="toast", command=commands.Toast, event=mishaps.Toasted, handler=dealing.toast, phases=STAKING,'
    ' line="{player} toasts {to} in {glasses}", out_of_turn=always, keeps_turn=True),'
)
ADDED = {
    "ledger/play/commands.py": COMMAND,
    "ledger/events/mishaps.py": EVENT,
    "ledger/play/dealing.py": HANDLER,
    "ledger/telling/sentences.py": SENTENCE,
}
ACTED = """
from uuid import uuid4
from api.schemas.actions import AnyAct
from ledger.books.postings import postings
from ledger.events.mishaps import Toasted
from ledger.gamefile import parse, play, written
from ledger.gamefile.lines import Record
from ledger.play.commands import Toast
from ledger.play.commands_again import command_of
from ledger.refusals import Refused
from ledger.telling.redaction import Reader, known_events
from ledger.telling.sentences import sentence

HEAD = "ante 1\\nlimit 6\\nplayers A, B, C\\ncounters all: 9 red\\ngame dealer A\\ndeal\\n"
played = play(parse(HEAD + "A toasts B in 2\\nC passes"))
(toasted,) = [event for event in played.game_events[0] if isinstance(event, Toasted)]
assert (toasted.law, toasted.player, toasted.to, toasted.glasses, toasted.turn.player) == (15, "A", "B", 2, "C")
assert played.game.turn.player == "A" and played.game.players["C"].retired
assert command_of(toasted) == Toast(player="A", to="B", glasses=2)
assert written(Record(command_of(toasted))) == "A toasts B in 2"
assert sentence(toasted, str.lower) == "a drinks to b"
assert postings(toasted, "game") == ()
assert toasted in known_events(played.game_events[0], Reader("player", "C"))
id = str(uuid4())
body = {"action": "toast", "to": id, "glasses": 3}
assert AnyAct().load(body) == Toast(to=id, glasses=3)
assert "glasses" in str(AnyAct.kinds["toast"]().validate({**body, "glasses": 4}))
try:
    play(parse(HEAD + "A toasts A in 2"))
except Exception as refused:
    assert "nobody drinks his own health (law 15)" in str(refused)
else:
    raise AssertionError("nothing refused it")
print("it takes no more")
"""


def test_a_made_up_act_takes_a_command_an_event_a_handler_a_sentence_and_one_entry(tmp_path: Path) -> None:
    for top in ("ledger", "projections", "api"):
        shutil.copytree(ROOT / top, tmp_path / top, ignore=shutil.ignore_patterns("__pycache__"))
    for place, source in ADDED.items():
        with (tmp_path / place).open("a") as file:
            file.write(source)
    table = tmp_path / "ledger/play/acts.py"
    begins = "ACTS: tuple[Act, ...] = (\n"
    needs = "from ledger.events import mishaps\nfrom ledger.play import commands\n\n"
    table.write_text(table.read_text().replace(begins, f"{needs}{begins}    {ENTRY}\n"))
    acted = subprocess.run([sys.executable, "-c", ACTED], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert acted.stdout == "it takes no more\n", acted.stderr
