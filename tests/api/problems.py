"""Checks of problems."""

from typing import Any

from api.problems import TITLES

STRANGER = "5f0c0b3e-0000-4000-8000-000000000000"
"""An id that nobody has."""


def refused_as(answer: Any, status: int, kind: str) -> dict[str, Any]:
    """The body of an answer. Fails unless it is a problem of this kind."""
    assert answer.status_code == status, answer.text
    assert answer.content_type == "application/problem+json"
    problem: dict[str, Any] = answer.json
    assert problem["type"] == f"/problems/{kind}"
    assert problem["status"] == status
    assert problem["title"] == TITLES[kind][1]
    assert problem["detail"]
    return problem


def invalid(answer: Any, *fields: str) -> None:
    """Fail unless the answer is a 422 about these fields."""
    assert set(refused_as(answer, 422, "invalid")["errors"]) == set(fields), answer.text


def forbidden_by(answer: Any, law: int | None, code: str) -> None:
    """Fail unless the answer is a refusal by this law."""
    problem = refused_as(answer, 422, "refused")
    assert (problem["law"], problem["code"]) == (law, code)
