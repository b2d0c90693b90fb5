"""The audit: what was done to the record afterwards."""

from typing import Any

from marshmallow import Schema, fields, validate

from api.schemas.described import described_by
from api.schemas.disputes import ListedDispute
from api.schemas.erasures import ErasedPart
from api.schemas.fields import Id, Moment, by_member
from api.schemas.lists import FreshListQuery
from ledger.store import Actor
from projections import audit
from projections.audit import KINDS


class AuditQuery(FreshListQuery):
    """Which entries are wanted."""

    kind = fields.String(load_default=None, validate=validate.OneOf(KINDS))
    member = Id(load_default=None, metadata={"description": "a member: the one concerned, or the actor"})
    sitting = Id(load_default=None)
    game = Id(load_default=None)
    since = Moment(data_key="from", load_default=None, metadata={"description": "recorded then or later"})
    until = Moment(data_key="to", load_default=None, metadata={"description": "recorded before then"})


@described_by(Actor)
class AuditActor(Schema):
    """The actor. The operator and the command line have no token."""

    label = fields.String(required=True, allow_none=True)


class Stood(Schema):
    """The state before or after, as far as it was changed: of a game its phase, results, awards and payments; of a
    sitting its seats, ante, limit and readings; of a player his limits; of a token its role, its member
    and when it expires; of a webhook its address; of a member or the club its name."""

    phase = fields.String()
    results = by_member(fields.Integer(), allow_none=True)
    awards = by_member(fields.Integer(), allow_none=True)
    paid = by_member(fields.Integer(), allow_none=True)
    seats = fields.List(fields.String())
    ante = fields.Integer()
    limit = fields.Integer()
    readings = fields.Dict(keys=fields.String(), values=fields.String())
    loss = fields.Integer(allow_none=True)
    stop_at = fields.String(allow_none=True)
    name = fields.String(allow_none=True, metadata={"description": "null once it has been erased"})
    role = fields.String()
    member = fields.String(allow_none=True)
    expires_at = fields.String(allow_none=True)
    url = fields.String(allow_none=True)


@described_by(audit.AuditRow, says={"members": "whom it concerns"})
class AuditEntry(Schema):
    """One entry: what was done, by whom, when and why, and its place in the record. Fields that entries of its kind do
    not have are null."""

    kind = fields.String(required=True, validate=validate.OneOf(KINDS))
    actor = fields.Nested(AuditActor, required=True)
    reason = fields.String(
        required=True, allow_none=True, metadata={"description": "null where none was given, or it was erased"}
    )
    texts = fields.List(
        fields.String(), required=True, metadata={"description": "the parts of it that an owner may erase"}
    )
    step = fields.Integer(required=True, allow_none=True, attribute="event.step", dump_default=None)
    entry = fields.Integer(required=True, allow_none=True, attribute="event.entry", dump_default=None)
    before = fields.Nested(Stood, required=True, allow_none=True, dump_default=None)
    after = fields.Nested(Stood, required=True, allow_none=True, dump_default=None)
    moved: Any = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(),
        required=True,
        attribute="event.moved",
        dump_default=dict,
        metadata={"description": "by how much each account differs, debits positive"},
    )
    strikes = fields.List(
        fields.Integer(),
        required=True,
        attribute="event.struck",
        dump_default=(),
        metadata={"description": "steps or entries struck"},
    )
    inserts = fields.List(
        fields.Integer(),
        required=True,
        attribute="event.inserted",
        dump_default=(),
        metadata={"description": "the numbers of acts put in"},
    )
    law = fields.Integer(
        required=True, allow_none=True, dump_default=None, metadata={"description": "that was waived, or ruled by"}
    )
    agreed_by = fields.List(fields.String(), required=True, attribute="event.agreed_by", dump_default=())
    player = fields.String(
        required=True,
        allow_none=True,
        dump_default=None,
        metadata={"description": "the member with this hand, these limits or this name"},
    )
    token = fields.String(
        required=True, allow_none=True, dump_default=None, metadata={"description": "issued or revoked"}
    )
    dispute = fields.Nested(ListedDispute, required=True, allow_none=True, dump_default=None)
    erased = fields.Nested(ErasedPart, required=True, allow_none=True, dump_default=None)
