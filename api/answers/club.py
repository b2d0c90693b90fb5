"""Clubs, members and tokens."""

from typing import Any

from ledger.store import Club, Token
from ledger.times import timestamp, timestamp_if


def club_body(row: Club) -> dict[str, Any]:
    """A club as the list of clubs has it."""
    return {"id": str(row.id), "name": row.name, "currency": row.currency}


def member_body(member: tuple[str, str | None]) -> dict[str, Any]:
    """A member's id and name."""
    return {"id": member[0], "name": member[1]}


def token_body(token: Token) -> dict[str, Any]:
    """A token, without its secret."""
    return {
        "id": str(token.id),
        "role": token.role,
        "member": token.member,
        "label": token.label,
        "created_at": timestamp(token.created_at),
        "revoked_at": timestamp_if(token.revoked_at),
    }
