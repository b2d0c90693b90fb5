"""The kinds of problem, each at the address that is its `type`: a page for people, JSON for programs. Open to all."""

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from flask import Response, jsonify

from api.examples import exchanges
from api.pages.screens import Screens, page, prefers_page
from api.problems import TITLES
from ledger.application.club_books import NotFound

screens = Screens("problem_types", __name__)


@screens.open_shows("/problems/")
def problem_types() -> Response:
    """Every kind of problem."""
    kinds = [_kind(name) for name in TITLES]
    if not prefers_page():
        return jsonify(items=[{**kind, "example": None} for kind in kinds], next=None)
    return page("problem_types.html", kinds=kinds)


@screens.open_shows("/problems/<name>")
def problem_type(name: str) -> Response:
    """One kind of problem: what it means, what to do about it, and an example."""
    if name not in TITLES:
        raise NotFound
    kind = _kind(name)
    if not prefers_page():
        return jsonify(kind)
    example = kind["example"] and json.dumps(kind["example"], indent=2, ensure_ascii=False)
    return page("problem_type.html", kind=kind, example=example)


def _kind(name: str) -> dict[str, Any]:
    """A kind of problem, with the first answer of that kind among the examples of the document; null if none is."""
    status, title = TITLES[name]
    words, type_ = _words()[name], f"/problems/{name}"
    answers = (exchange["answer"] for exchange in exchanges() if exchange["status"] == status)
    example = next((answer for answer in answers if answer.get("type") == type_), None)
    return {
        "type": type_,
        "title": title,
        "status": status,
        "means": words["means"],
        "what_to_do": words["do"],
        "example": example,
    }


@cache
def _words() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(files("api").joinpath("problem_types.toml").read_text(encoding="utf-8"))
