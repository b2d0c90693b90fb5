"""The two exports as comma-separated values, read back by the rules of the programs that read them."""

import csv
from collections import Counter
from datetime import UTC, datetime
from io import StringIO
from uuid import UUID

import pytest

from ledger.exports import FORMATS
from ledger.exports.csv_results import BYTE_ORDER_MARK
from ledger.exports.lines import plain
from ledger.exports.views import ClubView
from ledger.telling.redaction import Reader
from tests.acts import ILLUSTRATED
from tests.api.house import House

UNOPENED = "deal; C passes; D passes; E passes; A passes; B passes"


AUDITOR = Reader("auditor")


def written(
    house: House, name: str, reader: Reader = AUDITOR, *, sitting: str | None = None, game: str | None = None
) -> str:
    """The text of a file in one of the formats."""
    sitting_id, game_id = (UUID(path.rsplit("/", 1)[1]) if path else None for path in (sitting, game))
    view = ClubView(house.clubs.books(UUID(house.id)), "The Club", reader, sitting_id, game_id)
    return "".join(FORMATS[name].write(view))


def rows(text: str) -> list[dict[str, str]]:
    assert text.replace("\r\n", "").count("\n") == 0
    assert text.endswith("\r\n")
    return list(csv.DictReader(StringIO(text.removeprefix(BYTE_ORDER_MARK), newline=""), strict=True))


@pytest.fixture
def house(own_house: House) -> House:
    """A club of its own, because a sheet covers the whole club."""
    return own_house


@pytest.fixture
def kitty(house: House) -> str:
    """A sitting with a kitty: the illustrated game, an unopened one, and a jack-pot that runs."""
    articles = {"kitty": {"amount": 3, "purpose": "expenses"}}
    sitting = house.sit(articles=articles, agreed_by=list(house.member.values()))
    house.play(house.begin(sitting), ILLUSTRATED)
    house.play(
        house.begin(sitting, None), UNOPENED.replace("C passes; D", "D").replace("B passes", "B passes; C passes")
    )
    house.begin(sitting, None)
    return sitting


# Results


def test_a_game_ended_when_it_was_played_and_not_when_a_hand_of_it_was_read(house: House, kitty: str) -> None:
    before = written(house, "csv")
    first = rows(before)[0]["game"]
    read = {"player": house.member["D"], "reason": "asked for"}
    assert house.auditor.post(f"/v1/games/{first}/unsealings", read).status_code == 201
    assert written(house, "csv") == before


def test_results_have_a_line_for_each_player_and_game_that_is_over(house: House, kitty: str) -> None:
    lines = rows(written(house, "csv"))
    assert len(lines) == 10
    assert {row["game_number"] for row in lines} == {"1", "2"}
    net = Counter[str]()
    for row in lines:
        net[house.letter[row["player"]]] += int(row["net"])
        assert row["player_name"] == house.letter[row["player"]]
        assert row["currency"] == "LSD"
    assert net == {"A": -24, "B": -48, "C": 72, "D": 0, "E": -6}
    first = {house.letter[row["player"]]: row for row in lines if row["game_number"] == "1"}
    assert (first["C"]["took"], first["C"]["won"], first["C"]["opened"], first["C"]["shown"]) == ("123", "1", "1", "1")
    assert (first["A"]["passed_after_draw"], first["D"]["passed_before_draw"]) == ("1", "1")


def test_results_are_the_same_for_a_player(house: House, kitty: str) -> None:
    assert written(house, "csv", Reader("player", house.member["A"])) == written(house, "csv")


def test_results_of_one_game_are_those_of_that_game(house: House) -> None:
    sitting = house.sit()
    first = house.begin(sitting)
    house.play(first, ILLUSTRATED)
    house.play(house.begin(sitting, None), "deal; D stakes 6; E passes; A passes; B passes; C passes")
    assert {row["game_number"] for row in rows(written(house, "csv", game=first))} == {"1"}
    assert {row["game_number"] for row in rows(written(house, "csv", sitting=sitting))} == {"1", "2"}


def test_a_corrected_game_is_written_out_as_it_stands_and_a_void_one_not_at_all(house: House) -> None:
    sitting = house.sit()
    game = house.begin(sitting)
    house.play(game, ILLUSTRATED)
    c, d = house.member["C"], house.member["D"]
    house.scorekeeper.post(f"{game}/paid", {"paid": {c: 120, d: 6}, "reason": "by agreement"})
    void = {"agreed_by": list(house.member.values()), "reason": "begun by mistake"}
    answer = house.scorekeeper.post(f"{house.begin(sitting, None)}/void", void)
    assert answer.status_code == 201, answer.text
    by_player = {house.letter[row["player"]]: row for row in rows(written(house, "csv"))}
    assert len(by_player) == 5
    assert (by_player["C"]["net"], by_player["C"]["took"], by_player["D"]["net"]) == ("72", "120", "6")


@pytest.mark.parametrize("name", ['=HYPERLINK("x")', "+1", "-1", "@SUM(A1)", " =1", "＝1"])
def test_no_name_is_taken_for_a_formula(house: House, name: str) -> None:
    member = house.owner.post(f"{house.path}/members", {"name": name}).json["id"]
    house.member["F"] = member
    sitting = house.sit(players="AF")
    house.play(house.begin(sitting), "deal; A stakes 6; F passes")
    for kind, column in (("csv", "player_name"), ("pokernow", "player_nickname")):
        texts = [row[column] for row in rows(written(house, kind))]
        assert f"'{name.strip()}" in [text.replace("' ", "'") for text in texts]
        assert not any(text.strip().startswith(("=", "+", "-", "@", "＝")) for text in texts)


def test_an_ordinary_name_is_written_as_it_is() -> None:
    for name in ("Anna", "O'Brien, the elder", "3 + 4", 'the "Colonel"'):
        assert plain(name) == name
        assert rows(f'name\r\n"{name.replace(chr(34), chr(34) * 2)}"\r\n') == [{"name": name}]


# Poker Now


def settled_up(text: str) -> dict[str, int]:
    """The nets by `player_id`, as a settling program adds them up. They must sum to nought."""
    reader = csv.DictReader(StringIO(text, newline=""), strict=True)
    required = {"player_nickname", "player_id", "session_start_at", "session_end_at", "net"}
    assert required <= set(reader.fieldnames or ())
    nets = Counter[str]()
    for row in reader:
        start, end = (
            datetime.strptime(row[name], "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)
            for name in ("session_start_at", "session_end_at")
        )
        assert start <= end
        assert int(row["net"]) == int(row["buy_out"]) + int(row["stack"]) - int(row["buy_in"])
        assert min(int(row[name]) for name in ("buy_in", "buy_out", "stack")) >= 0
        nets[row["player_id"]] += int(row["net"])
    assert sum(nets.values()) == 0
    return dict(nets)


def test_the_nets_of_a_ledger_sum_to_nought_with_the_kitty_and_the_carried_pool(house: House, kitty: str) -> None:
    text = written(house, "pokernow")
    assert text.split("\r\n", 1)[0] == (
        "player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net"
    )
    nets = settled_up(text)
    assert nets == {
        **{house.member[p]: n for p, n in {"A": -24, "B": -48, "C": 72, "D": 0, "E": -6}.items()},
        "kitty": 3,
        "carried": 3,
    }


def test_loans_and_counted_differences_leave_the_nets_what_was_won_or_lost(house: House) -> None:
    sitting = house.sit(funds=8)
    game = house.begin(sitting)
    house.play(game, "deal; C stakes 6; D stakes 8; E passes; A passes; B passes")
    for lender, amount in ((house.member["E"], 4), ("bank", 9)):
        borrow = {"action": "borrow", "player": house.member["C"], "lender": lender, "amount": amount}
        answer = house.scorekeeper.post(f"{game}/actions", borrow)
        assert answer.status_code == 201, answer.text
    house.play(game, "C stakes 2; C draws 0; D draws 0")
    house.scorekeeper.post(f"{game}/actions", {"action": "stand"})
    state = house.owner.get(game).json
    while state["phase"] == "betting":
        state = house.scorekeeper.post(f"{game}/actions", {"action": "stand"}).json["game"]
    house.play(game, "C shows Ah Ad 5c 6d 9s; D shows Kh Kd 5h 6c 9d")
    counted = {"player": house.member["E"], "red": 0, "white": 0, "blue": 0, "odd": 2}
    answer = house.scorekeeper.post(f"{sitting}/buy-backs", counted)
    assert (answer.status_code, answer.json["difference"]) == (201, -2), answer.text
    nets = settled_up(written(house, "pokernow"))
    results = house.owner.get(f"{game}/settlement").json["results"]
    assert nets == results


def test_a_club_is_written_out_sitting_by_sitting_and_a_sitting_alone(house: House, kitty: str) -> None:
    other = house.sit(players="AB")
    house.play(house.begin(other), "deal; A stakes 6; B passes")
    assert len(rows(written(house, "pokernow", sitting=other))) == 2
    lines = rows(written(house, "pokernow"))
    assert len(lines) == 5 + 2 + 2
    assert [row["player_nickname"] for row in lines[:5]] == [*"ABCDE"]
    settled_up(written(house, "pokernow"))


def test_the_ledger_is_not_for_players_and_results_are() -> None:
    assert "player" in FORMATS["csv"].roles
    assert "player" not in FORMATS["pokernow"].roles
