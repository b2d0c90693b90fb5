"""The link that `poolbook serve` prints: it signs its owner in once, for a few minutes."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask

from api.pages import links
from api.service import service_of
from tests.api.house import House
from tests.pages.conftest import Visitor

NOW = datetime(2026, 3, 4, 20, 0, tzinfo=UTC)


@pytest.fixture
def data_dir(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data directory of the service while the test runs."""
    service = service_of(app)
    monkeypatch.setitem(
        app.extensions, "poolbook", replace(service, settings=replace(service.settings, data_dir=tmp_path))
    )
    return tmp_path


def test_a_link_signs_in_once_and_leads_to_the_club(house: House, app: Flask, visitor: Visitor, data_dir: Path) -> None:
    link = links.issue(data_dir, house.owner.token or "", house.clubs.clock())
    entered = visitor.get(link)
    assert (entered.status_code, entered.location) == (303, "/")
    assert visitor.get("/").location == f"/clubs/{house.id}"
    again = Visitor(app).get(link)
    assert again.status_code == 404
    assert "this link has been used, or is too old" in again.text


def test_a_browser_that_only_looks_ahead_does_not_use_a_link_up(house: House, visitor: Visitor, data_dir: Path) -> None:
    link = links.issue(data_dir, house.owner.token or "", house.clubs.clock())
    assert visitor.client.head(link).status_code == 403
    assert visitor.get(link, Sec_Purpose="prefetch").status_code == 403
    assert visitor.get(link).status_code == 303


def test_a_link_is_good_for_ten_minutes(tmp_path: Path) -> None:
    for later, good in ((timedelta(minutes=9, seconds=59), True), (timedelta(minutes=10), False)):
        secret = links.issue(tmp_path, "pb_x", NOW).rpartition("/")[2]
        assert (links.redeem(tmp_path, secret, NOW + later) is not None) is good
        assert list(tmp_path.iterdir()) == []


def test_a_wrong_link_leaves_the_right_one_good_and_a_new_one_replaces_it(tmp_path: Path) -> None:
    first = links.issue(tmp_path, "pb_x", NOW).rpartition("/")[2]
    second = links.issue(tmp_path, "pb_x", NOW).rpartition("/")[2]
    assert links.redeem(tmp_path, first, NOW) is None
    assert links.redeem(tmp_path, "é", NOW) is None
    assert links.redeem(tmp_path, second, NOW) is not None


def test_neither_the_link_nor_the_token_is_kept(tmp_path: Path) -> None:
    secret = links.issue(tmp_path, "pb_the-token", NOW).rpartition("/")[2]
    (file,) = tmp_path.iterdir()
    assert file.stat().st_mode & 0o077 == 0
    assert secret not in file.read_text()
    assert "pb_the-token" not in file.read_text()
