"""Tokens: 256 random bits that open one club in one role. Only their SHA-256 is kept."""

import secrets
from hashlib import sha256

PREFIX = "pb_"


def new_secret() -> str:
    """A new token's secret, to be shown once."""
    return PREFIX + secrets.token_urlsafe(32)


def digest_of(secret: str) -> bytes:
    """What is kept of a secret. It has 256 bits of its own, so a slow hash would add nothing."""
    return sha256(secret.encode()).digest()
