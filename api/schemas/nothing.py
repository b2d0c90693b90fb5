"""An empty body."""

from marshmallow import Schema


class Nothing(Schema):
    """An empty object, or no body at all."""
