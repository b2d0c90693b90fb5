"""Plant known faults, one at a time, in a copy of the program, and show that the tool for it finds each.

`python -m ops.plant` plants all, `python -m ops.plant "events of a save swapped"` one. A tool that does not find its
fault is worth nothing: the exit code is then 1.
"""

import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import click

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("api", "ledger", "ops", "projections")
LAST_LINES = 3
"""So many of the last lines that a tool prints are shown, as what it found."""

KILL = ("ops.kill", "--clubs", "1", "--writers", "4", "--seed", "1896", "--port", "8351", "--kills")
SIMULATE = ("ops.simulate", "--seed", "1896", "--steps", "400")
FUZZ = ("ops.fuzz", "--seed", "1896", "--examples", "6")


Edit = tuple[str, str, str]
"""A file, what stands in it, and what is put in its place."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault: the edits that plant it, and the module and the options of the tool that should find it."""

    name: str
    edits: tuple[Edit, ...]
    tool: tuple[str, ...]


_RECORDER = "ledger/store/recorder.py"
_COMMITTED = "        self.datastore.announce()\n"
_SQL = "ops/migrations/poolbook_0100_all_clubs.sql"
_COMMANDS = """
    INSERT INTO {schema}.commands (club, key, request_hash, stream, from_version, to_version, recorded_at)
    SELECT of_club, made.key, made.request_hash, made.stream, made.from_version, made.to_version, record.recorded_at
    FROM jsonb_to_recordset(saves -> 'commands') AS made (
        key text, request_hash bytea, stream uuid, from_version bigint, to_version bigint);
"""
_TURN = """
    UPDATE {schema}.clubs SET position = position + events, last_at = greatest(last_at, at), gone_on = true
    WHERE id = of_club RETURNING position, last_at INTO last_position, recorded_at;
"""
_NO_TURN = """
    SELECT position + events, greatest(last_at, at) INTO last_position, recorded_at
    FROM {schema}.clubs WHERE id = of_club;
    UPDATE {schema}.clubs SET position = last_position, last_at = recorded_at, gone_on = true WHERE id = of_club;
"""
_SERVER = '["-c", "listen_addresses=",'

FAULTS = (
    Fault(
        "a command row outside the transaction of its events",
        (
            (_SQL, _COMMANDS, "\n"),
            (
                _RECORDER,
                _COMMITTED,
                "        with self.datastore.get_connection() as connection:\n"
                "            connection.execute('SELECT pg_sleep(0.01)')\n"
                "            for save in saves:\n"
                "                row = self.datastore.club, *_command_row(save.command, save.events).values(), at\n"
                "                connection.execute('INSERT INTO commands VALUES (%s, %s, %s, %s, %s, %s, %s)', row)\n"
                + _COMMITTED,
            ),
        ),
        (*KILL, "100"),
    ),
    Fault(
        "events of a save swapped",
        ((_RECORDER, "in enumerate(events, 1)", "in enumerate(reversed(events), 1)"),),
        SIMULATE,
    ),
    Fault(
        "the request of a repeat not looked at",
        (
            (
                "ledger/application/club_books.py",
                "if not self.store.is_same_request(row, request.actor, request.digest):",
                "if False:",
            ),
        ),
        SIMULATE,
    ),
    Fault(
        "no lock among the writers of a club",
        (
            (_SQL, _TURN, _NO_TURN),
            (_SQL, ",\n    CONSTRAINT stored_events_position_key UNIQUE (club, notification_id)", ""),
        ),
        (*KILL, "100"),
    ),
    Fault(
        "a settlement that cannot be answered",
        (("api/routes/games.py", "return SettledGame(events=", "return SettledGame(event="),),
        FUZZ,
    ),
    Fault(
        "a list that cannot be answered unless it is empty",
        (("api/lists.py", "    items = page.items if shown", "    items = page.items[:0] or page.items[9] if shown"),),
        FUZZ,
    ),
    Fault(
        "a database that does not sync",
        (("ops/embedded.py", _SERVER, f'["-c", "fsync=off", {_SERVER[1:]}'),),
        (*KILL, "100"),
    ),
    Fault(
        "a database whose pages may be torn",
        (("ops/embedded.py", _SERVER, f'["-c", "full_page_writes=off", {_SERVER[1:]}'),),
        (*KILL, "600"),
    ),
)


def plant(fault: Fault, copy: Path) -> None:
    """Copy the program, and put the fault in it. Raises ValueError where it has no place there any more."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, copy / package, ignore=shutil.ignore_patterns("__pycache__"))
    for name, right, wrong in fault.edits:
        text = (copy / name).read_text()
        if text.count(right) != 1:
            raise ValueError(f"{fault.name}: {name} does not have once what is to be replaced: {right!r}")
        (copy / name).write_text(text.replace(right, wrong))


def report_of(fault: Fault, copy: Path) -> str | None:
    """Run the tool for a fault in the copy that has it: the end of what it printed, or None if it found nothing."""
    module, *options = fault.tool
    run = subprocess.run(
        [sys.executable, "-m", module, *options],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
    )
    if run.returncode == 0:
        return None
    return "\n".join((run.stdout + run.stderr).strip().splitlines()[-LAST_LINES:])


@click.command()
@click.argument("names", nargs=-1, metavar="[FAULT]...")
def main(names: tuple[str, ...]) -> None:
    """Plant the FAULTs named, or all, one at a time, and report which tool found each."""
    unknown = set(names) - {fault.name for fault in FAULTS}
    if unknown:
        raise click.UsageError(f"there are: {'; '.join(fault.name for fault in FAULTS)}")
    missed = 0
    for fault in FAULTS:
        if names and fault.name not in names:
            continue
        began = time.monotonic()
        with TemporaryDirectory(prefix="poolbook-plant-", ignore_cleanup_errors=True) as directory:
            copy = Path(directory)
            copy.chmod(0o755)
            plant(fault, copy)
            end = report_of(fault, copy)
        verdict = "not found" if end is None else "found"
        click.echo(f"{fault.name}: {verdict} by {fault.tool[0]} in {time.monotonic() - began:.0f} s")
        click.echo("".join(f"    {line}\n" for line in (end or "").splitlines()), nl=False)
        missed += end is None
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
