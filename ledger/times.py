"""Times as text, in UTC."""

from datetime import UTC, datetime


def timestamp(at: datetime) -> str:
    """The time in UTC as RFC 3339 writes it, with Z. A time without an offset is taken as local time."""
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def timestamp_if(at: datetime | None) -> str | None:
    """The timestamp of a time, or None for None."""
    return None if at is None else timestamp(at)
