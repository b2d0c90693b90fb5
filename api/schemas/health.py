"""Whether the service lives, and whether it can write."""

from marshmallow import Schema, fields


class Alive(Schema):
    """The process answers."""

    status = fields.String(required=True)


class Ready(Schema):
    """The database can be written. The read tables may still be behind."""

    status = fields.String(required=True)
    lag = fields.Integer(
        required=True,
        allow_none=True,
        metadata={
            "description": "by how many positions the club farthest behind has yet to follow; null where a part of the"
            " database is away, and its clubs with it"
        },
    )
    stopped = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "clubs that are no longer followed, by an error; null like lag"},
    )
