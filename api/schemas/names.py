"""Members' names beside their ids, in the answers of reads that are asked for them."""

from marshmallow import Schema, fields, validate

from api.schemas.fields import by_member


class NamesQuery(Schema):
    """Whether the members that an answer names by their ids are named in it as well."""

    expand = fields.String(
        load_default=None,
        validate=validate.OneOf(("members",)),
        metadata={"description": "`members`: the answer also has the names of those whom it names by their ids"},
    )


class Named(Schema):
    """An answer to which the names of members are added where the query asks for them."""

    members = by_member(
        fields.String(allow_none=True),
        metadata={"description": "with `expand=members`: names by ids; null for one that was erased"},
    )
