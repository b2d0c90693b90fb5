"""The log as lines of JSON on standard error, for whatever collects them.

The standard library's logging does it with one formatter, so no package is needed for it. Of an exception, a line holds
the type and the lines of code, without its message: that may repeat a request, and a card must not get into a log.
"""

import json
import logging
import logging.config
import traceback
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
"""For `logging.config.dictConfig` and for gunicorn, whose access log is off: it would hold paths with ids."""


def configure() -> None:
    """Set up logging with CONFIG."""
    logging.config.dictConfig(CONFIG)
