"""Idempotency keys, of which only a keyed hash is stored.

A client makes its keys as it likes, perhaps out of what the request says, hidden cards among it. So events, and with
them receipts and exports, name a command by the HMAC of its key under a secret of the club. Without the secret nobody
finds a key, or what it was made of, by trying. The secret lies in the club's own tables: a backup brings it along, so
that a restored club still knows its repeats, and no export holds it but a complete one.

Older commands are stored under the bare key of the client. No key has the form of a name, for a name has a space.
"""

import hmac
import re
from functools import cache

SECRET_BYTES = 32

_NAME = re.compile(r"([0-9a-f]{16}) [0-9a-f]{32}")


def name_of(secret: bytes, key: str) -> str:
    """The name of the command that comes under a key: the mark of the secret, and 128 bits of the key's HMAC."""
    return f"{mark_of(secret)} {_hmac(secret, b'key ' + key.encode())[:32]}"


@cache
def mark_of(secret: bytes) -> str:
    """What a name tells of its secret: enough to see that another secret has taken its place."""
    return _hmac(secret, b"mark")[:16]


def mark_in(name: str) -> str | None:
    """The mark of the secret under which a command was named; None for a client's bare key."""
    parts = _NAME.fullmatch(name)
    return parts[1] if parts else None


def _hmac(secret: bytes, message: bytes) -> str:
    return hmac.digest(secret, message, "sha256").hex()
