"""Who is at the table: arrivals, departures, and the limits that a player sets himself."""

from marshmallow import Schema, fields

from api.schemas.fields import Id, Moment, Whole
from api.schemas.sittings import Articles


class NewArrival(Schema):
    """A member sits down at the left of one who is seated."""

    player = Id(required=True)
    left_of = Id(required=True)


class NewDeparture(Schema):
    """A player leaves, his counters bought back."""

    player = Id(required=True)


class TableChange(Schema):
    """Who sits at the table now, in order to the left, and the articles in force from now on (81).

    `id` is the entry's number in the sitting's book. `advice` warns of a table that is too large.
    """

    id = fields.Integer(required=True)
    player = fields.String(required=True)
    seats = fields.List(fields.String(), required=True)
    articles = fields.Nested(Articles, required=True)
    advice = fields.String(required=True, allow_none=True)
    position = fields.Integer(required=True)


class NewLimits(Schema):
    """The loss and the hour at which a player stops: null lifts one, and what is left out stands as before."""

    player = Id(required=True)
    loss = Whole(least=1, allow_none=True, metadata={"description": "in minor units"})
    stop_at = Moment(allow_none=True)


class Limits(Schema):
    """The limits a player has now. `id` is the entry's number in the sitting's book."""

    id = fields.Integer(required=True)
    player = fields.String(required=True)
    loss = fields.Integer(required=True, allow_none=True)
    stop_at = fields.String(required=True, allow_none=True)
    position = fields.Integer(required=True)
