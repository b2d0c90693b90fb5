"""Disputes: laid before a referee, evidence, rulings."""

from marshmallow import Schema, fields

from api.schemas.corrections import LONGEST, GameAfterwards, RuledCorrection
from api.schemas.described import described_by
from api.schemas.fields import Id, Truth, Whole, Words, members, optional
from ledger.events import dispute
from ledger.events.dispute import DisputeKind


class NewDispute(Schema):
    """A dispute at the table, perhaps over one step of the game."""

    step = optional(Whole)
    parties = members(required=True)
    kind = fields.Enum(DisputeKind, by_value=fields.String, required=True)
    question = Words(longest=LONGEST, required=True)


class NewEvidence(Schema):
    """What a person at the table can say, or that he can say nothing."""

    witness = Id(required=True)
    can_give = Truth(required=True)
    statement = Words(longest=LONGEST, load_default=None, allow_none=True)


class NewRuling(Schema):
    """The referee's ruling, and the correction of the record that follows from it."""

    referee = Id(required=True)
    ruling = Words(longest=LONGEST, required=True)
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
    decided = fields.Boolean(required=True)
    version = fields.Integer(required=True, metadata={"description": "of the game's stream, at which it was laid"})
    ruling_version = fields.Integer(required=True, allow_none=True)


class Dispute(ListedDispute):
    """A dispute after a write."""

    position = fields.Integer(required=True)


class RuledDispute(Dispute):
    """A dispute just decided; `corrected` is the game, if a correction came with the ruling."""

    corrected = fields.Nested(GameAfterwards, required=True, allow_none=True)
