"""A newcomer's commands: start the service, record a file beside it, look at the game; and his possible mistakes."""

import json
import re
import socket
import stat
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from tests.ops.conftest import ROOT, Served, poolbook

ILLUSTRATED = ROOT / "ops" / "demo" / "illustrated.game"
THE_GAME = "the illustrated game"
RESULTS = {"A": -24, "B": -48, "C": 78, "D": 0, "E": -6}


def first_evening(served: Served) -> tuple[dict[str, Any], dict[str, Any]]:
    """The first sitting of the demonstration club, and its only game, the illustrated game."""
    (*_, sitting) = served.get(f"/v1/clubs/{served.club}/sittings?at_least=1")["items"]
    (game,) = served.get(f"/v1/sittings/{sitting['id']}/games")["items"]
    return sitting, game


@pytest.fixture
def illustrated(served: Served) -> str:
    """The id of the illustrated game."""
    _, game = first_evening(served)
    return str(game["id"])


def test_the_first_start_makes_a_club_with_the_illustrated_game_to_the_penny(served: Served) -> None:
    assert served.get("/v1/me") == {"club": served.club, "role": "owner", "member": None, "expires_at": None}
    names = {member["id"]: member["name"] for member in served.get(f"/v1/clubs/{served.club}/members")["items"]}
    sitting, game = first_evening(served)
    settlement = served.get(f"/v1/games/{game['id']}/settlement")
    assert {names[member]: net for member, net in settlement["results"].items()} == RESULTS
    closed = served.get(f"/v1/sittings/{sitting['id']}")
    assert (closed["status"], names[closed["next_dealer"]]) == ("closed", "B")


def test_a_file_is_recorded_beside_the_service_and_only_once(served: Served, tmp_path: Path) -> None:
    file = tmp_path / "another evening.game"
    file.write_text("# Another evening.\n" + ILLUSTRATED.read_text().replace("on 1895-10-05", "on 1896-02-29"))
    first, again = served.run("record", str(file), "--ids"), served.run("record", str(file))
    assert (first.returncode, again.returncode) == (0, 0), first.stderr + again.stderr
    assert first.stdout.splitlines()[1:] == ["A -24  B -48  C +78  D 0  E -6"], "the game, and what it came to"
    assert "lines were recorded already" in again.stdout
    ids, names = (re.findall(r"^game (\S+)", run.stdout, re.MULTILINE) for run in (first, again))
    assert names == ["1896-02-29/1"]
    assert [served.get(f"/v1/games/{id}")["phase"] for id in ids] == ["settled"]
    for game in (*ids, *names):
        assert served.ask("replay", "latest").stdout == served.ask("replay", game).stdout != ""


def test_replay_shows_every_step_with_its_law(served: Served, illustrated: str) -> None:
    shown = served.ask("replay", illustrated).stdout.splitlines()
    assert shown[1].split() == ["0", "20", "A", "deals;", "B", "antes", "3", "3"]
    assert re.fullmatch(r" *19 +59 +C takes 126 +126 *", shown[-1])


def test_replay_shows_the_table_after_one_step(served: Served, illustrated: str) -> None:
    shown = served.ask("replay", illustrated, "--step", "5").stdout
    assert "A raises, staking 18 (law 26)" in shown
    assert "may stake 15 to 27 (law 26)" in shown


def test_a_file_whose_sitting_stands_already_is_refused_with_what_to_do(served: Served, tmp_path: Path) -> None:
    amended = tmp_path / "amended.game"
    amended.write_text(ILLUSTRATED.read_text().replace("C draws 5\n", "C draws 4\n"))
    other = tmp_path / "other.game"
    other.write_text("# Another evening.\n\n" + ILLUSTRATED.read_text().replace("on 1895-10-05", "on 1896-03-31"))
    sittings = served.get(f"/v1/clubs/{served.club}/sittings?at_least=1&limit=200")["items"]
    refused = served.ask("record", str(other), str(amended))
    assert refused.exit_code == 65
    assert "the sitting of 1895-10-05 with these players and this first game stands already" in refused.output
    assert "`poolbook correct FILE`" in refused.output
    assert "--anyway" in refused.output
    assert served.get(f"/v1/clubs/{served.club}/sittings?limit=200")["items"] == sittings
    anyway = served.ask("record", str(amended), "--anyway")
    assert (anyway.exit_code, "A -24  B -48  C +78" in anyway.output) == (0, True), anyway.output
    # The same file again is no other sitting, and adds nothing.
    assert "lines were recorded already" in served.ask("record", str(amended)).output


def test_members_and_the_club_are_renamed(served: Served) -> None:
    assert served.ask("rename", "member", "E", "Ellen").exit_code == 0
    refused = served.ask("rename", "member", "D", "ellen")
    assert (refused.exit_code, "there is a member called ellen already" in refused.output) == (65, True)
    names = [member["name"] for member in served.get(f"/v1/clubs/{served.club}/members")["items"]]
    assert "Ellen" in names
    assert "E" not in names
    assert served.ask("rename", "member", "Ellen", "E").exit_code == 0
    before = served.get(f"/v1/clubs/{served.club}")["name"]
    assert served.ask("rename", "club", "The Portland").exit_code == 0
    assert served.get(f"/v1/clubs/{served.club}")["name"] == "The Portland"
    assert served.ask("rename", "club", before).exit_code == 0


def test_an_evening_is_shown_under_another_reading(served: Served) -> None:
    shown = served.ask("what-if", "latest", "straddle_cap=sum", "hearts=always").stdout
    assert shown.splitlines()[0].split() == ["game", "pool", "carried", "changes"]
    assert "in all" in shown
    assert "write READING=VALUE" in served.ask("what-if", "latest", "hearts").output
    assert "no reading 'honour'" in served.ask("what-if", "latest", "honour=high").output
    assert "this club has no sitting first" in served.ask("what-if", "first", "hearts=always").output


def test_replay_lays_a_second_record_beside_the_first(served: Served, illustrated: str) -> None:
    written = served.ask("replay", illustrated, "--as-written").stdout
    assert written.count("C takes 126") == 2
    assert "As it was first written:" in written
    under = served.ask("replay", illustrated, "--under", "opening_minimum=ante", "--step", "2").stdout
    assert under.count("C opens with 6 (law 25)") == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("replay", THE_GAME, "--under", "hearts=never"), "there is no reading hearts=never; hearts may be "),
        (("replay", THE_GAME, "--under", "harts"), "write READING=VALUE, as in hearts=always; the readings are "),
        (("export", "xlsx", "/no/such/folder/x.xlsx"), "there is no folder /no/such/folder: make it first"),
        (
            ("new", "/no/such/folder/x.game", "--players", "A, B", "--ante", "3", "--limit", "12"),
            "there is no folder /no/such/folder: make it first",
        ),
        (("replay", THE_GAME, "--step", "99"), "the game has no step 99"),
        (("replay", "no-such-game"), "this club has no game no-such-game"),
        (("replay", "00000000-0000-0000-0000-000000000000"), "this club has no game"),
        (("rebuild", "--club", "Nobody's"), "choose a club with --club"),
        (("token", "revoke", "00000000-0000-0000-0000-000000000000"), "this club has no token"),
        (("token", "issue", "player"), "a player's token names its member"),
        (("token", "issue", "player", "--member", "Z"), "no member has the name or id Z"),
    ],
)
def test_what_is_not_there_is_said_in_one_line(
    served: Served, illustrated: str, arguments: tuple[str, ...], sentence: str
) -> None:
    result = served.ask(*(illustrated if word == THE_GAME else word for word in arguments))
    assert result.exit_code == 65
    assert sentence in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_refused_line_is_named_with_its_law_and_nothing_is_recorded(served: Served, tmp_path: Path) -> None:
    file = tmp_path / "unlawful.game"
    text = ILLUSTRATED.read_text().replace("D passes\n", "D stakes 5\n")
    file.write_text(text)
    before = served.get(f"/v1/clubs/{served.club}/members")
    result = served.ask("record", str(file))
    line = text.splitlines().index("D stakes 5") + 1
    assert result.exit_code == 65
    assert result.stderr.startswith(f"line {line}: ")
    assert "(law 26)" in result.stderr
    assert served.get(f"/v1/clubs/{served.club}/members") == before


def test_a_file_with_strangers_asks_before_it_enters_them(served: Served, tmp_path: Path) -> None:
    file = tmp_path / "strangers.game"
    file.write_text("ante 3\nlimit 12\nplayers A, Yolande\n")
    refused = served.ask("record", str(file))
    assert (refused.exit_code, refused.stderr) == (
        65,
        "line 3: no member of The Demonstration Club is called Yolande; --add-members enters new members\n"
        "    players A, Yolande\n"
        "               ^^^^^^^  column 12\n",
    )
    assert served.ask("record", str(file), "--add-members").exit_code == 0


def test_a_dry_run_records_nothing(served: Served, tmp_path: Path) -> None:
    file = tmp_path / "dry.game"
    file.write_text("ante 3\nlimit 12\nplayers A, Xavier\n")
    assert served.ask("record", "--dry-run", "--add-members", str(file)).exit_code == 0
    names = [member["name"] for member in served.get(f"/v1/clubs/{served.club}/members")["items"]]
    assert "Xavier" not in names


def test_rebuilding_the_read_tables_changes_no_answer(served: Served) -> None:
    before = served.get(f"/v1/clubs/{served.club}/results")
    assert served.ask("rebuild").exit_code == 0
    assert served.get(f"/v1/clubs/{served.club}/results") == before


def test_rebuilding_every_club_changes_no_answer(served: Served) -> None:
    assert served.ask("rebuild").exit_code == 0, "the follower may not have come to the end yet"
    before = served.get(f"/v1/clubs/{served.club}/results")
    assert served.ask("rebuild", "--all").exit_code == 0
    assert served.get(f"/v1/clubs/{served.club}/results") == before
    assert "not both" in served.ask("rebuild", "--all", "--club", "Any").stderr


def test_a_token_is_issued_listed_and_revoked(served: Served) -> None:
    secret = served.ask("token", "issue", "auditor", "--label", "the treasurer's").stdout.strip()
    assert secret.startswith("pb_")
    listed = [line for line in served.ask("token", "list").stdout.splitlines() if "the treasurer's" in line]
    assert len(listed) == 1
    assert served.ask("token", "revoke", listed[0].split()[0]).exit_code == 0
    assert "revoked" in next(
        line for line in served.ask("token", "list").stdout.splitlines() if "the treasurer's" in line
    )


def test_a_token_is_issued_for_a_time(served: Served) -> None:
    for when, state in (("30d", "in force until 20"), ("2999-01-31", "in force until 2999-01-31 00:00")):
        assert served.ask("token", "issue", "auditor", "--label", when, "--expires", when).exit_code == 0
        (listed,) = (line for line in served.ask("token", "list").stdout.splitlines() if line.endswith(f"  {when}"))
        assert state in listed
    assert "write 12h, 30d, 6w" in served.ask("token", "issue", "auditor", "--expires", "soon").stderr
    assert "name a time to come" in served.ask("token", "issue", "auditor", "--expires", "1895-10-05").stderr


def test_a_webhook_is_added_listed_tried_and_removed(served: Served) -> None:
    assert "`poolbook webhook add URL` adds one" in served.ask("webhook", "list").stderr
    refused = served.ask("webhook", "add", "http://127.0.0.1:9/")
    assert "begins with https://" in refused.stderr
    added = served.ask("webhook", "add", "https://receiver.invalid/", "--event", "game.settled", "--description", "x")
    id, secret = re.fullmatch(r"webhook: (\S+)\nsecret: (whsec_\S+)\n", added.stdout).groups()  # type: ignore[union-attr]
    assert f"{id}  sending, 0 positions behind  https://receiver.invalid/  game.settled  x" in (
        served.ask("webhook", "list").stdout
    )
    assert served.ask("webhook", "secret", id).stdout.strip() not in ("", secret)
    assert served.ask("webhook", "dead", id).stdout == ""
    assert served.ask("webhook", "retry", id).stdout == "0 to be sent once more\n"
    for command in (("retry", id, "1"), ("remove", str(UUID(int=0))), ("dead", str(UUID(int=0)))):
        assert "no such webhook or message" in served.ask("webhook", *command).stderr
    assert served.ask("webhook", "remove", id).exit_code == 0
    assert served.ask("webhook", "list").stdout == ""


def test_a_port_that_is_taken_is_said_at_once(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        result = poolbook("serve", "--port", port, place=tmp_path)
    assert result.returncode == 69
    assert result.stderr == (
        f"poolbook: cannot listen at 127.0.0.1:{port}: Address already in use by another program; "
        "choose another port with --port or POOLBOOK_PORT\n"
    )


def test_a_database_that_is_not_there_is_said_in_one_line(place: Path) -> None:
    result = poolbook("migrate", place=place, POOLBOOK_DATABASE_URL="postgresql://nobody@127.0.0.1:1/none")
    assert result.returncode == 69
    assert result.stderr.startswith("poolbook: no database answers at POOLBOOK_DATABASE_URL: ")
    assert len(result.stderr.splitlines()) == 1


def test_laying_out_the_tables_without_the_extension_is_refused_in_one_line(served: Served) -> None:
    result = served.run("migrate", "--distribute")
    assert result.returncode == 78
    assert re.fullmatch(r"poolbook: this database has no extension citus: install Citus .*\n", result.stderr)


def test_every_wrong_setting_is_named_at_once(place: Path) -> None:
    result = poolbook("serve", place=place, POOLBOOK_DATABASE_URL="mysql://x", POOLBOOK_PORT="0")
    assert result.returncode == 78
    assert "POOLBOOK_DATABASE_URL: " in result.stderr
    assert "POOLBOOK_PORT: " in result.stderr


def test_a_name_is_erased_at_the_command_line_and_not_without_being_sure(served: Served) -> None:
    member = served.post(f"/v1/clubs/{served.club}/members", {"name": "Quirinius"})
    unsure = served.ask("erase", "member", "Quirinius", "--reason", "he asked")
    assert unsure.exit_code != 0
    assert member["name"] in str(served.get(f"/v1/clubs/{served.club}/members"))
    result = served.ask("erase", "member", "Quirinius", "--reason", "he asked", "--yes")
    assert (result.exit_code, result.stderr) == (0, "")
    again = served.ask("erase", "member", member["id"], "--reason", "he asked", "--yes")
    assert (again.exit_code, again.stderr) == (65, "poolbook: this member's name has been erased already\n")
    assert {"id": member["id"], "name": None} in served.get(f"/v1/clubs/{served.club}/members")["items"]
    words = served.ask("erase", "words", served.club, "2", "note", "--reason", "unkind", "--yes")
    assert (words.exit_code, "of this event can be erased: " in words.stderr) == (65, True)


def test_what_the_service_records_is_signed_and_a_receipt_of_it_verifies_beside_it(
    served: Served, illustrated: str, tmp_path: Path
) -> None:
    published = served.ask("vkey")
    (vkey,) = published.stdout.split()
    assert (published.stdout, published.stderr) == (f"{vkey}\n", "")
    assert served.ask("vkey", "--club", "the Turf").exit_code == 65
    checkpoint = served.get(f"/v1/clubs/{served.club}/log/checkpoint")
    assert checkpoint["vkey"] == vkey
    file = tmp_path / "receipt.json"
    file.write_text(json.dumps(served.get(f"/v1/clubs/{served.club}/log/receipt?game={illustrated}")))
    outside = served.place / "checkpoints" / f"{served.club}.checkpoints"
    result = served.run("verify-receipt", str(file), "--key", vkey, "--checkpoint", str(outside))
    assert (result.returncode, result.stderr) == (0, "")
    assert illustrated in result.stdout
    assert "it adds up" in result.stdout
    assert stat.S_IMODE((served.place / "checkpoint.key").stat().st_mode) == 0o600


@pytest.mark.parametrize("command", [("serve", "--port", "8331"), ("follow",), ("vkey",)], ids=lambda words: words[0])
def test_a_broken_key_is_a_wrong_setting_at_the_start(tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "checkpoint.key").write_text("no key")
    result = poolbook(*command, place=tmp_path)
    assert result.returncode == 78, result.stderr
    assert result.stderr == (
        f"poolbook: POOLBOOK_DATA_DIR: {tmp_path}/checkpoint.key does not hold an unencrypted private key in PEM: "
        "put the key back\n"
    )
    assert [file.name for file in tmp_path.iterdir()] == ["checkpoint.key"], "and no database was begun"


def test_there_is_no_key_to_publish_before_the_first_start(tmp_path: Path) -> None:
    result = poolbook("vkey", place=tmp_path)
    assert result.returncode == 78
    assert result.stderr.startswith(f"poolbook: there is no key at {tmp_path}/checkpoint.key")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("code", ["XXQ", "gbp", "pounds"])
def test_a_club_is_opened_in_a_currency_that_there_is(served: Served, code: str) -> None:
    clubs = served.ask("clubs").stdout
    refused = served.ask("club", "Florin", "--currency", code)
    assert refused.exit_code == 2
    assert f"{code} is no currency of ISO 4217 (in capitals, as GBP" in refused.stderr
    assert served.ask("clubs").stdout == clubs
