"""The settings of the service: environment variables, read once and checked before anything starts."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_urlsafe
from typing import Self
from urllib.parse import urlsplit

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

from ledger.application.memory import REMEMBERED_EVENTS


@dataclass(frozen=True, slots=True)
class Setting:
    """One environment variable: its purpose, and in words what holds where it is not set."""

    name: str
    meaning: str
    default: str


SHORTEST_SECRET = 32
"""Characters."""
EXAMPLE = "change-me"
"""How the secrets of the example file begin, which everybody can read."""
LOG_FORMATS = ("plain", "json")
MOST_REQUESTS = 1_000_000
MOST_REMEMBERED = 100_000_000

SETTINGS = (
    Setting(
        "POOLBOOK_DATABASE_URL",
        "the PostgreSQL database that holds the books, as postgresql://user:password@host:port/name",
        "none: the service starts a PostgreSQL of its own in POOLBOOK_DATA_DIR",
    ),
    Setting(
        "POOLBOOK_OWNER_DATABASE_URL",
        "the same database for the role that owns it, which makes and migrates the tables",
        "POOLBOOK_DATABASE_URL",
    ),
    Setting(
        "POOLBOOK_DATA_DIR",
        "the directory of the service's own PostgreSQL, and of the key that signs the logs",
        "/var/lib/poolbook for root, else poolbook in the user's data home",
    ),
    Setting(
        "POOLBOOK_CHECKPOINT_DIR",
        "the directory outside the database to which the log's checkpoints are written too",
        "checkpoints in POOLBOOK_DATA_DIR",
    ),
    Setting(
        "POOLBOOK_TALLY_DIR",
        "the directory in which checkpoints are counted, so that a file of them that was emptied is noticed",
        "tallies in POOLBOOK_DATA_DIR",
    ),
    Setting(
        "POOLBOOK_SECRET_KEY",
        f"the key that signs what a browser keeps, at least {SHORTEST_SECRET} characters",
        "none: a new one is drawn at each start",
    ),
    Setting(
        "POOLBOOK_OPERATOR_TOKEN",
        f"the token that may create clubs over HTTP, at least {SHORTEST_SECRET} visible ASCII characters",
        "none: clubs are created at the command line only",
    ),
    Setting(
        "POOLBOOK_REQUESTS_PER_SECOND",
        f"how many requests a second one token may send to one process, 1 to {MOST_REQUESTS}",
        "100",
    ),
    Setting(
        "POOLBOOK_REMEMBERED_EVENTS",
        f"how many events of the streams in use one process remembers, 1 to {MOST_REMEMBERED}: about 2 KiB each",
        str(REMEMBERED_EVENTS),
    ),
    Setting(
        "POOLBOOK_LOG_FORMAT",
        "the log on standard error: `plain`, lines for people, or `json`, a line of JSON each",
        "plain in a terminal, json elsewhere",
    ),
    Setting(
        "POOLBOOK_CORS_ORIGINS",
        "the origins of other pages that may call the API from a browser, with spaces between, as https://club.example",
        "none",
    ),
    Setting(
        "POOLBOOK_WEBHOOK_PRIVATE",
        "true: webhooks may send to private addresses too, this machine among them, and there by http",
        "false",
    ),
    Setting("POOLBOOK_HOST", "the address to listen on", "127.0.0.1"),
    Setting("POOLBOOK_PORT", "the port to listen on, 1 to 65535", "8181"),
)


_HOST = re.compile(r"[a-z0-9.:_-]+")


class SettingsError(ValueError):
    """Some settings cannot be used. `errors` has a sentence for each; it begins with the name of the setting."""

    def __init__(self, errors: list[str]) -> None:
        super().__init__("\n".join(errors))
        self.errors = tuple(errors)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings in force. `database_url` None: the service runs its own PostgreSQL in `data_dir`."""

    data_dir: Path
    checkpoint_dir: Path
    tally_dir: Path
    database_url: str | None = None
    owner_database_url: str | None = None
    secret_key: str = field(default_factory=lambda: token_urlsafe(32))
    operator_token: str | None = None
    requests_per_second: int = 100
    remembered_events: int = REMEMBERED_EVENTS
    log_format: str | None = None
    cors_origins: tuple[str, ...] = ()
    webhook_private: bool = False
    host: str = "127.0.0.1"
    port: int = 8181

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] | None = None) -> Self:
        """The settings of this process. An empty variable counts as unset. Raises SettingsError, with every error."""
        given = {name: text for name, text in (os.environ if environ is None else environ).items() if text}
        data_dir = Path(given.get("POOLBOOK_DATA_DIR") or _default_data_dir(given)).expanduser()
        checkpoint_dir = Path(given.get("POOLBOOK_CHECKPOINT_DIR") or data_dir / "checkpoints").expanduser()
        tally_dir = Path(given.get("POOLBOOK_TALLY_DIR") or data_dir / "tallies").expanduser()
        database_url = given.get("POOLBOOK_DATABASE_URL")
        directories = {"CHECKPOINT": checkpoint_dir, "DATA": data_dir, "TALLY": tally_dir}
        _check(given, {f"POOLBOOK_{name}_DIR": directory for name, directory in directories.items()})
        return cls(
            data_dir=data_dir,
            checkpoint_dir=checkpoint_dir,
            tally_dir=tally_dir,
            database_url=database_url,
            owner_database_url=given.get("POOLBOOK_OWNER_DATABASE_URL") or database_url,
            secret_key=given.get("POOLBOOK_SECRET_KEY") or token_urlsafe(32),
            operator_token=given.get("POOLBOOK_OPERATOR_TOKEN"),
            requests_per_second=int(given.get("POOLBOOK_REQUESTS_PER_SECOND", "100")),
            remembered_events=int(given.get("POOLBOOK_REMEMBERED_EVENTS", str(REMEMBERED_EVENTS))),
            log_format=given.get("POOLBOOK_LOG_FORMAT"),
            cors_origins=_origins(given),
            webhook_private=given.get("POOLBOOK_WEBHOOK_PRIVATE") == "true",
            host=given.get("POOLBOOK_HOST", "127.0.0.1"),
            port=int(given.get("POOLBOOK_PORT", "8181")),
        )


def _default_data_dir(given: Mapping[str, str]) -> Path:
    """A place of its own: below root's home the embedded PostgreSQL, which runs as another user, cannot get in."""
    if os.geteuid() == 0:
        return Path("/var/lib/poolbook")
    return Path(given.get("XDG_DATA_HOME") or "~/.local/share") / "poolbook"


def _check(given: Mapping[str, str], directories: Mapping[str, Path]) -> None:
    """Raise SettingsError with everything that is wrong, so that nobody mends one error to meet the next."""
    errors = [
        *_url_errors(given, "POOLBOOK_DATABASE_URL"),
        *_url_errors(given, "POOLBOOK_OWNER_DATABASE_URL"),
        *(f"{name}: {path} is not a directory" for name, path in directories.items() if _is_no_directory(path)),
        *_secret_errors(given, "POOLBOOK_SECRET_KEY"),
        *_secret_errors(given, "POOLBOOK_OPERATOR_TOKEN"),
        *_number_errors(given, "POOLBOOK_REQUESTS_PER_SECOND", MOST_REQUESTS),
        *_number_errors(given, "POOLBOOK_REMEMBERED_EVENTS", MOST_REMEMBERED),
        *_log_format_errors(given.get("POOLBOOK_LOG_FORMAT")),
        *(_origin_error(origin) for origin in _origins(given) if not _is_origin(origin)),
        *_truth_errors(given, "POOLBOOK_WEBHOOK_PRIVATE"),
        *_host_errors(given.get("POOLBOOK_HOST")),
        *_number_errors(given, "POOLBOOK_PORT", 65535),
    ]
    if "POOLBOOK_OWNER_DATABASE_URL" in given and "POOLBOOK_DATABASE_URL" not in given:
        errors.append("POOLBOOK_OWNER_DATABASE_URL: is set and POOLBOOK_DATABASE_URL is not")
    if errors:
        raise SettingsError(errors)


def _url_errors(given: Mapping[str, str], name: str) -> list[str]:
    """The address is never repeated in an error: it may hold a password."""
    url = given.get(name)
    if url is None:
        return []
    if not url.startswith(("postgresql://", "postgres://")):
        return [f"{name}: begins with postgresql://"]
    try:
        conninfo_to_dict(url)
    except ProgrammingError:
        return [f"{name}: cannot be read as the address of a PostgreSQL database"]
    return []


def _is_no_directory(path: Path) -> bool:
    return path.exists() and not path.is_dir()


def _secret_errors(given: Mapping[str, str], name: str) -> list[str]:
    secret = given.get(name)
    if secret is None:
        return []
    if secret.startswith(EXAMPLE):
        return [f"{name}: is the example that everybody can read; `openssl rand -hex 32` prints a better one"]
    if len(secret) < SHORTEST_SECRET or not all("!" <= c <= "~" for c in secret):
        return [f"{name}: takes at least {SHORTEST_SECRET} visible ASCII characters"]
    return []


def _log_format_errors(log_format: str | None) -> list[str]:
    known = log_format in (None, *LOG_FORMATS)
    return [] if known else [f"POOLBOOK_LOG_FORMAT: is {' or '.join(LOG_FORMATS)}, not {log_format!r}"]


def _origins(given: Mapping[str, str]) -> tuple[str, ...]:
    """The origins that the operator names, each once."""
    return tuple(dict.fromkeys(given.get("POOLBOOK_CORS_ORIGINS", "").replace(",", " ").split()))


def _is_origin(text: str) -> bool:
    """Whether a text is an origin exactly as a browser writes it in the header `Origin`."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return False
    if parts.scheme not in ("http", "https") or not _HOST.fullmatch(parts.hostname or "") or port == 0:
        return False
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    usual = port in (None, {"http": 80, "https": 443}[parts.scheme])
    return text == f"{parts.scheme}://{host}" + ("" if usual else f":{port}")


def _origin_error(text: str) -> str:
    return (
        f"POOLBOOK_CORS_ORIGINS: {text!r} is no origin: write scheme and host in small letters, and the port where it"
        " is not the usual one, as in https://club.example or http://localhost:3000; no path, and no * for all"
    )


def _host_errors(host: str | None) -> list[str]:
    return ["POOLBOOK_HOST: has a space in it"] if host is not None and any(c.isspace() for c in host) else []


def _truth_errors(given: Mapping[str, str], name: str) -> list[str]:
    return [] if given.get(name) in (None, "true", "false") else [f"{name}: is true or false, not {given[name]!r}"]


def _number_errors(given: Mapping[str, str], name: str, most: int) -> list[str]:
    number = given.get(name)
    if number is None or (number.isascii() and number.isdigit() and len(number) < 10 and 1 <= int(number) <= most):
        return []
    return [f"{name}: is a whole number from 1 to {most}, not {number!r}"]
