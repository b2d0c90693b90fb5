"""An evening with every kind of entry and act, and all that a club may do besides: for tests that ask every route."""

from collections.abc import Sequence
from pathlib import Path
from uuid import UUID

import psycopg

from ledger.application.addresses import Address
from ledger.store import SharedDatastore
from projections import READ_MODELS
from projections.follow import ClubFollower
from projections.signing import KEY_FILE, Sealer, Signer, key_in
from projections.tables import ReadTables
from tests.acts import ILLUSTRATED
from tests.api.house import House


def write_everything_down(house: House) -> tuple[str, str]:
    """Record a sitting with every kind of entry and act; its path, and that of its first game."""
    write, member, everybody = house.scorekeeper.post, house.member, [*house.member.values()]
    sitting = house.sit(articles={"kitty": {"amount": 1, "purpose": "expenses"}}, agreed_by=everybody)
    counters = {"player": member["A"], "red": 2, "white": 0, "blue": 0, "on_credit": True}
    slip = write(f"{sitting}/counter-sales", counters).json["id"]
    write(f"{sitting}/corrections", {"strike": [slip], "reason": "sold twice"})
    owed = write(f"{sitting}/counter-sales", counters).json["owed"]
    write(f"{sitting}/payments", {"player": member["A"], "amount": owed, "toward": "credit"})
    write(f"{sitting}/limits", {"player": member["B"], "loss": 90, "stop_at": "2999-01-01T00:00:00Z"})
    agreed = {"readings": {"hearts": "flush_only"}, "agreed_by": everybody, "reason": "as agreed"}
    write(f"{sitting}/articles", agreed)
    write(f"{sitting}/cuts", {"cards": dict(zip(everybody, ("2h", "Kh", "9d", "8c", "7s"), strict=True))})
    write(f"{sitting}/pen")
    game = house.begin(sitting, None)
    write(f"{game}/waivers", {"law": 22, "agreed_by": everybody})
    house.play(game, ILLUSTRATED)
    say_things_of(house, game)
    house.owner.post(f"{sitting}/what-if", {"readings": {"hearts": "always"}})
    write(f"{house.begin(sitting, None)}/void", {"reason": "by mistake", "agreed_by": everybody})
    return sitting, game


def say_things_of(house: House, game: str) -> None:
    """Correct a game, record its payment, unseal a hand of it, ask a what-if, and lay a dispute over it."""
    write, member = house.scorekeeper.post, house.member
    passed_again = {"strike": [4], "insert": [{"after": 4, "action": house.act("D passes")}]}
    corrected = write(f"{game}/corrections", {**passed_again, "reason": "as it was"}).json
    awards = {award["player"]: award["amount"] for award in corrected["settlement"]["awards"]}
    write(f"{game}/paid", {"paid": awards, "reason": "as awarded"})
    house.auditor.post(f"{game}/unsealings", {"player": member["B"], "reason": "a complaint"})
    house.owner.post(f"{game}/what-if", {"readings": {"hearts": "always"}})
    laid = {"parties": [member["D"]], "kind": "fact", "question": "Did he pass?", "step": 4}
    referee = write(f"{game}/disputes", laid).json["referee"]
    write(f"{game}/disputes/1/evidence", {"witness": member["E"], "can_give": True, "statement": "He did."})
    write(f"{game}/disputes/1/ruling", {"referee": referee, "ruling": "He did."})


def close(house: House, sitting: str) -> None:
    """Let E depart and arrive again, buy all counters back, and close the sitting."""
    write, member = house.scorekeeper.post, house.member

    def hand_in(player: str) -> None:
        funds = house.owner.get(sitting).json["funds"][player]
        red = 2 if player == member["A"] else 0
        write(f"{sitting}/buy-backs", {"player": player, "red": red, "white": 0, "blue": 0, "odd": funds - 3 * red})

    hand_in(member["E"])
    write(f"{sitting}/departures", {"player": member["E"]})
    write(f"{sitting}/arrivals", {"player": member["E"], "left_of": member["D"]})
    for player in "ABCD":
        hand_in(member[player])
    write(f"{sitting}/close")


def sign(house: House, directory: Path) -> None:
    """Follow the log to its end, and sign it."""
    tables = ReadTables(SharedDatastore(house.clubs.pool, UUID(house.id)))
    sealer = Sealer(Signer(key_in(directory / KEY_FILE), directory / "checkpoints"), UUID(house.id), tables)
    follower = ClubFollower(house.store, tables, READ_MODELS, sealer)
    while follower.advance():
        pass


def use_webhooks(house: House) -> str:
    """Ask every route of webhooks; the path of one that stays. Nothing is sent: the name of its receiver is no name."""
    owner = house.owner
    paths = [
        f"{house.path}/webhooks/{owner.post(f'{house.path}/webhooks', {'url': url}).json['id']}"
        for url in ("https://receiver.invalid/", "https://receiver.invalid/another")
    ]
    path, id = paths[0], paths[0].rpartition("/")[2]
    with psycopg.connect(house.clubs.pool.url) as connection:
        connection.execute(
            "INSERT INTO poolbook.webhook_dead (club, webhook, position, attempts, failed_at, error)"
            " SELECT %s, %s, position, 11, now(), 'the receiver answered 500' FROM generate_series(1, 3) AS position",
            (house.id, id),
        )
    for word in ("secret", "dead/1/retry", "dead/retry", "ping"):
        owner.post(f"{path}/{word}")
    for listed in (f"{house.path}/webhooks", f"{path}/dead", f"{path}/dead?limit=1"):
        assert owner.get(listed).json["items"], listed
    owner.post(f"{paths[1]}/remove")
    return path


def unresolved(*_: object) -> Sequence[Address]:
    """In place of the resolver: no host has an address."""
    raise OSError("the name of the host is not known")
