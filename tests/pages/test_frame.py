"""What stands around the content of pages: the pen, what is kept for a lost network, and what a page follows."""

import re
from collections.abc import Callable

from tests.acts import ILLUSTRATED
from tests.api.house import House
from tests.pages.conftest import Visitor

SignedIn = Callable[[str | None], Visitor]


def test_who_may_record_is_offered_the_pen_and_everybody_sees_who_has_it(house: House, signed_in: SignedIn) -> None:
    sitting = house.sit()
    page = sitting.removeprefix("/v1")
    readers = [signed_in(house.desk(role, member).token) for role, member in (("player", "A"), ("auditor", None))]
    keeper, owner = signed_in(house.scorekeeper.token), signed_in(house.owner.token)
    assert "Nobody has the pen." in keeper.get(page).text
    house.scorekeeper.post(f"{sitting}/pen")
    house.follow()
    for path in (page, f"/clubs/{house.id}"):
        assert "You keep the score." in keeper.get(path).text
        assert "of scorekeeper</span> keeps the score." in owner.get(path).text
        assert "Take the pen" in owner.get(path).text
        for visitor in readers:
            text = visitor.get(path).text
            assert "of scorekeeper</span> keeps the score." in text
            assert "Take the pen" not in text
            assert "Hand over" not in text


def test_a_label_with_markup_is_written_as_text(house: House, owner: Visitor) -> None:
    sitting = house.sit()
    label = "<script>alert(1)</script>"
    issued = house.owner.post(f"{house.path}/tokens", {"role": "scorekeeper", "label": label}).json
    assert Visitor(house.app).sign_in(issued["token"]).status_code == 303
    house.app.test_client().post(f"{sitting}/pen", headers={"Authorization": f"Bearer {issued['token']}"})
    text = owner.get(sitting.removeprefix("/v1")).text
    assert label not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;</span> keeps the score." in text


def test_only_a_running_game_is_kept_for_a_lost_network_and_followed(house: House, owner: Visitor) -> None:
    game = house.begin(house.sit())
    page = game.removeprefix("/v1")
    running = owner.get(page)
    assert running.headers["Poolbook-Kept"] == "true"
    followed = re.search(r'data-kept data-follows="([^"]+)" data-after="(\d+)" data-concerns="([^"]+)"', running.text)
    assert followed
    assert followed.groups() == (house.id, str(house.position()), game.rpartition("/")[2])
    house.play(game, ILLUSTRATED)
    over = owner.get(page)
    assert "Poolbook-Kept" not in over.headers
    assert "data-follows" not in over.text
    assert "Poolbook-Kept" not in owner.get(f"/clubs/{house.id}").headers


def test_the_service_worker_stands_at_the_root_and_pages_may_start_no_other(owner: Visitor, house: House) -> None:
    with owner.get("/worker.js") as worker:
        assert (worker.status_code, worker.mimetype) == (200, "text/javascript")
        assert worker.headers["Content-Security-Policy"] == "default-src 'none'; connect-src 'self'"
        assert worker.headers["Cache-Control"] == "no-cache"
    assert "worker-src 'self'" in owner.get(f"/clubs/{house.id}").headers["Content-Security-Policy"]
