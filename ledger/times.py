"""How a time is written."""

from datetime import UTC, datetime


def timestamp(at: datetime) -> str:
    """A time in UTC as RFC 3339 has it, with Z."""
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def timestamp_if(at: datetime | None) -> str | None:
    """The same for a time that may not have come yet."""
    return None if at is None else timestamp(at)
