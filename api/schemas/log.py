"""The audit log: signed checkpoints, receipts of games, and proofs that the log has only grown."""

from typing import Any

from marshmallow import Schema, fields

from api.schemas.described import Base64, described_by
from api.schemas.fields import Id
from projections import merkle


class Text(fields.String):
    """Text that is stored as bytes."""

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> str:
        return bytes(value).decode()


@described_by(
    merkle.Checkpoint,
    first=("size", "position"),
    says={
        "size": "how many events the root is over",
        "root": "the root in base64, as the note has it",
        "note": "the signed note (C2SP)",
        "vkey": "what verifies it; get it elsewhere to trust it",
    },
)
class Checkpoint(Schema):
    """A signed root of the log. With `Accept: text/plain` only the `note` is answered."""

    position = fields.Integer(required=True, metadata={"description": "the position of the last of these events"})


class SealedPart(Schema):
    """A sealed part that the reader may see: the state holds SHA-256 of its salt followed by its body."""

    part = fields.String(required=True)
    salt = Base64(required=True, metadata={"description": "in base64"})
    body = Text(required=True, metadata={"description": "JSON, as it was sealed"})


@described_by(merkle.ProvenLeaf, names={"path": "proof"}, says={"path": "hashes in base64, the lowest first"})
class ProvenEvent(Schema):
    """An event of the game, byte for byte, and the proof that it is at `index` in the log."""

    topic = fields.String(required=True)
    state = Text(required=True, metadata={"description": "JSON, byte for byte as it is stored"})
    sealed = fields.List(fields.Nested(SealedPart), required=True)


class Receipt(Schema):
    """The receipt of a game, to be verified without the service: `poolbook verify-receipt`."""

    format = fields.String(required=True)
    version = fields.Integer(required=True)
    club = Id(required=True)
    game = Id(required=True)
    checkpoint = fields.String(required=True, metadata={"description": "the signed note that the proofs end in"})
    events = fields.List(fields.Nested(ProvenEvent), required=True)


@described_by(
    merkle.Growth,
    names={"first": "from", "second": "to", "path": "proof"},
    first=("format", "version", "club"),
    says={
        "first_root": "the root at the first size, in base64",
        "second_root": "the root at the second size, in base64",
        "path": "hashes in base64, the lowest first",
    },
)
class Consistency(Schema):
    """The proof that the log of the second size only adds to the log of the first size."""

    format = fields.String(required=True)
    version = fields.Integer(required=True)
    club = Id(required=True)
    first_note = fields.String(
        required=True, allow_none=True, metadata={"description": "the checkpoint of that size, if there is one"}
    )
    second_note = fields.String(required=True, allow_none=True)
