"""The log as lines of JSON on standard error, for whatever collects them.

The standard library's logging does it with one formatter, so no package is needed for it. An exception is told by
its type and the places it passed: its message may hold what somebody sent, and a card must not get into a log.
"""

import json
import logging
import logging.config
import traceback
from datetime import UTC, datetime
from typing import Any


class JsonLines(logging.Formatter):
    """One object a line: time, level, logger, message, and what the record says beside it."""

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
    """The error and what caused it, the last first, without their messages."""
    found: list[dict[str, Any]] = []
    each: BaseException | None = error
    while each is not None and len(found) < _LONGEST_CHAIN:
        places = [f"{p.filename}:{p.lineno} {p.name}" for p in traceback.extract_tb(each.__traceback__)]
        found.append({"type": f"{type(each).__module__}.{type(each).__qualname__}", "places": places})
        each = each.__cause__ or each.__context__
    return found


_LONGEST_CHAIN = 5

CONFIG: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "ops.logs.JsonLines"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json", "stream": "ext://sys.stderr"}},
    "root": {"level": "WARNING", "handlers": ["stderr"]},
    "loggers": {
        "api": {"level": "INFO"},
        "projections": {"level": "INFO"},
        "gunicorn.error": {"level": "INFO", "handlers": [], "propagate": True},
        "gunicorn.access": {"level": "CRITICAL", "handlers": [], "propagate": False},
    },
}
"""For `logging.config.dictConfig`, and for gunicorn, whose own access log would name paths with their ids."""


def configure() -> None:
    """Log so from now on."""
    logging.config.dictConfig(CONFIG)
