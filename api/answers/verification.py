"""A verification as it is answered, over HTTP and at the command line."""

from dataclasses import asdict
from typing import Any
from uuid import UUID

from projections.verify import Difference, Notice, Report


def report_body(report: Report) -> dict[str, Any]:
    """What was found of a club."""
    difference = report.first_difference
    return {
        "ok": report.ok,
        "checked": dict(report.checked),
        "first_difference": _body(difference) if difference else None,
        "notices": [_body(notice) for notice in report.notices],
    }


def _body(said: Difference | Notice) -> dict[str, Any]:
    return {name: str(value) if isinstance(value, UUID) else value for name, value in asdict(said).items()}
