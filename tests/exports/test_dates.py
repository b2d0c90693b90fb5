"""Exports bear the day on which a sitting was held, and the time of play where it is known."""

import csv
import json
import re
import tomllib
from datetime import UTC, date, datetime, timedelta
from io import StringIO

import pytest
from beancount.core.data import Balance, Open, Transaction

from ledger.exports.views import time_of_play
from tests.acts import ILLUSTRATED
from tests.api.house import House
from tests.api.test_after_the_close import D_WINS, closed, go_home, pay
from tests.api.test_corrections import C_BEATS_D, correction
from tests.exports import test_beancount, test_hledger

DAY = date(1895, 11, 5)


def export(house: House, name: str) -> str:
    answer = house.owner.get(f"{house.path}/exports/{name}")
    assert answer.status_code == 200, answer.text
    return answer.text


@pytest.fixture
def old(own_house: House) -> House:
    """A club in which an evening of 1895 was recorded after one of 1896, and corrected after its close."""
    later = own_house.sit(held_on="1896-11-05")
    own_house.play(own_house.begin(later), ILLUSTRATED)
    go_home(own_house, later)
    sitting = own_house.sit(held_on=DAY.isoformat())
    game = own_house.begin(sitting)
    own_house.play(game, C_BEATS_D)
    go_home(own_house, sitting)
    answer = own_house.scorekeeper.post(f"{game}/corrections", correction(own_house, **D_WINS))
    assert answer.status_code == 201, answer.text
    assert pay(own_house, sitting, "C", 25, "D").status_code == 201
    return own_house


def test_ledgers_date_the_evening_as_it_was_held_and_what_came_after_its_close_as_it_was_done(old: House) -> None:
    entries, errors = test_beancount.loaded(export(old, "beancount"))
    assert errors == []
    today = datetime.now(UTC).date()
    transactions = [entry for entry in entries if isinstance(entry, Transaction)]
    days = {(entry.date, entry.narration.partition(": ")[2]) for entry in transactions}
    assert {day.year for day, _ in days} == {1895, 1896, today.year}
    assert {what for day, what in days if day.year > 1896} == {"adjusted", "corrected", "payment made"}
    assert {what for day, what in days if day == DAY} >= {"counters sold", "begun", "settled", "counters bought back"}
    opened = {entry.account: entry.date for entry in entries if isinstance(entry, Open)}
    assert opened["Assets:Bank-Cash"] == DAY, "an account is opened before its first use"
    assert DAY + timedelta(days=1) in {entry.date for entry in entries if isinstance(entry, Balance)}
    journal = export(old, "hledger")
    dates = re.findall(r"^(\d{4}-\d\d-\d\d) \*", journal, re.MULTILINE)
    assert dates == sorted(dates)
    if test_hledger.PROGRAM:
        assert test_hledger.hledger(journal, "check", "--strict", "ordereddates").returncode == 0


def test_hands_are_dated_by_the_evening_and_say_that_the_hour_is_not_known(old: House) -> None:
    first, second = tomllib.loads(export(old, "phh")).values()
    assert (first["day"], first["month"], first["year"]) == (5, 11, 1895)
    assert second["year"] == 1896
    assert "time" not in first
    assert (first["_begun_at"], first["_recorded_at"][:2]) == ("", "20")
    ohh = json.loads(export(old, "ohh").split("\n\n")[0])["ohh"]
    assert (ohh["start_date_utc"], ohh["x_hour_known"]) == ("1895-11-05T00:00:00Z", False)
    stars = export(old, "pokerstars")
    assert " - 1895/11/05 00:00:00 ET\n" in stars
    assert "# held on 1895-11-05; the hour is not known\n" in stars


def test_sheets_are_dated_by_the_evening(old: House) -> None:
    results = list(csv.DictReader(StringIO(export(old, "csv").removeprefix("\ufeff"))))
    assert [row["held_on"] for row in results] == ["1895-11-05"] * 5 + ["1896-11-05"] * 5
    times = {
        (row["session_start_at"], row["session_end_at"]) for row in csv.DictReader(StringIO(export(old, "pokernow")))
    }
    assert ("1895-11-05T00:00:00.000Z", "1895-11-05T23:59:59.999Z") in times


def test_what_was_recorded_as_it_was_played_bears_the_time_of_play(own_house: House) -> None:
    _, game = closed(own_house)
    (hand,) = tomllib.loads(export(own_house, "phh")).values()
    at = datetime.fromisoformat(hand["_begun_at"])
    assert hand["_begun_at"] == hand["_recorded_at"]
    assert (hand["year"], hand["month"], hand["day"]) == (at.year, at.month, at.day)
    assert hand["time"] == at.time().replace(microsecond=0)
    assert hand["_game_id"] == game.rpartition("/")[2]
    ohh = json.loads(export(own_house, "ohh"))["ohh"]
    assert ohh["start_date_utc"] == f"{at:%Y-%m-%dT%H:%M:%S}Z"
    assert "the hour is not known" not in export(own_house, "pokerstars")


@pytest.mark.parametrize(
    ("hours", "known"), [(-15, False), (-14, True), (0, True), (20, True), (30, True), (42, True), (43, False)]
)
def test_a_record_tells_the_hour_from_the_first_morning_on_earth_to_the_last_small_hours(
    hours: int, known: bool
) -> None:
    at = datetime(1895, 11, 5, tzinfo=UTC) + timedelta(hours=hours)
    assert time_of_play(at, DAY) == (at if known else None)


def test_a_record_of_a_day_may_be_the_last_there_is(own_house: House) -> None:
    own_house.sit(held_on="9999-12-31")
    assert test_beancount.loaded(export(own_house, "beancount"))[1] == []
