"""Has openapi-generator make a client of a running service's document, records the illustrated game with it, and has a
game file judged.

    python -m ops.generated_clients --url http://127.0.0.1:8181 --token pb_...

The token is an owner's: the game is played by five new members of his club, at a sitting of their own. The generator
and what its client needs are installed in a temporary directory by pip; the generator needs Java 11 or later.
"""

import json
import subprocess
import sys
import tempfile
import urllib.request
import venv
from collections.abc import Iterator
from dataclasses import MISSING, fields
from importlib.resources import files
from pathlib import Path
from typing import Any

import click

from ledger.gamefile import parse
from ledger.gamefile.lines import ExpectRefused, Record
from ledger.play.acts import ACT_OF
from ledger.play.commands import Command

PACKAGE = "poolbook_generated"
CLIENT_NEEDS = ("urllib3", "python-dateutil", "pydantic>=2", "typing-extensions")
"""What a generated client imports, as its requirements have it."""

RECORD = """
import json, sys
import poolbook_generated as generated

given = json.load(sys.stdin)
configuration = generated.Configuration(host=given["url"], access_token=given["token"])
with generated.ApiClient(configuration) as client:
    club = generated.ClubsApi(client).whose_token().club
    enter = generated.MembersApi(client).enter_member
    members = {
        name: str(enter(club, generated.NewMember.from_dict({"name": name, "same_name": True})).id)
        for name in given["players"]
    }
    seats = list(members.values())
    new = generated.NewSitting.from_dict({"ante": 3, "limit": 12, "players": seats})
    sitting = generated.SittingsApi(client).open_sitting(club, new)
    for member in seats:
        sale = generated.NewSale.from_dict({"player": member, "red": 10, "white": 5, "blue": 5})
        generated.TillApi(client).sell_counters(sitting.id, sale)
    new = generated.NewGame.from_dict({"dealer": seats[0]})
    game = generated.GamesApi(client).begin_game(sitting.id, new_game=new)
    for act in given["acts"]:
        if act.get("player"):
            act["player"] = members[act["player"]]
        sent = generated.RecordActionRequest.from_dict(act)
        recorded = generated.ActionsApi(client).record_action(game.id, sent)
    settlement = generated.GamesApi(client).read_settlement(game.id)
    file = {"body": given["file"].encode(), "dry_run": True, "add_members": True}
    judged = generated.GameFilesApi(client).record_game_file(club, **file)
    names = {member: name for name, member in members.items()}
    awards = {names[str(award.player)]: award.amount for award in settlement.awards}
    print(json.dumps({"phase": recorded.game.phase, "awards": awards, "in_file": judged.results}))
"""

FILE = """\
ante 3
limit 12
players First, Second, Third
counters all: 5 blue
game dealer First
deal
Third passes
First stakes 6
Second passes
"""
"""A game file that the client has judged: nobody need be a member for that."""

RECORDED = {"phase": "settled", "awards": {"C": 126}, "in_file": {"First": 3, "Second": -3, "Third": 0}}
"""What the program prints where everything is recorded and judged as the book has it."""


@click.command()
@click.option("--url", required=True, help="the address of the service")
@click.option("--token", required=True, envvar="TOKEN", help="an owner's token, or the variable TOKEN")
def main(url: str, token: str) -> None:
    """Make the client, and record the illustrated game with it."""
    with tempfile.TemporaryDirectory(prefix="poolbook-client-") as directory:
        place = Path(directory)
        with urllib.request.urlopen(f"{url}/openapi.json", timeout=30) as answer:
            (place / "openapi.json").write_bytes(answer.read())
        python = _installed(place)
        _generate(python, place)
        given = {"url": url, "token": token, "players": list("ABCDE"), "acts": list(acts()), "file": FILE}
        played = subprocess.run(
            [python, "-c", RECORD], input=json.dumps(given), cwd=place / "client", capture_output=True, text=True
        )
    click.echo(played.stderr, err=True, nl=False)
    click.echo(played.stdout, nl=False)
    if played.returncode or json.loads(played.stdout) != RECORDED:
        raise click.ClickException("the generated client did not record the game as the book has it")


def _installed(place: Path) -> Path:
    """The Python of a new environment with the generator and what its clients need."""
    venv.create(place / "venv", with_pip=True)
    python = place / "venv" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", "openapi-generator-cli", *CLIENT_NEEDS], check=True)
    return python


def _generate(python: Path, place: Path) -> None:
    """Make the client. The generator's warnings are printed."""
    generator = [str(python.with_name("openapi-generator-cli")), "generate", "--generator-name", "python"]
    where = ["--input-spec", str(place / "openapi.json"), "--output", str(place / "client"), "--package-name", PACKAGE]
    made = subprocess.run([*generator, *where], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    for line in made.stdout.splitlines():
        if "WARN" in line or "ERROR" in line or made.returncode:
            click.echo(line, err=True)
    if made.returncode:
        raise click.ClickException("the generator failed")


def acts() -> Iterator[dict[str, Any]]:
    """The acts of the illustrated game as the API takes them, with the names of the players for their ids."""
    refused = False
    for line in parse(files("ops.demo").joinpath("illustrated.game").read_text(encoding="utf-8")).lines:
        if isinstance(line.act, Record) and not refused:
            yield _body(line.act.command)
        refused = isinstance(line.act, ExpectRefused)


def _body(command: Command) -> dict[str, Any]:
    """The body for a command. What it leaves at its default is left out."""
    given = {field.name: getattr(command, field.name) for field in fields(command)}
    defaults = {field.name: field.default for field in fields(command) if field.default is not MISSING}
    return {
        "action": ACT_OF[type(command)].word,
        **{name: value for name, value in given.items() if name not in defaults or value != defaults[name]},
    }


if __name__ == "__main__":
    sys.exit(main())
