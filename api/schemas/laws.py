"""The book: its laws, and the readings where its letter leaves a choice."""

from marshmallow import Schema, fields, validate

STANDINGS = ("kept", "manners")


class Law(Schema):
    """One law in our own words, and how the service stands to it."""

    number = fields.Integer(required=True)
    chapter = fields.String(required=True)
    title = fields.String(required=True)
    kinds = fields.List(fields.String(), required=True)
    restatement = fields.String(required=True)
    readings = fields.List(fields.String(), required=True)
    waivable = fields.Boolean(required=True)
    standing = fields.String(required=True, validate=validate.OneOf(STANDINGS))


class Reading(Schema):
    """A point on which clubs may differ: each value with its meaning, the default, and the ground for it."""

    name = fields.String(required=True)
    laws = fields.List(fields.Integer(), required=True)
    about = fields.List(fields.String(), required=True)
    default = fields.String(required=True)
    values = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    ground = fields.String(required=True)
