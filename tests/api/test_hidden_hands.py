"""A hand that was thrown away unseen is told to nobody, whether he asks by what-ifs, corrections or acts.

A deals, the ante is 3 and the limit 12. D passes with a pair of kings; C and E play on, with E's hand unrecorded.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from werkzeug.test import TestResponse

from ledger.application.hidden_cards import HiddenCards
from ledger.application.memory import ClubMemory, Memory
from ledger.application.trail import OF_A_CLUB, OF_A_TOKEN, WINDOW, TooManyRefusals, Trail
from ledger.cards import pack
from ledger.events.base import Event
from ledger.refusals import Refused
from ledger.store import Actor, ClubStore
from tests.api.answered import text_in
from tests.api.house import Desk, House
from tests.api.problems import forbidden_by
from tests.api.test_what_readers_see import cards_in, everything
from tests.play.table import Table

HAND_OF_D = ["Kh", "Kd", "5h", "6c", "9d"]
HAND_OF_C = ["Ah", "Ad", "5c", "6d", "9s"]
SAY = "C stakes 6; D passes; E stakes 6; A passes; B passes"
PASS_OF_D = 3
REST = "C keeps; E keeps; C stakes 1; E stakes 1; C shows Ah Ad 5c 6d 9s; E shows Qh Qd 7c 8d 2s"
DISAGREE = "the cards do not agree with the record of this game"


@pytest.fixture
def house(own_house: House) -> House:
    """A club for each test, which looks at all of its audit and exports."""
    return own_house


@pytest.fixture
def running(house: House) -> str:
    """The game in its draw, D's hand recorded and buried."""
    game = house.begin(house.sit())
    cards = {house.member["D"]: HAND_OF_D, house.member["C"]: HAND_OF_C}
    assert house.scorekeeper.post(f"{game}/actions", {"action": "deal", "cards": cards}).status_code == 201
    house.play(game, SAY)
    return game


@pytest.fixture
def settled(house: House, running: str) -> str:
    """The same game, settled: C takes the pool."""
    house.play(running, REST)
    return running


def sounding(house: House, card: str, *, after: int = 7) -> dict[str, Any]:
    """A record in which D did not pass: he draws a card for this one, and passes then."""
    d = house.member["D"]
    put_in = [
        (2, {"action": "stake", "player": d, "amount": 6}),
        (after, {"action": "draw", "player": d, "discard": [card]}),
        (after + 2, {"action": "pass", "player": d, "irregular": True}),
    ]
    return {"strike": [PASS_OF_D], "insert": [{"after": step, "action": act} for step, act in put_in]}


def without_request_id(answer: TestResponse) -> tuple[int, str]:
    """All that an answer says but for the id of its request."""
    body = dict(answer.json)
    body.pop("instance", None)
    return answer.status_code, str(body)


def audit(house: House, kind: str) -> list[dict[str, Any]]:
    house.follow()
    entries: list[dict[str, Any]] = house.auditor.get(f"{house.path}/audit?kind={kind}&limit=200").json["items"]
    return entries


@pytest.mark.parametrize("role", ["owner", "scorekeeper", "auditor"])
def test_fifty_two_questions_give_no_card_of_a_buried_hand_and_are_on_the_trail(
    house: House, settled: str, role: str
) -> None:
    desk = house.owner if role == "owner" else house.desk(role)
    visible = {*HAND_OF_C, "Qh", "Qd", "7c", "8d", "2s"}
    answers = {card: without_request_id(desk.post(f"{settled}/what-if", sounding(house, card))) for card in pack()}
    assert {answer for card, answer in answers.items() if card not in visible} == {answers["Kh"]}
    assert answers["Kh"][0] == 200
    trail = audit(house, "what_if")
    assert len(trail) == 52
    assert {(entry["actor"]["role"], entry["game"]) for entry in trail} == {(role, settled.split("/")[-1])}
    assert all(entry["at"] and entry["actor"]["token"] for entry in trail)


def test_a_card_that_the_reader_may_see_is_refused_in_a_what_if_by_its_own_law(house: House, settled: str) -> None:
    answer = house.scorekeeper.post(f"{settled}/what-if", sounding(house, "Ah"))
    assert (answer.json["law"], answer.json["code"]) == (1, "card_twice")


def test_a_refusal_for_turn_of_a_what_if_says_what_may_be_done_and_no_card(house: House, settled: str) -> None:
    for desk in (house.desk("player", "A"), house.scorekeeper, house.auditor, house.owner):
        answer = desk.post(f"{settled}/what-if", {"strike": [2]})
        forbidden_by(answer, 23, "out_of_turn")
        assert (answer.json["step"], answer.json["to_act"]) == (3, house.member["C"])
        stake, leave = answer.json["legal"]
        assert stake == {"action": "stake", "player": house.member["C"], "least": 6, "most": 15, "law": 25}
        assert leave == {"action": "pass", "player": house.member["C"], "least": None, "most": None, "law": 27}
        assert not any(f'"{card}"' in answer.text for card in pack())


def test_an_auditor_unseals_first_and_is_then_answered_by_the_hand(house: House, settled: str) -> None:
    sealed = without_request_id(house.auditor.post(f"{settled}/what-if", sounding(house, "2h")))
    reading = {"player": house.member["D"], "reason": "a complaint"}
    assert house.auditor.post(f"{settled}/unsealings", reading).json["original"] == HAND_OF_D
    opened = house.auditor.post(f"{settled}/what-if", sounding(house, "2h"))
    assert (opened.json["law"], opened.json["code"]) == (36, "cannot_discard")
    assert house.auditor.post(f"{settled}/what-if", sounding(house, "Kh")).status_code == 200
    assert without_request_id(house.scorekeeper.post(f"{settled}/what-if", sounding(house, "2h"))) == sealed
    assert [entry["player"] for entry in audit(house, "unsealing")] == [house.member["D"]]
    assert len(audit(house, "what_if")) == 4


def test_what_was_asked_is_for_the_auditor_and_the_owner_and_changes_nothing_of_the_game(
    house: House, settled: str
) -> None:
    before = house.scorekeeper.get(settled)
    player = house.desk("player", "A")
    assert player.post(f"{settled}/what-if", {"readings": {"hearts": "always"}}).status_code == 200
    assert house.scorekeeper.get(settled).headers["ETag"] == before.headers["ETag"]
    assert house.scorekeeper.get(settled).json == before.json
    assert [entry["actor"]["member"] for entry in audit(house, "what_if")] == [house.member["A"]]
    for desk, hears in ((house.owner, True), (house.auditor, True), (house.scorekeeper, False), (player, False)):
        assert ("trail.what_if_asked" in desk.get(f"{house.path}/events").text) == hears


@pytest.mark.parametrize("role", ["owner", "scorekeeper", "auditor"])
def test_law_28_a_pass_that_is_struck_uncovers_the_hand_on_no_route(house: House, running: str, role: str) -> None:
    stake = {"after": 2, "action": {"action": "stake", "player": house.member["D"], "amount": 6}}
    correction = {"strike": [PASS_OF_D], "insert": [stake], "reason": "E passed, not D"}
    corrected = house.scorekeeper.post(f"{running}/corrections", correction, Idempotency_Key="struck")
    assert corrected.status_code == 201, corrected.text
    desk = house.owner if role == "owner" else house.desk(role)
    shown = everything(desk, house, running) + corrected.text + desk.get(f"{running}/replay?beside=written").text
    shown += house.scorekeeper.post(f"{running}/corrections", correction, Idempotency_Key="struck").text
    shown += desk.get(f"{house.path}/events").text
    assert not cards_in(shown) & set(HAND_OF_D)
    assert desk.get(running).json["cards"][house.member["D"]] is None
    own = house.desk("player", "D").get(running).json["cards"]
    assert own[house.member["D"]] == HAND_OF_D, "he is in the game again, and holds it"


def test_law_28_a_buried_hand_opens_by_its_players_show(house: House, running: str) -> None:
    stake = {"after": 2, "action": {"action": "stake", "player": house.member["D"], "amount": 6}}
    correction = {"strike": [PASS_OF_D], "insert": [stake], "reason": "E passed, not D"}
    assert house.scorekeeper.post(f"{running}/corrections", correction).status_code == 201
    house.play(running, "C keeps; D keeps; E keeps; C stakes 1; D stakes 1; E stakes 1")
    house.play(running, "C shows Ah Ad 5c 6d 9s; D shows Kh Kd 5h 6c 9d; E shows Qh Qd 7c 8d 2s")
    assert house.scorekeeper.get(running).json["cards"][house.member["D"]] == HAND_OF_D


def test_an_opened_receipt_and_export_hold_no_buried_hand_whose_pass_was_struck(house: House, settled: str) -> None:
    correction = {
        "insert": sounding(house, "Kh")["insert"],
        "strike": [PASS_OF_D],
        "reason": "he drew, and passed then",
    }
    assert house.scorekeeper.post(f"{settled}/corrections", correction).status_code == 201
    for name in ("jsonl", "phh", "ohh", "pokerstars", "xlsx"):
        text = text_in(house.owner.get(f"{house.path}/exports/{name}").data)
        assert not cards_in(text) & set(HAND_OF_D), name
        assert "KhKd" not in text


# What the record itself must refuse


def guess(house: House, desk: Desk, game: str, card: str) -> TestResponse:
    return desk.post(f"{game}/corrections", {**sounding(house, card), "reason": "he drew first"})


def test_a_correction_refused_by_a_hidden_card_says_only_that_the_cards_do_not_agree(
    house: House, settled: str
) -> None:
    before = house.scorekeeper.get(settled).json
    wrong = guess(house, house.scorekeeper, settled, "2h")
    assert wrong.status_code == 422
    assert {name: wrong.json.get(name) for name in ("law", "code", "detail", "step")} == {
        "law": None,
        "code": "cards_disagree",
        "detail": DISAGREE,
        "step": None,
    }
    assert house.scorekeeper.get(settled).json == before
    (entry,) = audit(house, "cards_refused")
    assert (entry["actor"]["role"], entry["game"]) == ("scorekeeper", settled.split("/")[-1])
    ruled = guess(house, house.scorekeeper, settled, "Ah")
    assert (ruled.json["law"], ruled.json["code"], ruled.json["step"]) == (1, "card_twice", 14)
    assert len(audit(house, "cards_refused")) == 1, "of a card that all may see it says what is wrong"


def test_a_ruling_with_a_correction_is_refused_alike(house: House, settled: str) -> None:
    laid = {"parties": [house.member["C"]], "kind": "fact", "question": "did D draw?"}
    dispute = house.scorekeeper.post(f"{settled}/disputes", laid).json
    correction = sounding(house, "2h")
    ruling = {"referee": dispute["referee"], "ruling": "he did", "correction": correction}
    answer = house.scorekeeper.post(f"{settled}/disputes/{dispute['n']}/ruling", ruling)
    assert (answer.status_code, answer.json["code"], answer.json["law"]) == (422, "cards_disagree", None)
    assert len(audit(house, "cards_refused")) == 1


@pytest.mark.parametrize(
    ("hand", "law", "code"),
    [
        ("Kh Qd 7c 8d 2s", None, "cards_disagree"),
        ("Ah Qd 7c 8d 2s", 1, "card_twice"),
        ("Qh Qd 7c 8d Qh", 1, "card_twice"),
    ],
    ids=["a card of the buried hand", "a card of a hand that is seen", "a card twice in one hand"],
)
def test_an_act_refused_by_a_hidden_card_is_told_no_more_either(
    house: House, running: str, hand: str, law: int | None, code: str
) -> None:
    house.play(running, "C keeps; E keeps; C stakes 1; E stakes 1; C shows Ah Ad 5c 6d 9s")
    answer = house.scorekeeper.post(f"{running}/actions", house.act(f"E shows {hand}"))
    assert (answer.status_code, answer.json["law"], answer.json["code"]) == (422, law, code)
    assert len(audit(house, "cards_refused")) == (code == "cards_disagree")
    house.play(running, "E shows Qh Qd 7c 8d 2s")


def test_the_recorded_order_of_the_pack_is_told_by_no_refusal(house: House) -> None:
    game = house.begin(house.sit())
    house.scorekeeper.post(f"{game}/actions", {"action": "deal", "pack": list(pack())})
    house.play(game, SAY)
    draw = {"action": "draw", "player": house.member["C"], "discard": 1, "cards": [pack()[-1]]}
    answer = house.scorekeeper.post(f"{game}/actions", draw)
    assert (answer.status_code, answer.json["law"], answer.json["code"]) == (422, None, "cards_disagree")


def test_refusals_by_hidden_cards_are_limited_and_then_right_and_wrong_are_answered_alike(
    house: House, settled: str
) -> None:
    wrong = [card for card in pack() if card not in (*HAND_OF_D, *HAND_OF_C, "Qh", "Qd", "7c", "8d", "2s")]
    for card in wrong[:OF_A_TOKEN]:
        assert guess(house, house.scorekeeper, settled, card).json["code"] == "cards_disagree"
    spent = [guess(house, house.scorekeeper, settled, card) for card in (wrong[-1], "Kh", "Ah")]
    assert {without_request_id(answer) for answer in spent} == {without_request_id(spent[0])}
    assert (spent[0].status_code, spent[0].json["type"]) == (429, "/problems/too-many")
    seconds = int(spent[0].headers["Retry-After"])
    assert WINDOW - timedelta(minutes=5) < timedelta(seconds=seconds) <= WINDOW
    assert len(audit(house, "cards_refused")) == OF_A_TOKEN
    # Another token has its own refusals, another game too, and an act without cards meets none.
    assert guess(house, house.desk("scorekeeper"), settled, wrong[0]).json["code"] == "cards_disagree"
    other = house.begin(house.sit())
    house.play(other, f"deal; {SAY}; {REST}")
    assert guess(house, house.scorekeeper, other, "2h").status_code == 201


def test_corrections_that_are_struck_again_are_guesses_too(house: House, settled: str) -> None:
    """Whoever strikes what was recorded, and tries the next card, finds out as much by what is recorded."""
    pass_of_d, highest = PASS_OF_D, 12
    for _ in range(OF_A_TOKEN // 2):
        guessed = {**sounding(house, "Kh"), "strike": [pass_of_d], "reason": "he drew first"}
        assert house.scorekeeper.post(f"{settled}/corrections", guessed).status_code == 201
        passed = {"after": 2, "action": {"action": "pass", "player": house.member["D"]}}
        inserted = [highest + 1, highest + 2, highest + 3]
        back = {"strike": inserted, "insert": [passed], "reason": "he did not"}
        assert house.scorekeeper.post(f"{settled}/corrections", back).status_code == 201
        pass_of_d = highest = highest + 4
    before = house.scorekeeper.get(settled).json
    spent = {**sounding(house, "Kd"), "strike": [pass_of_d], "reason": "he drew first"}
    assert house.scorekeeper.post(f"{settled}/corrections", spent).status_code == 429
    assert house.scorekeeper.get(settled).json == before


def test_more_tokens_have_few_more_guesses(house: House, settled: str) -> None:
    unseen = [card for card in pack() if card not in (*HAND_OF_D, *HAND_OF_C, "Qh", "Qd", "7c", "8d", "2s")]
    statuses = [
        guess(house, desk, settled, card).status_code
        for desk in [house.desk("scorekeeper") for _ in range(4)]
        for card in unseen[:OF_A_TOKEN]
    ]
    assert statuses == [422] * OF_A_CLUB + [429] * OF_A_TOKEN


def trail_in(store: ClubStore, clock: Callable[[], datetime]) -> Trail:
    """The trail of a club, of which nothing is remembered yet."""
    return Trail(store, ClubMemory(store, Memory()), clock, uuid4)


def test_a_refusal_by_what_the_writer_knows_asks_nothing_of_hidden_cards(store: ClubStore) -> None:
    """Else what is refused to some deals and recorded in others would be a guess that is not counted."""
    actor = Actor(token=str(uuid4()), member=None, role="scorekeeper")
    cards = HiddenCards(trail_in(store, lambda: datetime.now(UTC)), actor, uuid4())
    events = Table().start("A").play(f"deal D: {' '.join(HAND_OF_D)}; C stakes 6; D passes").game_events[-1]

    def decide(judged: Sequence[Event]) -> None:
        if list(judged) != events:
            raise Refused(1, "not_the_hand", "as far as he knows")

    with pytest.raises(Refused) as refused:
        cards.judged(events, decide, limited=True)
    assert refused.value.code == "not_the_hand"


def test_many_guesses_at_once_are_worth_no_more(house: House, settled: str) -> None:
    wrong = [card for card in pack() if card not in (*HAND_OF_D, *HAND_OF_C, "Qh", "Qd", "7c", "8d", "2s")]
    desks = [Desk(house.app, house.scorekeeper.token) for _ in wrong]
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda n: guess(house, desks[n], settled, wrong[n]).status_code, range(len(wrong))))
    assert sorted(answers) == [422] * OF_A_TOKEN + [429] * (len(wrong) - OF_A_TOKEN)
    assert len(audit(house, "cards_refused")) == OF_A_TOKEN


def test_a_repeat_of_what_was_recorded_is_no_guess(house: House) -> None:
    deal = {"action": "deal", "cards": {house.member["C"]: HAND_OF_C}}
    game = house.begin(house.sit())
    for _ in range(3):
        answer = house.scorekeeper.post(f"{game}/actions", deal, Idempotency_Key="the-deal")
        assert answer.status_code == 201, answer.text
    assert audit(house, "cards_refused") == []


def test_the_limit_is_lifted_when_the_oldest_refusal_is_a_day_old(store: ClubStore) -> None:
    now = datetime(1896, 11, 20, 21, 0, tzinfo=UTC)
    trail, game = trail_in(store, lambda: now), uuid4()
    actor = Actor(token=str(uuid4()), member=None, role="scorekeeper")
    for _ in range(OF_A_TOKEN):
        trail.note_refusal(actor, game)
        now += timedelta(minutes=1)
    with pytest.raises(TooManyRefusals) as spent:
        trail.note_refusal(actor, game)
    assert spent.value.wait == WINDOW - timedelta(minutes=OF_A_TOKEN)
    now += spent.value.wait
    trail.note_refusal(actor, game)
    with pytest.raises(TooManyRefusals):
        trail.check_limit(actor, game)


# Numbers withheld


def test_law_51_that_a_withheld_draw_was_irregular_is_withheld_too(house: House) -> None:
    shown = []
    for amiss in ({}, {"asked": 3, "irregular": True}, {"given": 3, "made_right": True, "irregular": True}):
        game = house.begin(house.sit())
        house.play(game, "deal; C stakes 6; D stakes 6; E passes; A passes; B passes")
        draw = {"action": "draw", "player": house.member["C"], "discard": 2, **amiss}
        assert house.scorekeeper.post(f"{game}/actions", draw).status_code == 201
        desk = house.desk("player", "D")
        (item,) = [item for item in desk.get(f"{game}/actions").json["items"] if item["type"] == "game.drew"]
        (entry,) = [
            entry
            for frame in desk.get(f"{game}/replay").json["frames"]
            for entry in frame["entries"]
            if entry["type"] == "game.drew"
        ]
        item.pop("at")
        shown.append((item, entry))
        assert house.scorekeeper.get(f"{game}/actions").json["items"][-1]["irregular"] == bool(amiss)
    assert shown[0] == shown[1] == shown[2]


def test_law_51_a_replay_under_another_reading_is_refused_where_numbers_are_withheld(house: House) -> None:
    game = house.begin(house.sit())
    house.play(game, "deal; C stakes 6; D stakes 6; E passes; A passes; B passes; C draws 2")
    answer = house.desk("player", "D").get(f"{game}/replay?beside=hearts=always")
    assert (answer.status_code, answer.json["law"], answer.json["code"]) == (422, 51, "number_withheld")
    assert house.desk("player", "C").get(f"{game}/replay?beside=hearts=always").status_code == 200
