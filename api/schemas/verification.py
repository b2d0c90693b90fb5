"""What a verification found."""

from marshmallow import Schema, fields

from projections.verify.report import COUNTED, KINDS

Checked = Schema.from_dict(
    {name: fields.Integer(required=True) for name in COUNTED},
    name="Checked",
)


class Difference(Schema):
    """The first thing that is not what it follows to be, and where. Nothing hidden is told."""

    kind = fields.String(required=True, metadata={"enum": list(KINDS)})
    sentence = fields.String(required=True)
    stream = fields.String(required=True, allow_none=True)
    version = fields.Integer(required=True, allow_none=True)
    position = fields.Integer(required=True, allow_none=True)
    table = fields.String(required=True, allow_none=True)
    key = fields.String(required=True, allow_none=True)
    column = fields.String(required=True, allow_none=True)
    expected = fields.String(required=True, allow_none=True)
    found = fields.String(required=True, allow_none=True)


class VerificationNotice(Schema):
    """What is no failure and yet worth saying, how often it was met, and where first."""

    code = fields.String(required=True)
    sentence = fields.String(required=True)
    times = fields.Integer(required=True)
    stream = fields.String(required=True, allow_none=True)
    version = fields.Integer(required=True, allow_none=True)
    position = fields.Integer(required=True, allow_none=True)


class Verification(Schema):
    """Everything recomputed: whether all agrees, how much was looked at, and the first difference."""

    ok = fields.Boolean(required=True)
    checked = fields.Nested(Checked, required=True)
    first_difference = fields.Nested(Difference, required=True, allow_none=True)
    notices = fields.List(fields.Nested(VerificationNotice), required=True)
