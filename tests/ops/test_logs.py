"""The log as people at a terminal read it, and where it is JSON."""

import json
import logging
import sys

import pytest

from ops.logs import JsonLines, PlainLines, log_config

REQUEST = {
    "request": "the-stake",
    "method": "POST",
    "route": "/v1/games/<id:game>/actions",
    "status": 422,
    "outcome": "refused",
    "law": 25,
    "code": "opening",
    "club": None,
    "milliseconds": 3.4,
}


def record(level: int, message: str, **extra: object) -> logging.LogRecord:
    made = logging.LogRecord("api.observed", level, __file__, 1, message, (), None)
    made.__dict__.update(extra)
    return made


def test_a_request_is_a_line_of_words_for_people() -> None:
    line = PlainLines().format(record(logging.INFO, "request", said=REQUEST))
    assert line.partition("  ")[2] == "POST /v1/games/<id:game>/actions 422 refused (law 25) in 3 ms"
    done = PlainLines().format(record(logging.INFO, "request", said={**REQUEST, "outcome": "done", "law": None}))
    assert done.endswith("/actions 422 in 3 ms")


def test_an_error_names_its_causes_and_their_places_without_their_words() -> None:
    try:
        raise ValueError("Ah of somebody")
    except ValueError:
        line = PlainLines().format(record(logging.ERROR, "it broke", exc_info=sys.exc_info()))
    first, cause = line.splitlines()
    assert first.endswith("  error: it broke")
    assert cause.strip().startswith("builtins.ValueError at ")
    assert "Ah" not in line


def test_levels_are_coloured_in_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    warning = record(logging.WARNING, "the database had died")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[33mwarning: \x1b[0mthe database" in PlainLines().format(warning)
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in PlainLines().format(warning)


@pytest.mark.parametrize(
    ("terminal", "chosen", "formatter"),
    [(True, None, "plain"), (False, None, "json"), (True, "json", "json"), (False, "plain", "plain")],
)
def test_a_terminal_gets_plain_lines_and_anything_else_json_unless_one_is_chosen(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, chosen: str | None, formatter: str
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal, raising=False)
    assert log_config(chosen)["handlers"]["stderr"]["formatter"] == formatter


def test_json_has_every_field_of_a_request() -> None:
    line = json.loads(JsonLines().format(record(logging.INFO, "request", said=REQUEST)))
    assert REQUEST.items() <= line.items()
