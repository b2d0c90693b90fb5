"""The result of a verification."""

from marshmallow import Schema, fields

from api.schemas.described import described_by
from projections.verify import report

Checked = Schema.from_dict(
    {name: fields.Integer(required=True) for name in report.COUNTED},
    name="Checked",
)


@described_by(report.Difference)
class Difference(Schema):
    """The first stored thing that differs from what follows from the record, and where. It shows nothing hidden."""

    kind = fields.String(required=True, metadata={"enum": list(report.KINDS)})


@described_by(report.Notice)
class VerificationNotice(Schema):
    """Something worth reporting that is not a difference: how often it was met, and where first."""


@described_by(report.Report, first=("ok",))
class Verification(Schema):
    """Everything recomputed: whether all agrees, how much was checked, and the first difference."""

    checked = fields.Nested(Checked, required=True)
    ok = fields.Boolean(required=True)
