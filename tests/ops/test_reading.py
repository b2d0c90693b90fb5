"""The books read in the terminal: tables, CSV and JSON, the names that people use, and what goes wrong."""

import csv
import io
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from click.testing import CliRunner, Result
from psycopg.conninfo import conninfo_to_dict

from ops.cli import COMMANDS, main
from tests.conftest import NewDatabase
from tests.ops.conftest import ROOT, Served, environment

UUID_FORM = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")

Reads = Callable[..., Any]


@pytest.fixture
def reads(served: Served) -> Reads:
    """Runs a command that must succeed with nothing on standard error; its JSON."""
    served.get(f"/v1/clubs/{served.club}/sittings?at_least=1")

    def read(*arguments: str) -> Any:
        result = served.ask(*arguments, "--format", "json")
        assert (result.exit_code, result.stderr) == (0, "")
        return json.loads(result.stdout)

    return read


ILLUSTRATED_FILE = ROOT / "ops" / "demo" / "illustrated.game"


def api_rows(served: Served, path: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = served.get(f"/v1/clubs/{served.club}/{path}?limit=200")["items"]
    return rows


def test_lists_with_ids_are_those_of_the_api(served: Served, reads: Reads) -> None:
    assert reads("sittings", "--ids") == api_rows(served, "sittings")
    assert reads("members", "--ids") == api_rows(served, "members")
    by_player = {row["player"]: row for row in api_rows(served, "results")}
    assert {row["player"]: row for row in reads("results", "--ids")} == by_player
    member = next(row["id"] for row in api_rows(served, "members") if row["name"] == "Ambrose")
    assert reads("account", "Ambrose", "--ids") == api_rows(served, f"members/{member}/account")[::-1]
    latest = api_rows(served, "sittings")[0]["id"]
    assert reads("sheet", "--ids") == [served.get(f"/v1/sittings/{latest}/buy-back")]
    assert reads("account", "--ids") == served.get(f"/v1/clubs/{served.club}/books")["accounts"]
    (dispute,) = reads("disputes", "--ids")
    game = dispute.pop("game")
    assert [dispute] == served.get(f"/v1/games/{game}/disputes")["items"]


READERS = ("members", "clubs", "sittings", "results", "results Ambrose", "sheet 1895-11-02", "account",
           "account Ambrose", "disputes")  # fmt: skip


@pytest.mark.parametrize("command", READERS)
def test_no_id_stands_where_a_name_can_and_all_formats_have_the_same_rows(served: Served, command: str) -> None:
    table = served.ask(*command.split())
    as_csv = served.ask(*command.split(), "--format", "csv")
    as_json = served.ask(*command.split(), "--format", "json")
    assert {result.exit_code for result in (table, as_csv, as_json)} == {0}
    for result in (table, as_csv, as_json):
        without_addresses = re.sub(r'"/v1/\S+"', "", result.stdout)
        assert UUID_FORM.search(without_addresses) is None
        assert "\x1b" not in result.stdout
    rows = json.loads(as_json.stdout)
    if command.startswith("sheet"):
        rows = rows[0]["players"]
    read_back = list(csv.DictReader(io.StringIO(as_csv.stdout, newline="")))
    assert len(read_back) == len(rows) > 0
    assert as_csv.stdout_bytes.count(b"\r\n") == as_csv.stdout_bytes.count(b"\n") == len(rows) + 1
    first = next(iter(rows[0]))
    assert [row[first] for row in read_back] == [str(row[first] or "") for row in rows]


def test_sittings_are_found_by_days_member_and_state(reads: Reads) -> None:
    def numbers(*options: str) -> set[int]:
        # Other tests record evenings of other days in the same club.
        return {row["number"] for row in reads("sittings", *options)} & {1, 2, 3, 4}

    assert numbers() == {1, 2, 3, 4}
    assert numbers("--to", "1895-10-31") == {1, 2}
    assert numbers("--from", "1895-10-06", "--to", "1895-11-02") == {2, 3}
    assert numbers("--state", "closed") == {1, 2, 3}
    assert numbers("--member", "florence") == {3, 4}
    assert {row["status"] for row in reads("sittings", "--state", "open")} == {"open"}


def test_amounts_are_written_as_people_write_them(served: Served) -> None:
    shown = served.ask("results", "Ambrose", "--to", "1895-12-31").stdout.splitlines()
    assert shown[0].split() == ["evening", "no.", "games", "result", "running"]
    assert shown[2].split() == ["1895-10-19", "2", "8", "-6s", "6d", "-6s", "6d"]
    assert [len(line) for line in shown[2:4]] == [len(shown[2])] * 2, "numbers stand to the right"


def test_a_running_result_is_drawn_only_where_it_is_wanted(served: Served) -> None:
    plain = served.ask("results", "Ambrose").stdout
    drawn = served.ask("results", "Ambrose", "--draw").stdout
    assert drawn.startswith(plain)
    assert "┤" in drawn
    assert "-13s 11d┤" in drawn
    assert "1895-10-19" in drawn.splitlines()[-1]
    assert max(map(len, drawn.splitlines())) <= 100


def test_a_statement_ends_with_what_he_has_and_owes(served: Served) -> None:
    lines = served.ask("account", "Beatrice").stdout.splitlines()
    assert lines[2].split()[:4] == ["1895-10-19", "counters", "bought", "counters"]
    assert lines[-1].startswith("Beatrice has ")
    assert "is owed by Ambrose 3d" in lines[-1]


def test_a_name_with_brackets_is_shown_as_it_is(served: Served) -> None:
    assert served.ask("rename", "member", "E", "[bold]E").exit_code == 0
    for command in ("members", "results", "sheet 1", "account [bold]E", "what-if 1 hearts=always", "replay 1/1"):
        shown = served.ask(*command.split())
        assert (shown.exit_code, "[bold]E" in shown.stdout) == (0, True), command
    assert served.ask("rename", "member", "[bold]E", "E").exit_code == 0


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("account Ambros", "no member has the name or id Ambros (did you mean Ambrose?); `poolbook members`"),
        ("sheet 1895-11-03", "this club has no sitting on 1895-11-03 (did you mean 1895-11-02"),
        ("sheet 99", "this club has no sitting 99: its sittings are numbered 1 to "),
        ("sheet tomorrow", "this club has no sitting tomorrow; name it by `latest`, its day"),
        ("replay 1895-11-02/25", "this club has no game 1895-11-02/25: 1 to 24 were begun at that sitting"),
        ("replay 1895-11-02", "this club has no game 1895-11-02; name it by `latest`, its sitting and number"),
        ("members --club Demonstration", "choose a club with --club, by its name or id"),
        ("members --club 'The Demonstration Klub'", "(did you mean The Demonstration Club?)"),
    ],
)
def test_a_name_that_names_nothing_is_one_line_with_what_was_meant(served: Served, command: str, sentence: str) -> None:
    result = served.ask(*shlex.split(command))
    assert result.exit_code == 65
    assert sentence in result.stderr
    assert len(result.stderr.splitlines()) == 1


def on_database(conninfo: str, *arguments: str) -> Result:
    """Run a command on a database of the tests."""
    place = conninfo_to_dict(conninfo)
    where = urlencode({name: place[name] for name in ("host", "port") if name in place})
    url = f"postgresql://{place.get('user', '')}@/{place['dbname']}?{where}"
    inherited: dict[str, str | None] = dict.fromkeys(name for name in os.environ if name.startswith("POOLBOOK_"))
    return CliRunner().invoke(main, arguments, env={**inherited, "POOLBOOK_DATABASE_URL": url})


def test_an_empty_club_and_no_club_and_several_say_what_to_do(
    new_database: NewDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = new_database()
    monkeypatch.setattr("ops.reading.opened.SOON_FOLDED", 0)
    none = on_database(url, "sittings")
    assert (none.exit_code, "There is none: `poolbook club NAME` makes one" in none.stderr) == (65, True)
    assert on_database(url, "clubs").stderr == "there is no club yet: `poolbook club NAME` makes one\n"
    assert on_database(url, "club", "The Portland").exit_code == 0
    for command in ("sheet", "replay latest", "what-if latest hearts=always"):
        refused = on_database(url, *command.split())
        assert (refused.exit_code, "`poolbook record FILE` records one" in refused.stderr) == (65, True), command
    behind = on_database(url, "sittings")
    assert behind.exit_code == 0
    assert "the lists have come to position 0 of the log, which is at 2: `poolbook rebuild`" in behind.stderr
    monkeypatch.undo()
    assert on_database(url, "sittings").stderr == "this club has no sittings yet: `poolbook record FILE` records one\n"
    assert on_database(url, "results", "--format", "json").stdout == "[]\n"
    assert on_database(url, "sittings", "--format", "csv").stdout.startswith("id,number,held_on,status,")
    recorded = on_database(url, "record", "--add-members", str(ILLUSTRATED_FILE))
    assert recorded.exit_code == 0
    assert len(json.loads(on_database(url, "results", "--format", "json").stdout)) == 5, "no service need run for it"
    assert on_database(url, "club", "The Turf").exit_code == 0
    several = on_database(url, "members")
    assert several.exit_code == 65
    assert re.search(r"--club, by its name or id. There are: The Portland \(.*\), The Turf \(", several.stderr)


def test_a_database_that_is_away_is_one_line() -> None:
    result = on_database("user=nobody host=127.0.0.1 port=1 dbname=none", "results")
    assert (result.exit_code, len(result.stderr.splitlines())) == (69, 1)


def test_a_terminal_of_forty_columns_without_unicode_gets_question_marks_and_no_traceback(served: Served) -> None:
    served.post(f"/v1/clubs/{served.club}/members", {"name": "Zoë Ω"})
    narrow = {"POOLBOOK_DATA_DIR": str(served.place), "COLUMNS": "40"}
    for command in ("members", "sheet", "account", "results Ambrose --draw", "replay 1895-11-02/1", "--help"):
        result = CliRunner(charset="ascii").invoke(main, command.split(), env=narrow)
        assert result.exit_code == 0, result.exception
        assert result.stdout_bytes.isascii()
        if command != "--help":
            assert max(map(len, result.stdout.splitlines())) <= 40
    names = CliRunner(charset="ascii").invoke(main, ["members"], env=narrow).stdout
    assert "Zo? ?" in names
    as_csv = CliRunner(charset="ascii").invoke(main, ["members", "--format", "csv"], env=narrow).stdout_bytes
    assert "Zoë Ω" in as_csv.decode(), "what programs read is UTF-8"


@pytest.mark.parametrize("command", ["sheet 3", "sheet latest", "account", "account Beatrice", "sittings", "results"])
def test_every_heading_stands_on_one_line_of_eighty_columns(served: Served, command: str) -> None:
    wide = {"POOLBOOK_DATA_DIR": str(served.place), "COLUMNS": "80"}
    lines = CliRunner().invoke(main, command.split(), env=wide).stdout.splitlines()
    rules = [number for number, line in enumerate(lines) if line.startswith("───")]
    assert rules
    for number in rules:
        above = lines[number - 2] if number > 1 else ""
        assert above.strip() in ("", "without the bank:"), above


def test_accounts_are_named_as_people_call_them(served: Served) -> None:
    named = {line.split("  ")[0] for line in served.ask("account").stdout.splitlines()[2:]}
    assert {"bank cash", "counters"} <= named


def test_a_day_that_is_none_is_answered_with_how_to_write_one(served: Served) -> None:
    for command in ("sittings", "results", "export csv"):
        refused = served.ask(*command.split(), "--from", "yesterday")
        assert "yesterday is no day: write it as 1895-11-02" in refused.stderr


def test_a_pipe_that_is_closed_early_is_no_error(served: Served) -> None:
    shell = f"{shlex.quote(sys.executable)} -m ops.cli account Ambrose --format json | head -1"
    closed = subprocess.run(
        ["bash", "-c", shell], cwd=ROOT, env=environment(served.place), capture_output=True, timeout=60
    )
    assert (closed.stdout, closed.stderr) == (b"[\n", b"")


def test_the_help_shows_every_command_under_its_heading() -> None:
    shown = CliRunner().invoke(main, ["--help"]).stdout
    assert [line.rstrip(":") for line in shown.splitlines() if line.rstrip(":") in COMMANDS] == list(COMMANDS)
    assert all(re.search(rf"^  {name} +\S", shown, re.MULTILINE) for name in main.commands)
    assert "  69  no database" in shown


def test_only_the_command_that_is_called_is_loaded() -> None:
    script = "import sys, ops.cli; assert not {'flask', 'psycopg', 'rich', 'ops.running'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True, timeout=60)
    assert "Did you mean one of: 'settings', 'sittings'?" in CliRunner().invoke(main, ["setings"]).output
