"""A body that says nothing."""

from marshmallow import Schema


class Nothing(Schema):
    """An empty object, or no body at all."""
