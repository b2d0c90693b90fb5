"""Events in a stream."""

from marshmallow import Schema, fields, validate

from api.schemas.fields import MOST
from api.schemas.lists import WholeInQuery


def position_in(text: str) -> int | None:
    """The position in a text; None if it is not a position."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None


class EventsQuery(Schema):
    """Where a stream begins, and whether it follows the log."""

    after = WholeInQuery(
        0, MOST, load_default=0, metadata={"description": "begin after this position; `Last-Event-ID` wins"}
    )
    follow = fields.Boolean(
        truthy={"true"},
        falsy={"false"},
        load_default=None,
        metadata={"description": "wait for more at the end; as a rule only server-sent events do"},
    )


class Acted(Schema):
    """The actor who recorded an event. `token` is shown only to readers who keep the book."""

    role = fields.String(required=True)
    member = fields.String(required=True, allow_none=True)
    token = fields.String(allow_none=True)


class StreamedEvent(Schema):
    """One line of a stream: an event of the club, of a sitting or of a game, with what its reader may see."""

    position = fields.Integer(required=True, metadata={"description": "in the log; they rise, not always by one"})
    stream = fields.String(required=True, metadata={"description": "the id of the club, the sitting or the game"})
    version = fields.Integer(required=True, metadata={"description": "the place in that stream, from 1"})
    topic = fields.String(required=True, validate=validate.Regexp(r"(club|sitting|game)\.[a-z_]+"))
    recorded_at = fields.String(required=True)
    actor = fields.Nested(Acted, required=True)
    event = fields.Dict(required=True, metadata={"description": "its fields; what is withheld is null or left out"})
