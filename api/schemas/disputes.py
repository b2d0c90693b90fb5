"""Disputes: laid before a referee, evidence, rulings."""

from marshmallow import Schema, fields, validate

from api.schemas.corrections import LONGEST, GameAfterwards, RuledCorrection
from api.schemas.described import described_by
from api.schemas.fields import Id, Truth, Whole, Words, members, optional
from api.schemas.names import Named
from ledger.events import dispute
from ledger.events.dispute import DisputeKind
from ledger.laws.readings import READINGS
from ledger.play.drawing import MOST_GIVEN


class NewDispute(Schema):
    """A dispute at the table, perhaps over one step of the game.

    In one about a number of cards (`draw_count`) the dealer is a party, named or not. A fact that was ruled on is
    disputed again only with a new `ground`.
    """

    step = optional(Whole)
    parties = members(required=True)
    kind = fields.Enum(DisputeKind, by_value=fields.String, required=True)
    question = Words(longest=LONGEST, required=True)
    ground = optional(Words, longest=LONGEST)


class NewEvidence(Schema):
    """What a person at the table can say, or that he can say nothing. `number` is how many cards were asked for, in a
    dispute about that; it is conclusive (46)."""

    witness = Id(required=True)
    can_give = Truth(required=True)
    statement = Words(longest=LONGEST, load_default=None, allow_none=True)
    number = optional(Whole, most=MOST_GIVEN)


class NewRuling(Schema):
    """The referee's ruling, and the correction of the record that follows from it.

    `number` is how many cards were asked for, the witness's number where he told one (46). `reading` holds the readings
    that a ruling on a law fixes for this game; the game is judged under them.
    """

    referee = Id(required=True)
    ruling = Words(longest=LONGEST, required=True)
    number = optional(Whole, most=MOST_GIVEN)
    reading = fields.Dict(
        keys=fields.String(validate=validate.OneOf(tuple(READINGS))), values=fields.String(), load_default=dict
    )
    correction = fields.Nested(RuledCorrection, load_default=None, allow_none=True)


@described_by(dispute.EvidenceGiven, without=("n",))
class Evidence(Schema):
    """What one witness said."""

    version = fields.Integer(required=True, metadata={"description": "of the game's stream, at which it was written"})


@described_by(dispute.Disputed)
class ListedDispute(Schema):
    """A dispute, its referee (null if nobody is free to rule; then the record stays as it is), the witnesses in their
    order, the evidence, and the ruling."""

    evidence = fields.List(fields.Nested(Evidence), required=True)
    law = fields.Integer(required=True, allow_none=True, metadata={"description": "under which it was decided"})
    ruling = fields.String(required=True, allow_none=True)
    number = fields.Integer(
        required=True, allow_none=True, metadata={"description": "of cards, ruled to have been asked for"}
    )
    reading = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata={"description": "the readings that the ruling fixed for this game"},
    )
    decided = fields.Boolean(required=True)
    version = fields.Integer(required=True, metadata={"description": "of the game's stream, at which it was laid"})
    ruling_version = fields.Integer(required=True, allow_none=True)


class OneDispute(ListedDispute, Named):
    """A dispute by itself."""


class Dispute(ListedDispute):
    """A dispute after a write."""

    position = fields.Integer(required=True)


class RuledDispute(Dispute):
    """A dispute just decided; `corrected` is the game, if a correction came with the ruling."""

    corrected = fields.Nested(GameAfterwards, required=True, allow_none=True)
