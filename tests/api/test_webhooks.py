"""Webhooks: what is recorded is sent to the addresses that a club names, in order, signed, at least once."""

import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from threading import Event
from time import monotonic, sleep
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from flask import Flask
from standardwebhooks.webhooks import WebhookVerificationError

from api.app import create_app
from api.settings import Settings
from ledger.application.clubs import Clubs
from ledger.store import SharedDatastore
from ledger.store.webhooks import Deliveries, Delivery
from projections.verify import verify
from projections.webhooks import Postman, Sender
from projections.webhooks.sending import ATTEMPTS, Sending
from tests.acts import ILLUSTRATED
from tests.api.house import OPERATOR, Desk, House
from tests.api.problems import STRANGER, forbidden_by, invalid, refused_as
from tests.receiver import Receiver

POSTMAN = Postman(private=True)


@pytest.fixture(scope="module")
def app(clubs: Clubs) -> Flask:
    """An application that may send to this machine."""
    given = {"POOLBOOK_OPERATOR_TOKEN": OPERATOR, "POOLBOOK_WEBHOOK_PRIVATE": "true"}
    return create_app(Settings.from_environment(given), clubs)


@pytest.fixture
def house(shared_house: House) -> Iterator[House]:
    """The module's club, whose webhooks are removed after each test. A new one begins at the end of the log."""
    yield shared_house
    for added in shared_house.owner.get(f"{shared_house.path}/webhooks").json["items"]:
        shared_house.owner.post(f"{shared_house.path}/webhooks/{added['id']}/remove")


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as started:
        yield started


class Hook:
    """A webhook of a house, served by hand with a clock that stands until it is moved."""

    def __init__(self, house: House, url: str, **fields: Any) -> None:
        self.house = house
        answer = house.owner.post(f"{house.path}/webhooks", {"url": url, **fields})
        assert answer.status_code == 201, answer.text
        self.added: dict[str, Any] = answer.json
        self.secret, self.path = self.added["secret"], f"{house.path}/webhooks/{self.added['id']}"
        self.now = datetime.now(UTC)
        self.datastore = SharedDatastore(house.clubs.pool, UUID(house.id))
        self.deliveries = Deliveries(self.datastore)

    @property
    def id(self) -> UUID:
        return UUID(self.added["id"])

    def send(self, postman: Postman | None = None) -> None:
        """Send what is due now."""
        Sending(self.datastore, self.id, postman or POSTMAN, lambda: self.now).send()

    def later(self, **by: float) -> None:
        self.now += timedelta(**by)
        self.send()

    @property
    def delivery(self) -> Delivery:
        delivery = self.deliveries.find(self.id)
        assert delivery is not None
        return delivery

    @property
    def health(self) -> dict[str, Any]:
        items = self.house.owner.get(f"{self.house.path}/webhooks").json["items"]
        (listed,) = (item for item in items if item["id"] == self.added["id"])
        return dict(listed)

    def dead(self) -> list[int]:
        items = self.house.owner.get(f"{self.path}/dead").json["items"]
        return [message["position"] for message in items]


@pytest.fixture
def hook(house: House, receiver: Receiver) -> Hook:
    return Hook(house, receiver.url)


def join(house: House, *names: str) -> list[int]:
    """Enter members; the positions of the events."""
    path, bodies = f"{house.path}/members", [{"name": name, "same_name": True} for name in names]
    return [house.owner.post(path, body).json["position"] for body in bodies]


# What is sent


def test_what_is_recorded_is_sent_in_order_signed_and_as_the_stream_shows_it_to_a_stranger(
    house: House, hook: Hook, receiver: Receiver
) -> None:
    joined = join(house, "F", "G", "H")
    hook.send()
    assert receiver.positions == joined
    assert receiver.ids == [f"msg_{UUID(house.id).hex}_{position}" for position in joined]
    assert [message["event"]["name"] for message in receiver.messages] == ["F", "G", "H"]
    for n in range(3):
        assert receiver.verify(hook.secret, n) == receiver.messages[n]
    with pytest.raises(WebhookVerificationError):
        receiver.verify("whsec_" + "A" * 43 + "=")
    hook.send()
    assert receiver.positions == joined
    assert hook.health["pending"] == 0


def test_hidden_cards_and_tills_are_never_sent(own_house: House, receiver: Receiver) -> None:
    house = own_house
    hook = Hook(house, receiver.url, after=0)
    game = house.begin(house.sit())
    house.play(game, ILLUSTRATED)
    hook.send()
    player = house.desk("player", "E")
    shown = [json.loads(line) for line in player.get(f"{house.path}/events").text.splitlines()]
    by_position = {line["position"]: line for line in shown}
    dealt = [message for message in receiver.messages if message["topic"] == "game.dealt"]
    assert len(dealt) == 1
    assert not any((dealt[0]["event"]["hands"] or {}).values())
    sent = {message["topic"] for message in receiver.messages}
    assert {"game.settled", "club.founded", "sitting.opened"} <= sent
    assert not sent & {"club.token_issued", "club.webhook_added", "sitting.counters_sold"}
    assert {message["position"] for message in receiver.messages} <= by_position.keys()
    assert receiver.positions == sorted(set(receiver.positions))


def test_only_the_topics_that_were_asked_for_are_sent(house: House, receiver: Receiver) -> None:
    hook = Hook(house, receiver.url, events=["game.settled", "club.renamed"])
    house.play(house.begin(house.sit()), ILLUSTRATED)
    house.owner.post(f"{house.path}/name", {"name": "Another"})
    hook.send()
    assert [message["topic"] for message in receiver.messages] == ["game.settled", "club.renamed"]
    assert hook.health["pending"] == 0


def test_words_erased_meanwhile_are_not_sent(house: House, hook: Hook, receiver: Receiver) -> None:
    receiver.otherwise = (500, {})
    member = house.owner.post(f"{house.path}/members", {"name": "Gone"}).json["id"]
    hook.send()
    house.owner.post(f"{house.path}/members/{member}/erasure", {"reason": "asked for"})
    receiver.otherwise = (204, {})
    receiver.bodies.clear()
    hook.later(minutes=1)
    assert [message["topic"] for message in receiver.messages] == ["club.member_joined", "club.part_erased"]
    assert b"Gone" not in b"".join(receiver.bodies)


# What fails


def test_the_order_is_kept_while_the_receiver_fails_and_nothing_is_left_out(
    house: House, hook: Hook, receiver: Receiver
) -> None:
    first, second = join(house, "F", "G")
    receiver.answers = [(503, {}), (500, {})]
    hook.send()
    hook.send()
    assert receiver.positions == [first]
    assert hook.health["state"] == "failing"
    assert hook.health["error"] == "the receiver answered 503"
    hook.later(seconds=3.9)
    assert receiver.positions == [first]
    hook.later(seconds=2.2)
    assert receiver.positions == [first, first]
    hook.later(seconds=20)
    assert receiver.positions == [first, first, first, second]
    assert len(set(receiver.ids)) == 2
    assert (hook.health["state"], hook.health["failing_since"], hook.health["error"]) == ("sending", None, None)


def test_a_receiver_may_ask_to_wait(house: House, hook: Hook, receiver: Receiver) -> None:
    join(house, "F")
    receiver.answers = [(429, {"Retry-After": "120"}), (503, {"Retry-After": "Sat, 01 Jan 2000 00:00:00 GMT"})]
    hook.send()
    hook.later(seconds=119)
    assert len(receiver.bodies) == 1
    hook.later(seconds=1)
    assert len(receiver.bodies) == 2
    hook.later(seconds=20)
    assert len(receiver.bodies) == 3
    assert hook.health["state"] == "sending"


def test_after_the_last_attempt_a_message_is_dead_and_the_next_is_sent(
    house: House, hook: Hook, receiver: Receiver
) -> None:
    first, second = join(house, "F", "G")
    receiver.answers = [(500, {})] * ATTEMPTS
    began = hook.now
    hook.send()
    while hook.delivery.next_at is not None:
        hook.now = hook.delivery.next_at
        hook.send()
    assert timedelta(hours=12) < hook.now - began < timedelta(hours=30)
    assert receiver.positions == [first] * ATTEMPTS
    assert hook.dead() == [first]
    metrics = Desk(house.app, None).get("/metrics").text
    assert re.search(r"^poolbook_webhook_messages_dead [1-9]", metrics, re.MULTILINE)
    assert re.search(r"^poolbook_webhooks_failing [1-9]", metrics, re.MULTILINE)
    hook.send()
    assert receiver.positions[ATTEMPTS:] == [second]
    assert (hook.health["dead"], hook.health["state"]) == (1, "sending")


def test_the_dead_are_sent_again_at_request_under_their_own_ids(house: House, hook: Hook, receiver: Receiver) -> None:
    joined = join(house, "F", "G", "H")
    hook.deliveries.move_on(hook.id, hook.delivery.position, joined[-1])
    for position in joined:
        _bury(hook, position)
    first = house.owner.get(f"{hook.path}/dead?limit=2").json
    assert [message["position"] for message in first["items"]] == joined[:2]
    rest = house.owner.get(f"{hook.path}/dead?limit=2&cursor={first['next']}").json
    assert [message["position"] for message in rest["items"]] == joined[2:]
    hook.send()
    assert receiver.positions == []
    assert house.owner.post(f"{hook.path}/dead/{joined[1]}/retry").json == {"messages": 1}
    hook.send()
    assert receiver.positions == [joined[1]]
    assert hook.dead() == [joined[0], joined[2]]
    receiver.answers = [(500, {})]
    assert house.owner.post(f"{hook.path}/dead/retry").json == {"messages": 2}
    hook.send()
    assert hook.dead() == [joined[0]]
    assert receiver.ids[-1] == f"msg_{UUID(house.id).hex}_{joined[2]}"
    refused_as(house.owner.post(f"{hook.path}/dead/{joined[1]}/retry"), 404, "not-found")


def _bury(hook: Hook, position: int) -> None:
    with psycopg.connect(hook.datastore.url) as connection:
        connection.execute(
            "INSERT INTO poolbook.webhook_dead (club, webhook, position, attempts, failed_at, error)"
            " VALUES (%s, %s, %s, 11, now(), 'the receiver answered 500')",
            (hook.house.id, hook.id, position),
        )


def test_a_message_that_was_sent_and_not_noted_comes_again_with_the_same_id(
    house: House, hook: Hook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    def die(*_: Any, **__: Any) -> bool:
        raise Killed

    joined = join(house, "F", "G")
    with monkeypatch.context() as dying:
        dying.setattr(Deliveries, "move_on", die)
        with pytest.raises(Killed):
            hook.send()
    hook.send()
    assert receiver.positions == [joined[0], *joined]
    assert receiver.ids[0] == receiver.ids[1]
    assert receiver.bodies[0] == receiver.bodies[1]


def test_of_two_senders_at_once_one_alone_moves_on(house: House, hook: Hook, receiver: Receiver) -> None:
    (position,) = join(house, "F")
    receiver.before_answer = lambda: (setattr(receiver, "before_answer", lambda: None), hook.send())[0]  # type: ignore[func-returns-value]
    hook.send()
    assert receiver.positions == [position, position]
    assert hook.delivery.position == position


def test_a_receiver_that_is_gone_is_sent_nothing_more_until_its_secret_is_renewed(
    house: House, hook: Hook, receiver: Receiver
) -> None:
    joined = join(house, "F", "G")
    receiver.answers = [(410, {})]
    hook.send()
    hook.later(days=2)
    assert receiver.positions == [joined[0]]
    assert hook.health["state"] == "gone"
    assert house.owner.post(f"{hook.path}/secret").status_code == 201
    hook.send()
    assert receiver.positions == [joined[0], *joined]


def test_a_redirect_is_not_followed(house: House, hook: Hook, receiver: Receiver) -> None:
    with Receiver() as other:
        join(house, "F")
        receiver.answers = [(307, {"Location": other.url})]
        hook.send()
        assert (len(receiver.bodies), other.bodies) == (1, [])
    assert hook.health["error"] == "the receiver answered 307"


def test_a_receiver_that_is_slow_is_given_up_in_time(house: House, hook: Hook, receiver: Receiver) -> None:
    join(house, "F")
    receiver.delay = 5.0
    began = monotonic()
    hook.send(Postman(private=True, seconds=0.1))
    assert monotonic() - began < 4
    assert hook.health["error"] == "no answer came within 0.1 seconds"


def test_a_receiver_that_does_not_answer_at_all_is_tried_again(house: House, hook: Hook, receiver: Receiver) -> None:
    hook.added["url"] = receiver.url
    with Receiver() as ended:
        gone = Hook(house, ended.url)
    join(house, "F")
    gone.send()
    assert gone.health["state"] == "failing"
    assert "refused" in gone.health["error"]


def test_a_webhook_is_read_by_itself_where_its_creation_says_as_the_list_shows_it(
    house: House, hook: Hook, receiver: Receiver
) -> None:
    other = house.owner.post(f"{house.path}/webhooks", {"url": "https://c.example/"})
    assert other.headers["Location"] == f"{house.path}/webhooks/{other.json['id']}"
    (position,) = join(house, "F")
    receiver.answers = [(500, {})]
    for state in ("sending", "failing"):
        read = house.auditor.get(hook.path)
        assert read.status_code == 200
        assert read.json == hook.health
        assert (read.json["state"], read.json["url"], read.json["pending"]) == (state, receiver.url, 2)
        hook.send()
    _bury(hook, position)
    assert house.owner.get(hook.path).json["dead"] == 1
    with psycopg.connect(hook.datastore.url) as connection:
        connection.execute("DELETE FROM poolbook.webhooks WHERE club = %s", (house.id,))
    assert house.owner.get(hook.path).json == hook.health
    assert hook.health["state"] == "asleep"


# Secrets


def test_the_secret_is_shown_once_and_stands_in_no_log_and_no_list(house: House, hook: Hook) -> None:
    assert hook.secret.startswith("whsec_")
    bare = hook.secret.removeprefix("whsec_")
    house.follow()
    for path in ("webhooks", f"webhooks/{hook.id}", "events", "audit", "exports/jsonl"):
        answer = house.owner.get(f"{house.path}/{path}")
        assert answer.status_code == 200, path
        assert bare not in answer.text
    assert all(bare.encode() not in logged.stored.state for logged in house.store.notifications(0, 1_000))
    body, key = {"url": "https://c.example/"}, str(uuid4())
    first = house.owner.post(f"{house.path}/webhooks", body, Idempotency_Key=key)
    again = house.owner.post(f"{house.path}/webhooks", body, Idempotency_Key=key)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.json == {**first.json, "secret": None}


def test_a_renewed_secret_signs_at_once_and_the_former_for_a_day_beside_it(
    house: House, hook: Hook, receiver: Receiver
) -> None:
    renewed = house.owner.post(f"{hook.path}/secret").json["secret"]
    assert renewed != hook.secret
    (position,) = join(house, "F")
    hook.send()
    assert receiver.verify(renewed) == receiver.verify(hook.secret)
    assert receiver.positions == [position]
    at = hook.delivery.old_until
    assert at is not None
    assert hook.delivery.secrets_at(at - timedelta(seconds=1)) == (renewed, hook.secret)
    assert hook.delivery.secrets_at(at) == (renewed,)


def test_a_webhook_whose_secret_is_not_here_sleeps_until_it_has_another(
    house: House, hook: Hook, receiver: Receiver
) -> None:
    with psycopg.connect(hook.datastore.url) as connection:
        connection.execute("DELETE FROM poolbook.webhooks WHERE club = %s", (house.id,))
    join(house, "F")
    hook.send()
    assert receiver.bodies == []
    assert hook.health["state"] == "asleep"
    forbidden_by(house.owner.post(f"{hook.path}/ping"), None, "asleep")
    assert house.owner.post(f"{hook.path}/secret").status_code == 201
    (later,) = join(house, "G")
    hook.send()
    assert receiver.positions == [later]


# Who may


def test_only_the_owner_changes_webhooks_and_only_inspectors_see_them(house: House, hook: Hook) -> None:
    for desk in (house.scorekeeper, house.auditor, house.desk("player", "A")):
        for path in (f"{house.path}/webhooks", *(f"{hook.path}/{word}" for word in ("secret", "remove", "ping"))):
            refused_as(desk.post(path, {"url": "https://c.example/"}), 403, "forbidden")
    assert house.auditor.get(f"{house.path}/webhooks").status_code == 200
    for desk in (house.scorekeeper, house.desk("player", "A")):
        refused_as(desk.get(f"{house.path}/webhooks"), 403, "forbidden")
        refused_as(desk.get(f"{hook.path}/dead"), 403, "forbidden")
        refused_as(desk.get(hook.path), 403, "forbidden")


def test_a_webhook_is_removed_once_and_of_its_own_club_only(
    house: House, hook: Hook, receiver: Receiver, new_house: Callable[[], House]
) -> None:
    other = new_house()
    for word in ("remove", "secret", "ping", "dead/retry"):
        refused_as(other.owner.post(f"{other.path}/webhooks/{hook.id}/{word}"), 404, "not-found")
        refused_as(house.owner.post(f"{house.path}/webhooks/{STRANGER}/{word}"), 404, "not-found")
    refused_as(other.owner.get(f"{other.path}/webhooks/{hook.id}/dead"), 404, "not-found")
    refused_as(other.owner.get(f"{other.path}/webhooks/{hook.id}"), 404, "not-found")
    assert house.owner.post(f"{hook.path}/remove").status_code == 201
    join(house, "F")
    hook.send()
    assert receiver.bodies == []
    assert house.owner.get(f"{house.path}/webhooks").json["items"] == []
    assert hook.deliveries.find(hook.id) is None
    refused_as(house.owner.post(f"{hook.path}/remove"), 404, "not-found")
    refused_as(house.owner.get(hook.path), 404, "not-found")


def test_a_club_has_at_most_twenty_webhooks(house: House) -> None:
    for n in range(20):
        assert house.owner.post(f"{house.path}/webhooks", {"url": f"https://c.example/{n}"}).status_code == 201
    forbidden_by(house.owner.post(f"{house.path}/webhooks", {"url": "https://c.example/"}), None, "too_many_webhooks")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "url"),
        ({"url": "ftp://c.example/"}, "url"),
        ({"url": "https://"}, "url"),
        ({"url": "https://user:word@c.example/"}, "url"),
        ({"url": "https://c.example:99999/"}, "url"),
        ({"url": "https://c.example/a b"}, "url"),
        ({"url": "https://c.example/#part"}, "url"),
        ({"url": "https://[::1/"}, "url"),
        ({"url": "https://a..b/"}, "url"),
        ({"url": f"https://{'x' * 64}.example/"}, "url"),
        ({"url": "https://%00.example/"}, "url"),
        ({"url": "https://c.example/" + "x" * 2000}, "url"),
        ({"url": "https://c.example/", "events": ["game.finished"]}, "events"),
        ({"url": "https://c.example/", "after": 10_000}, "after"),
        ({"url": "https://c.example/", "description": "\u202ereversed"}, "description"),
        ({"url": "https://c.example/", "secret": "mine"}, "secret"),
    ],
)
def test_what_cannot_be_sent_to_is_refused(house: House, body: dict[str, Any], field: str) -> None:
    before = house.position()
    invalid(house.owner.post(f"{house.path}/webhooks", body), field)
    assert house.position() == before


def test_a_ping_says_at_once_what_came_of_it(house: House, hook: Hook, receiver: Receiver) -> None:
    before = house.position()
    pinged = house.owner.post(f"{hook.path}/ping")
    assert pinged.status_code == 200
    assert pinged.json.items() >= {"delivered": True, "status": 204, "error": None}.items()
    assert receiver.verify(hook.secret)["topic"] == "ping"
    receiver.answers = [(500, {})]
    failed = house.owner.post(f"{hook.path}/ping").json
    assert failed.items() >= {"delivered": False, "status": 500, "error": "the receiver answered 500"}.items()
    assert (house.position(), hook.delivery.position) == (before, before)


def test_once_a_ping_is_taken_what_waits_is_tried_again_at_once(house: House, hook: Hook, receiver: Receiver) -> None:
    waiting = join(house, "F", "G")
    receiver.otherwise = (500, {})
    hook.send()
    house.owner.post(f"{hook.path}/ping")
    hook.send()
    assert receiver.positions == waiting[:1], "a ping that failed hastens nothing"
    receiver.otherwise = (204, {})
    assert house.owner.post(f"{hook.path}/ping").json["delivered"]
    hook.send()
    assert receiver.positions == [waiting[0], *waiting]
    assert hook.health["state"] == "sending"


# The sender


def until(happened: Callable[[], object]) -> bool:
    deadline = monotonic() + 20
    while not happened():
        if monotonic() > deadline:
            return False
        sleep(0.02)
    return True


def test_the_sender_sends_what_is_recorded_and_another_goes_on_where_it_ended(
    house: House, hook: Hook, receiver: Receiver, clubs: Clubs
) -> None:
    with Sender(clubs.pool, POSTMAN, poll_seconds=0.1), Sender(clubs.pool, POSTMAN):
        joined = join(house, "F", "G")
        assert until(lambda: receiver.positions == joined)
    joined += join(house, "H", "I")
    with Sender(clubs.pool, POSTMAN, poll_seconds=0.1):
        assert until(lambda: receiver.positions == joined)


def test_a_slow_receiver_holds_up_no_other_and_no_stop(
    house: House, hook: Hook, receiver: Receiver, clubs: Clubs
) -> None:
    let_go = Event()
    with Receiver() as slow:
        slow.before_answer = lambda: let_go.wait(10) and None
        Hook(house, slow.url)
        sender = Sender(clubs.pool, POSTMAN, poll_seconds=0.1).start()
        joined = join(house, "F", "G")
        assert until(lambda: receiver.positions == joined and slow.bodies)
        assert slow.positions == joined[:1]
        began = monotonic()
        sender.stop()
        assert monotonic() - began < 2
        let_go.set()


def test_the_record_that_cannot_be_read_is_tried_again_in_a_minute(
    house: House, hook: Hook, receiver: Receiver, clubs: Clubs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("projections.webhooks.sending.EventLines", lambda *_: 1 / 0)
    with Sender(clubs.pool, POSTMAN, poll_seconds=0.1):
        join(house, "F")
        assert until(lambda: hook.delivery.error is not None)
    assert hook.delivery.error == "an error of this service: ZeroDivisionError"
    assert hook.delivery.attempts == 0
    assert receiver.bodies == []


# The books


def test_the_books_verify_with_webhooks_and_name_a_row_that_the_record_does_not_know(
    own_house: House, receiver: Receiver
) -> None:
    house, hook = own_house, Hook(own_house, receiver.url)
    house.follow()
    entry = house.clubs.entry(UUID(house.id))
    assert verify(house.clubs.pool.url, entry).ok
    with psycopg.connect(hook.datastore.url) as connection:
        connection.execute("UPDATE poolbook.webhooks SET secret = 'whsec_AAAA' WHERE club = %s", (house.id,))
    report = verify(house.clubs.pool.url, entry)
    assert report.first_difference is not None
    assert (report.first_difference.table, report.first_difference.column) == ("webhooks", "secret")
    with psycopg.connect(hook.datastore.url) as connection:
        connection.execute("UPDATE poolbook.webhooks SET id = %s WHERE club = %s", (uuid4(), house.id))
    report = verify(house.clubs.pool.url, entry)
    assert report.first_difference is not None
    assert report.first_difference.table == "webhooks"


def test_the_audit_says_where_the_events_were_sent(own_house: House, receiver: Receiver) -> None:
    house, hook = own_house, Hook(own_house, receiver.url)
    house.owner.post(f"{hook.path}/secret")
    house.owner.post(f"{hook.path}/remove")
    house.follow()
    entries = house.owner.get(f"{house.path}/audit?kind=webhook").json["items"]
    url = {"url": hook.added["url"]}
    assert [(entry["before"], entry["after"]) for entry in entries] == [
        (url, {"url": None}),
        (url, url),
        ({"url": None}, url),
    ]


def test_a_description_can_be_erased(house: House, receiver: Receiver) -> None:
    hook = Hook(house, receiver.url, description="the secretary's own server")
    version = max(r.originator_version for r in house.store.load(UUID(house.id)))
    erased = {"stream": house.id, "version": version, "part": "description", "reason": "asked for"}
    assert house.owner.post(f"{house.path}/erasures", erased).status_code == 201
    assert hook.health["description"] is None


def test_without_the_operators_leave_nothing_is_sent_to_a_private_address(clubs: Clubs, receiver: Receiver) -> None:
    app = create_app(Settings.from_environment({"POOLBOOK_OPERATOR_TOKEN": OPERATOR}), clubs)
    house = House.found_club(app, clubs)
    for url in (
        receiver.url,
        "http://c.example/",
        "https://127.0.0.1/",
        "https://127.1/",
        "https://0x7f000001/",
        "https://localhost:8181/",
        "https://10.0.0.1/",
        "https://169.254.169.254/latest/meta-data/",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://[64:ff9b::a00:1]/",
        "https://printer.local/",
    ):
        invalid(house.owner.post(f"{house.path}/webhooks", {"url": url}), "url")
    assert Desk(app, None).get("/livez").status_code == 200
