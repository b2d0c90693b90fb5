"""The settlement of a game: who took what from the pool, and under which law."""

from typing import Any

from marshmallow import Schema, fields, post_dump, validate

from api.schemas.described import described_by
from api.schemas.fields import by_member
from api.schemas.names import Named
from api.schemas.sittings import JackPotDue
from ledger.afterwards import what_if
from ledger.events import settlement
from ledger.laws.hands import HandClass
from projections.settlements import Settled


@described_by(settlement.Source)
class Source(Schema):
    """The source of money in the pool: ante money, a stake, or dead money; and the player who put it in."""

    kind = fields.String(required=True, validate=validate.OneOf(("ante", "stake", "dead")))


@described_by(settlement.ClaimedMoney)
class Claim(Schema):
    """An amount from one source, under one law."""


@described_by(settlement.Awarded)
class Award(Schema):
    """What a player took from the pool."""


@described_by(settlement.Refund, names={"payer": "from", "payee": "to"})
class Refund(Schema):
    """A payment from one player's counters to another (14, 16)."""


@described_by(settlement.Penalty)
class Penalty(Schema):
    """What a false opener pays into the pool (33)."""


@described_by(settlement.Reward)
class Reward(Schema):
    """A reward kitty that was won."""


@described_by(settlement.NamedHand)
class Hand(Schema):
    """A hand that was shown, and what it is called."""

    hand_class = fields.String(
        required=True, data_key="class", validate=validate.OneOf([str(kind) for kind in HandClass])
    )


@described_by(what_if.Turned)
class Turned(Schema):
    """Another reading that would have moved money: the differences in the results, in what is carried out and in what
    is set aside for the kitty, those that are not nought. Or one that would have forbidden an act, with the first such
    step. `dispute` is that in which a ruling fixed the reading for this game."""

    changes = by_member(fields.Integer(), metadata={"description": "in `results`; empty if nobody gets more or less"})
    carried = fields.Integer(metadata={"description": "in `carried_out`; left out if it is the same"})
    kitty = fields.Integer(metadata={"description": "in `kitty`; left out if it is the same"})
    unlawful_at = fields.Integer()
    dispute = fields.Integer()

    @post_dump
    def _without_the_other(self, shown: dict[str, Any], **_: object) -> dict[str, Any]:
        return {name: value for name, value in shown.items() if value is not None}


@described_by(
    settlement.Done,
    without=("minimum",),
    says={
        "carried_out": "carried to the next game",
        "kitty": "set aside in this game",
        "penalties": "those collected",
        "refunds": "those collected",
    },
)
class Done(Schema):
    """What the table did when the game ended, besides what it paid out of the pool."""

    jack_pot = JackPotDue()


@described_by(settlement.Settlement, without=("minimum", "funds", "advances"), says={"kitty": "set aside in this game"})
class LawfulSettlement(Schema):
    """What the laws award. `pool` is taken before penalties; results sum to carried_in - carried_out - kitty +
    reward."""


class SettlementDocument(LawfulSettlement):
    """The stored document. `pool` is taken before penalties; results sum to carried_in - carried_out - kitty +
    reward. `paid` is what the table paid out, where that was recorded, and `done` what it did besides, where that is
    not what the laws give; the results follow them, and sum to what was in fact carried, set aside and rewarded."""

    paid = by_member(fields.Integer(), required=True, allow_none=True)
    done = fields.Nested(Done, required=True, allow_none=True)


class Settlement(SettlementDocument):
    """The whole document, and every other reading that by itself would have moved its money."""

    ruled = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(),
        required=True,
        metadata={"description": "the readings that a ruling fixed for this game, with the number of its dispute"},
    )

    turned_by = fields.List(
        fields.Nested(Turned),
        required=True,
        allow_none=True,
        metadata={"description": "null where a card decided it that is hidden from the reader, or older rules"},
    )


class OneSettlement(Settlement, Named):
    """The settlement of a game by itself."""


@described_by(
    Settled,
    without=("sitting", "document", "at_the_close"),
    says={"demanded": "who demanded a show (60), in seat order"},
)
class ListedSettlement(SettlementDocument):
    """The settlement of a game in the list of its sitting: as it is now, or as it was when the sitting closed.

    `adjusted` is by how much each result differs now, after adjusting entries; null where there are none. The game's
    own settlement has the whole of it.
    """

    adjusted = by_member(fields.Integer(), required=True, allow_none=True)
