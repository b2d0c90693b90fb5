"""The log on standard error: lines of JSON for whatever collects them, or plain lines for people at a terminal.

The standard library's logging does it with a formatter for each, so no package is needed for it. Of an exception, a
line holds the type and the lines of code, without its message: that may repeat a request, and a card must not get into
a log.
"""

import json
import logging
import logging.config
import os
import sys
import traceback
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any


class JsonLines(logging.Formatter):
    """Formats a record as one JSON object: time, level, logger, message, and the fields in the record's `said`."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "said", {}),
        }
        if record.exc_info and record.exc_info[1]:
            line["error"] = _chain(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


def _chain(error: BaseException) -> list[dict[str, Any]]:
    """The error and its causes without their messages, the last error first; at most _LONGEST_CHAIN of them."""
    chain: list[dict[str, Any]] = []
    link: BaseException | None = error
    while link is not None and len(chain) < _LONGEST_CHAIN:
        places = [f"{p.filename}:{p.lineno} {p.name}" for p in traceback.extract_tb(link.__traceback__)]
        chain.append({"type": f"{type(link).__module__}.{type(link).__qualname__}", "places": places})
        link = link.__cause__ or link.__context__
    return chain


_LONGEST_CHAIN = 5

_DIM, _YELLOW, _RED, _PLAIN = "\x1b[2m", "\x1b[33m", "\x1b[31m", "\x1b[0m"


class PlainLines(logging.Formatter):
    """Formats a record as a line for people: the local time, the level unless it is the usual one, and the message.

    A request is its method, route, status and duration, and how it failed. An error is followed by its causes, one to
    a line. Levels are coloured where standard error is a terminal, unless NO_COLOR is set.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The line, or several where there was an error."""
        at = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        said = getattr(record, "said", {})
        words = _request(said) if "route" in said else record.getMessage()
        level = "" if record.levelno == logging.INFO else f"{record.levelname.lower()}: "
        lines = [f"{self._in(_DIM, at)}  {self._in(_colour(record.levelno), level)}{words}"]
        if record.exc_info and record.exc_info[1]:
            for link in _chain(record.exc_info[1]):
                lines.append(
                    f"          {link['type']} at {link['places'][-1] if link['places'] else 'no known place'}"
                )
        return "\n".join(lines)

    def _in(self, colour: str, text: str) -> str:
        coloured = text and colour and sys.stderr.isatty() and not os.environ.get("NO_COLOR")
        return f"{colour}{text}{_PLAIN}" if coloured else text


def _colour(level: int) -> str:
    return _RED if level >= logging.ERROR else _YELLOW if level >= logging.WARNING else ""


def _request(said: Mapping[str, Any]) -> str:
    """A request in words, such as `POST /v1/games/<id:game>/actions 422 refused (law 25) in 3 ms`."""
    outcome = "" if said["outcome"] == "done" else f" {said['outcome']}"
    law = f" (law {said['law']})" if said["law"] else ""
    return f"{said['method']} {said['route']} {said['status']}{outcome}{law} in {said['milliseconds']:.0f} ms"


def log_config(log_format: str | None = None) -> dict[str, Any]:
    """The configuration for `logging.config.dictConfig` and for gunicorn, whose access log is off: it would hold paths
    with ids. `log_format` is plain or json; None: plain where standard error is a terminal."""
    formatter = log_format or ("plain" if sys.stderr.isatty() else "json")
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": "ops.logs.JsonLines"}, "plain": {"()": "ops.logs.PlainLines"}},
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": formatter, "stream": "ext://sys.stderr"}
        },
        "root": {"level": "WARNING", "handlers": ["stderr"]},
        "loggers": {
            "api": {"level": "INFO"},
            "projections": {"level": "INFO"},
            "gunicorn.error": {"level": "INFO", "handlers": [], "propagate": True},
            "gunicorn.access": {"level": "CRITICAL", "handlers": [], "propagate": False},
        },
    }


def configure(log_format: str | None = None) -> None:
    """Set up logging with `log_config`."""
    logging.config.dictConfig(log_config(log_format))
