"""Schemas made from dataclasses, and answers joined from several objects."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

import pytest
from marshmallow import Schema, fields

from api.joined import Joined
from api.schemas.described import Group, described_by

GAME = UUID("6c435c77-d417-4605-ac42-488242544b15")


class Suit(StrEnum):
    HEARTS = "hearts"
    SPADES = "spades"


@dataclass(frozen=True, kw_only=True)
class Claim:
    amount: int
    law: int


@dataclass(frozen=True, kw_only=True)
class Taken:
    game: UUID
    member: str
    at: datetime | None
    won: bool
    claims: tuple[Claim, ...]
    cards: Sequence[str] | None
    owed: Mapping[str, int]
    root: bytes
    suit: Suit
    first: Claim | None
    before: int
    after: int

    @property
    def net(self) -> int:
        return self.after - self.before


class Change(Schema):
    before = fields.Integer(required=True)
    since = fields.Integer(required=True)


@described_by(Claim)
class ShownClaim(Schema):
    pass


@described_by(Taken, names={"member": "player"}, without=("won",), first=("suit",), says={"at": "when it was over"})
class ShownTaken(Schema):
    net = fields.Integer(required=True)
    claimed = fields.List(fields.Nested(ShownClaim), required=True, attribute="claims")
    change = Group(Change, since="after")


TAKEN = Taken(
    game=GAME,
    member="A",
    at=datetime(1895, 11, 2, 23, 30, tzinfo=UTC),
    won=True,
    claims=(Claim(amount=3, law=59),),
    cards=("Ah", "Jo"),
    owed={"B": 2},
    root=b"\x00\xff",
    suit=Suit.SPADES,
    first=None,
    before=5,
    after=8,
)


def test_what_a_dataclass_holds_is_answered_as_its_types_say() -> None:
    assert ShownTaken().dump(TAKEN) == {
        "suit": "spades",
        "game": str(GAME),
        "player": "A",
        "at": "1895-11-02T23:30:00Z",
        "claimed": [{"amount": 3, "law": 59}],
        "cards": ["Ah", "Jo"],
        "owed": {"B": 2},
        "root": "AP8=",
        "first": None,
        "change": {"before": 5, "since": 8},
        "net": 3,
    }


def test_fields_stand_in_the_order_of_the_dataclass_those_named_first_before_them() -> None:
    names = ["suit", "game", "player", "at", "claimed", "cards", "owed", "root", "first", "change", "net"]
    assert list(ShownTaken().dump(TAKEN)) == names


def test_the_fields_say_what_the_types_say() -> None:
    shown = ShownTaken().fields
    assert all(field.required for field in shown.values())
    assert {name for name, field in shown.items() if field.allow_none} == {"at", "cards", "first"}
    assert (shown["game"].metadata["format"], shown["at"].metadata["format"]) == ("uuid", "date-time")
    assert shown["at"].metadata["description"] == "when it was over"
    assert shown["suit"].validate.choices == ["hearts", "spades"]


@pytest.mark.parametrize("wrong", [{"names": {"loser": "player"}}, {"without": ("loser",)}, {"says": {"loser": "he"}}])
def test_a_field_that_the_dataclass_has_not_cannot_be_spoken_of(wrong: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="Claim has no field loser"):
        described_by(Claim, **wrong)


def test_a_dataclass_describes_one_schema() -> None:
    with pytest.raises(TypeError, match="Claim describes ShownClaim already"):

        @described_by(Claim)
        class Another(Schema):
            pass


def test_a_type_of_which_nobody_has_said_how_it_is_shown_is_refused() -> None:
    @dataclass
    class Odd:
        share: complex

    with pytest.raises(TypeError, match="no schema field is known for <class 'complex'>"):

        @described_by(Odd)
        class ShownOdd(Schema):
            pass


def test_a_name_means_that_of_the_first_thing_joined_that_has_it() -> None:
    joined = Joined({"net": -1, "position": 9}, Joined({"position": 8, "label": "x"}, TAKEN))
    assert (joined["net"], joined["position"], joined["label"], joined["member"]) == (-1, 9, "x", "A")
    with pytest.raises(KeyError, match="loser"):
        joined["loser"]


def test_what_is_joined_is_dumped_as_one() -> None:
    class Written(ShownTaken):
        position = fields.Integer(required=True)

    assert Written().dump(Joined({"position": 9}, TAKEN)) == {**ShownTaken().dump(TAKEN), "position": 9}
