"""The book: its laws, and the readings where its letter leaves a choice."""

from marshmallow import Schema, fields, validate

from api.schemas.described import described_by
from ledger.laws import readings, register

STANDINGS = ("kept", "manners")


@described_by(register.Law)
class Law(Schema):
    """One law in our own words, and how the service stands to it."""

    waivable = fields.Boolean(required=True)
    standing = fields.String(required=True, validate=validate.OneOf(STANDINGS))


@described_by(readings.Reading)
class Reading(Schema):
    """A point on which clubs may differ: each value with its meaning, the default, and the ground for it."""
