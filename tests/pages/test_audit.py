"""The audit as a page: for whom it is, what it shows, and where each line leads."""

import re
from collections.abc import Callable

import pytest

from ledger.exports import FORMATS
from tests.acts import ILLUSTRATED
from tests.api.house import House
from tests.pages.conftest import Visitor
from tests.pages.test_disputes import words

SignedIn = Callable[[str | None], Visitor]


@pytest.fixture
def game(house: House) -> str:
    """The path of the illustrated game, played to its end, whose pool was then paid otherwise."""
    path = house.begin(house.sit())
    house.play(path, ILLUSTRATED)
    shared = {"paid": {house.member["C"]: 100, house.member["B"]: 26}, "reason": "<b>They split</b>"}
    assert house.scorekeeper.post(f"{path}/paid", shared).status_code == 201
    house.follow()
    return path


@pytest.fixture
def auditor(house: House, signed_in: SignedIn) -> Visitor:
    """The auditor, signed in."""
    return signed_in(house.auditor.token)


@pytest.mark.parametrize("role", ["scorekeeper", "player"])
def test_the_audit_is_for_owner_and_auditor(house: House, signed_in: SignedIn, auditor: Visitor, role: str) -> None:
    reader = signed_in(house.desk(role, "A" if role == "player" else None).token)
    answer = reader.get(f"/clubs/{house.id}/audit")
    assert answer.status_code == 403
    assert ">Audit</a>" not in answer.text
    assert ">Audit</a>" in auditor.get(f"/clubs/{house.id}").text
    assert auditor.get(f"/clubs/{house.id}/audit").status_code == 200


def test_what_must_be_nought_is_nought_and_the_log_is_signed(house: House, auditor: Visitor, game: str) -> None:
    text = auditor.get(f"/clubs/{house.id}/audit").text
    shown = words(text)
    assert "All accounts together 0d" in shown
    assert "Counters in issue, less those held 0d" in shown
    assert "amiss" not in text
    books = house.auditor.get(f"{house.path}/books").json
    assert f"as of position {books['position']}" in shown
    checkpoint = house.auditor.get(f"{house.path}/log/checkpoint").json if "root" in shown else None
    assert checkpoint is None or f"position {checkpoint['position']}" in shown
    assert f'data-verify="{house.path}/verify"' in text


def test_what_was_done_afterwards_is_listed_with_who_and_why_and_leads_to_the_game(
    house: House, auditor: Visitor, game: str
) -> None:
    text = auditor.get(f"/clubs/{house.id}/audit?kind=paid&game={game.rpartition('/')[2]}").text
    shown = words(text)
    assert "C was paid 8s 4d" in shown
    assert "B was paid 2s 2d" in shown
    assert "scorekeeper, of scorekeeper" in shown
    assert "&lt;b&gt;They split&lt;/b&gt;" in text
    assert f'href="{game.removeprefix("/v1")}"' in text
    (listed,) = house.auditor.get(f"{house.path}/audit?kind=paid&game={game.rpartition('/')[2]}").json["items"]
    assert f'datetime="{listed["at"]}"' in text


def test_a_what_if_leaves_a_trail_and_a_correction_shows_both_records(
    house: House, auditor: Visitor, game: str
) -> None:
    house.auditor.post(f"{game}/what-if", {"readings": {}})
    *_, shown = (line for line in house.owner.get(f"{game}/actions").json["items"] if line["type"] == "game.hand_shown")
    insert = {"after": shown["step"] - 1, "action": house.act("B shows Qc Qd 8s 8h 3c")}
    corrected = {"strike": [shown["step"]], "insert": [insert], "reason": "a slip"}
    assert house.scorekeeper.post(f"{game}/corrections", corrected).status_code == 201
    house.follow()
    only = f"game={game.rpartition('/')[2]}"
    text = words(auditor.get(f"/clubs/{house.id}/audit?{only}").text)
    correction, what_if, paid = map(
        text.index, (", both records", "What-if asked Game 1 of sitting", "Paid out Game 1 of sitting")
    )
    assert correction < what_if < paid
    assert f"struck: {shown['step']}; put in: {shown['step'] + 1}" in text


def test_every_kind_of_entry_is_told_in_words(house: House, auditor: Visitor, game: str) -> None:
    sitting = house.sit()
    running = house.begin(sitting)
    everybody = list(house.member.values())
    limits = {"player": house.member["B"], "loss": 20, "stop_at": "2100-01-01T23:00:00Z"}
    for path, body in (
        (f"{running}/waivers", {"law": 22, "agreed_by": everybody}),
        (f"{running}/void", {"reason": "a mistake", "agreed_by": everybody}),
        (f"{sitting}/limits", limits),
        (f"{sitting}/limits", {"player": house.member["B"], "loss": None, "stop_at": None}),
        (f"{sitting}/corrections", {"strike": [1], "reason": "not sold"}),
    ):
        answer = house.scorekeeper.post(path, body)
        assert answer.status_code == 201, answer.text
    token = house.issue("player", "E")["id"]
    assert house.owner.post(f"{house.path}/tokens/{token}/revoke").status_code == 201
    (paid,) = house.auditor.get(f"{house.path}/audit?kind=paid&game={game.rpartition('/')[2]}").json["items"]
    erased = {
        "stream": paid["stream"],
        "version": paid["version"],
        "part": "reason",
        "reason": "not meant for the book",
    }
    assert house.owner.post(f"{house.path}/erasures", erased).status_code == 201
    house.follow()
    text = words(auditor.get(f"/clubs/{house.id}/audit?limit=10").text)
    for entry in (
        "Erasure its reason owner, the founder's not meant for the book",
        "Token revoked player, E",
        "Token issued player, E",
        "struck: 1 scorekeeper, of scorekeeper not sold",
        "B lifted",
        "B stops at a loss of 1s 8d stops at 1 January 2100, 23:00",
        f"Limits of a player Sitting {house.owner.get(sitting).json['number']} ",
        "Game made void Game 1 of sitting",
        "agreed by A, B, C, D, E",
        "Waiver Game 1 of sitting",
    ):
        assert entry in text
    assert "They split" not in text


def test_entries_are_chosen_by_days_and_go_on_by_a_cursor(house: House, auditor: Visitor, game: str) -> None:
    page = f"/clubs/{house.id}/audit"
    (when,) = re.findall(
        r'datetime="(\d{4}-\d\d-\d\d)T', auditor.get(f"{page}?limit=1&kind=paid").text.split("<tbody>")[-1]
    )
    assert "Paid out" in auditor.get(f"{page}?kind=paid&from={when}&to={when}&member=").text
    assert "Nothing of this kind" in auditor.get(f"{page}?kind=paid&to=1877-01-01").text
    assert auditor.get(f"{page}?to=9999-12-31&from=0001-01-01").status_code == 200
    more = re.search(r'rel="next" href="([^"]+)"', auditor.get(f"{page}?limit=1&from={when}").text)
    assert more
    assert f"from={when}" in more[1]
    assert auditor.get(more[1].replace("&amp;", "&")).status_code == 200
    for query in ("kind=nonsense", "from=yesterday", "member=x", "cursor=x", "nonsense=1"):
        assert auditor.get(f"{page}?{query}").status_code == 422


def test_exports_are_offered_to_those_who_may_have_them(house: House, auditor: Visitor, game: str) -> None:
    text = auditor.get(f"/clubs/{house.id}/audit").text
    for format_ in FORMATS.values():
        assert (f'href="{house.path}/exports/{format_.name}"' in text) == ("auditor" in format_.roles)
    assert auditor.get(f"{house.path}/exports/hledger").status_code == 200
    slip = auditor.get(f"{game.removeprefix('/v1')}/slip").text
    assert f"{house.path}/log/receipt?game={game.rpartition('/')[2]}" in slip


def test_a_hand_is_unsealed_by_an_auditor_after_the_game(
    house: House, auditor: Visitor, signed_in: SignedIn, game: str
) -> None:
    page = f"{game.removeprefix('/v1')}/unsealing"
    assert f'data-unseals="{game}/unsealings"' in auditor.get(page).text
    assert page in auditor.get(game.removeprefix("/v1")).text
    for token in (house.owner.token, house.scorekeeper.token, house.desk("player", "A").token):
        assert signed_in(token).get(page).status_code == 403
        assert page not in signed_in(token).get(game.removeprefix("/v1")).text
    running = house.begin(house.sit()).removeprefix("/v1")
    refused = auditor.get(f"{running}/unsealing")
    assert refused.status_code == 422
    assert 'href="/laws/28"' in refused.text


def test_another_clubs_audit_is_not_there(house: House, new_house: Callable[[], House], auditor: Visitor) -> None:
    other = new_house()
    assert auditor.get(f"/clubs/{other.id}/audit").status_code == 404
    assert auditor.get(f"/clubs/{house.id}/audit?game={other.id}").text.count("<strong>") == 0
