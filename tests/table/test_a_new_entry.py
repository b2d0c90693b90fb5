"""What a new kind of entry takes: its command, its event, its rule, its state change, and one line of the table.

The test adds a new kind, a pledge that a player leaves with the bank, to a copy of the source. Without further changes
a pledge is then recorded from a game file, written to one, decided again in a correction, kept from other players, and
known to move no money. For HTTP it takes a schema and a route besides.
"""

import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

EVENT = '''

@fact("sitting.pledge_taken")
class PledgeTaken(Entry, frozen=True, kw_only=True):
    """A player left a pledge with the bank. `pledged` is what all his pledges are worth."""

    player: Member
    worth: int
    pledged: int
'''

FIELD = """    version: int = 0
    pledges: Mapping[Member, int] = field(default_factory=dict)
"""

STATE = """def _pledged(sitting: Sitting, event: PledgeTaken) -> Sitting:
    return replace(sitting, pledges={**sitting.pledges, event.player: event.pledged})


CHANGES: """

COMMAND = '''

@dataclass(frozen=True, slots=True, kw_only=True)
class Pledge(EntryCommand):
    """A player leaves a pledge with the bank."""

    player: Member
    worth: Amount
'''

RULE = '''

def take_pledge(sitting: Sitting, command: Pledge) -> PledgeTaken:
    """Take a pledge of a player who is seated."""
    check_open(sitting)
    if command.player not in sitting.seats:
        raise Invalid({"player": ["is not seated at this sitting"]})
    pledged = sitting.pledges.get(command.player, 0) + command.worth
    return PledgeTaken(entry=sitting.entries + 1, player=command.player, worth=command.worth, pledged=pledged)
'''

LINE = """ENTRIES = (
    EntryKind(
        word="pledges",
        command=Pledge,
        event=PledgeTaken,
        rule=till.take_pledge,
        line="pledge of {player}: {worth}",
        whose=("player",),
        moves_money=False,
    ),
"""

SCHEMA = '''class Pledged(Schema):
    """A pledge, and what all his pledges are worth."""

    id = fields.Integer(required=True)
    pledged = fields.Integer(required=True)


class NewPledge(NewEntry):
    """A pledge to be taken."""

    command = commands.Pledge
    answer = Pledged
    player = Id(required=True)
    worth = Whole(least=1, required=True)


# The list of all of them
'''

ROUTE = '''

@noun.enters(NewPledge)
def take_pledge(call: Call) -> Answer:
    """Take a pledge of a player."""
    return entered(call)
'''

END = ""
"""Instead of some words of a file: its end."""

EDITS: Mapping[str, Mapping[str, str]] = {
    "ledger/events/sitting.py": {END: EVENT},
    "ledger/state/sitting.py": {
        "    PaymentMade,\n": "    PaymentMade,\n    PledgeTaken,\n",
        "    version: int = 0\n": FIELD,
        "CHANGES: ": STATE,
        "    LimitsSet: _limited,\n": "    LimitsSet: _limited,\n    PledgeTaken: _pledged,\n",
    },
    "ledger/table/commands.py": {END: COMMAND},
    "ledger/table/till.py": {
        ", PaymentMade\n": ", PaymentMade, PledgeTaken\n",
        "import BuyBack, Pay, ": "import BuyBack, Pay, Pledge, ",
        END: RULE,
    },
    "ledger/table/entries.py": {
        "    PaymentMade,\n": "    PaymentMade,\n    PledgeTaken,\n",
        "EntryCommand, Pay, ": "EntryCommand, Pay, Pledge, ",
        "ENTRIES = (\n": LINE,
    },
}
"""What is written for a new entry, by file and by the words in whose place it is written."""

OUTSIDE: Mapping[str, Mapping[str, str]] = {
    "api/schemas/entries.py": {"# The list of all of them\n": SCHEMA, "in (NewSale, ": "in (NewPledge, NewSale, "},
    "api/routes/till.py": {"import NewBuyBack, NewPayment, ": "import NewBuyBack, NewPayment, NewPledge, ", END: ROUTE},
}
"""What is written besides, so that it is taken over HTTP."""


def written_in(house: Path, edits: Mapping[str, Mapping[str, str]]) -> None:
    """Write the edits into a copy of the source. Each place to edit must occur once."""
    for name, places in edits.items():
        text = (house / name).read_text()
        for place, words in places.items():
            if place == END:
                text += words
            else:
                assert text.count(place) == 1, (name, place)
                text = text.replace(place, words)
        (house / name).write_text(text)


def run(house: Path, script: str) -> str:
    """The output of a program that runs in a copy of the source."""
    process = subprocess.run(
        [sys.executable, "-W", "error", "-c", script], cwd=house, capture_output=True, text=True, check=False
    )
    assert process.returncode == 0, process.stderr
    return process.stdout


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the source to which pledges are added."""
    copy = tmp_path_factory.mktemp("house")
    for top in ("ledger", "projections", "api", "ops"):
        shutil.copytree(ROOT / top, copy / top, ignore=shutil.ignore_patterns("__pycache__"))
    written_in(copy, EDITS)
    return copy


PLAYED = '''
from ledger.gamefile import from_events, parse, play, write
from ledger.events.sitting import PledgeTaken

TEXT = """ante 3
limit 12
players A, B

pledge of A: 5
pledge of B: 2
pledge of A: 4
"""
played = play(parse(TEXT))
events = played.sitting_events
'''


def test_it_is_recorded_from_a_game_file_and_written_as_one(house: Path) -> None:
    script = (
        PLAYED
        + """
assert dict(played.sitting.pledges) == {"A": 9, "B": 2}
assert write(from_events(events, {}, {})).endswith(TEXT.partition("players A, B\\n")[2])
pledge = 'ante 3\\nlimit 12\\nplayers "pledge", B\\n\\npledge of "pledge": 1\\n'
assert write(parse(pledge)) == pledge, "a word that begins a line is written in quotation marks where it is a name"
"""
    )
    run(house, script)


def test_it_is_decided_again_where_a_correction_strikes_what_came_before(house: Path) -> None:
    script = (
        PLAYED
        + """
from ledger.afterwards.sitting_corrections import strike
from ledger.state.sitting import fold

correction = strike(events, [1], "it was brass", {})
assert correction.replaced == (PledgeTaken(entry=3, player="A", worth=4, pledged=4),)
assert dict(fold([*events, correction]).pledges) == {"A": 4, "B": 2}
"""
    )
    run(house, script)


def test_it_is_kept_from_other_players_and_moves_no_money(house: Path) -> None:
    script = (
        PLAYED
        + """
from ledger.books.postings import postings
from ledger.telling.redaction import Reader, known_event

taken = events[1]
assert known_event(taken, Reader("player", "A")) == known_event(taken, Reader("auditor")) == taken
assert known_event(taken, Reader("player", "B")) is None
assert postings(taken, "s") == ()
"""
    )
    run(house, script)


@pytest.mark.slow
def test_without_a_schema_and_a_route_it_is_named_as_what_is_missing(house: Path) -> None:
    shutil.copytree(ROOT / "tests", house / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    assert "['a schema', 'a route'] == []" in declared_whole(house)
    written_in(house, OUTSIDE)
    assert "1 passed" in declared_whole(house)


def declared_whole(house: Path) -> str:
    """The output of the test of declarations for pledges."""
    test = ["tests/table/test_entries.py", "-k", "declared_whole and pledges", "--noconftest", "-p", "no:cacheprovider"]
    python = [sys.executable, "-m", "pytest", *test]
    return subprocess.run(python, cwd=house, capture_output=True, text=True, check=False).stdout
