"""What a verification found."""

from marshmallow import Schema, fields

from api.schemas.described import described_by
from projections.verify import report

Checked = Schema.from_dict(
    {name: fields.Integer(required=True) for name in report.COUNTED},
    name="Checked",
)


@described_by(report.Difference)
class Difference(Schema):
    """The first thing that is not what it follows to be, and where. Nothing hidden is told."""

    kind = fields.String(required=True, metadata={"enum": list(report.KINDS)})


@described_by(report.Notice)
class VerificationNotice(Schema):
    """What is no failure and yet worth saying, how often it was met, and where first."""


@described_by(report.Report, first=("ok",))
class Verification(Schema):
    """Everything recomputed: whether all agrees, how much was looked at, and the first difference."""

    checked = fields.Nested(Checked, required=True)
    ok = fields.Boolean(required=True)
