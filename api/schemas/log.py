"""The audit log: signed checkpoints, receipts of games, and proofs that the log has only grown."""

from marshmallow import Schema, fields


class Checkpoint(Schema):
    """A root of the log that was signed. `note` alone is answered to `Accept: text/plain`."""

    size = fields.Integer(required=True, metadata={"description": "how many events the root is over"})
    root = fields.String(required=True, metadata={"description": "the root in base64, as the note has it"})
    position = fields.Integer(required=True, metadata={"description": "the position of the last of these events"})
    note = fields.String(required=True, metadata={"description": "the signed note (C2SP)"})
    vkey = fields.String(required=True, metadata={"description": "what verifies it; get it elsewhere to trust it"})
    signed_at = fields.String(required=True)


class SealedPart(Schema):
    """A sealed part that the reader may see: the state holds SHA-256 of its salt followed by its body."""

    part = fields.String(required=True)
    salt = fields.String(required=True, metadata={"description": "in base64"})
    body = fields.String(required=True, metadata={"description": "JSON, as it was sealed"})


class ProvenEvent(Schema):
    """An event of the game, byte for byte, and the proof that it stands at `index` in the log."""

    index = fields.Integer(required=True)
    version = fields.Integer(required=True)
    topic = fields.String(required=True)
    state = fields.String(required=True, metadata={"description": "JSON, byte for byte as it is stored"})
    sealed = fields.List(fields.Nested(SealedPart), required=True)
    proof = fields.List(fields.String(), required=True, metadata={"description": "hashes in base64, the lowest first"})


class Receipt(Schema):
    """The receipt of a game, to be verified without the service: `poolbook verify-receipt`."""

    format = fields.String(required=True)
    version = fields.Integer(required=True)
    club = fields.String(required=True)
    game = fields.String(required=True)
    checkpoint = fields.String(required=True, metadata={"description": "the signed note that the proofs end in"})
    events = fields.List(fields.Nested(ProvenEvent), required=True)


Consistency = Schema.from_dict(
    {
        "format": fields.String(required=True),
        "version": fields.Integer(required=True),
        "club": fields.String(required=True),
        "from": fields.Integer(required=True),
        "to": fields.Integer(required=True),
        "first_root": fields.String(required=True, metadata={"description": "the root at the first size, in base64"}),
        "second_root": fields.String(required=True, metadata={"description": "the root at the second size, in base64"}),
        "proof": fields.List(
            fields.String(), required=True, metadata={"description": "hashes in base64, the lowest first"}
        ),
        "first_note": fields.String(
            required=True,
            allow_none=True,
            metadata={"description": "the checkpoint of that size, if there is one"},
        ),
        "second_note": fields.String(required=True, allow_none=True),
    },
    name="Consistency",
)
Consistency.__doc__ = "The proof that the log of the second size only adds to that of the first."
