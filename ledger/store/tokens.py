"""Tokens: 256 random bits that open one club in one role. Only their SHA-256 is kept."""

import re
import secrets
from hashlib import sha256

PREFIX = "pb_"
FORM = re.compile(rf"{PREFIX}[A-Za-z0-9_-]{{43}}")
"""The form of every secret that was ever issued: nothing else needs to be looked up."""


def new_secret() -> str:
    """The secret of a new token, to be shown once."""
    return PREFIX + secrets.token_urlsafe(32)


def digest_of(secret: str) -> bytes:
    """What is kept of a secret. It has 256 bits of its own, so a slow hash would add nothing."""
    return sha256(secret.encode()).digest()
