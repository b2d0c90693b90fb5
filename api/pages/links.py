"""A link that signs in the holder of a token: it is good once, for a few minutes, and for one link at a time.

The service keeps of it only digests, in a file that every process on this machine can take away, and only one.
"""

import hmac
import os
from datetime import datetime, timedelta
from pathlib import Path
from secrets import token_urlsafe

import msgspec

from ledger.store.tokens import digest_of

GOOD_FOR = timedelta(minutes=10)

_FILE = "sign-in-link"


class _Kept(msgspec.Struct, frozen=True):
    """What is kept of a link: the digests of its own secret and of the token, and until when it is good."""

    link: bytes
    token: bytes
    until: datetime


def issue(data_dir: Path, token: str, now: datetime) -> str:
    """The path of a new link for the holder of a token. An earlier link is good no longer."""
    secret = token_urlsafe(32)
    kept = _Kept(digest_of(secret), digest_of(token), now + GOOD_FOR)
    file = data_dir / _FILE
    written = file.with_suffix(".new")
    written.unlink(missing_ok=True)
    with open(os.open(written, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        out.write(msgspec.json.encode(kept))
    written.replace(file)
    return f"/sign-in/{secret}"


def redeem(data_dir: Path, secret: str, now: datetime) -> bytes | None:
    """The digest of the token whose holder a link signs in; None where it is not good, or not any longer."""
    file = data_dir / _FILE
    try:
        kept = msgspec.json.decode(file.read_bytes(), type=_Kept)
        if not hmac.compare_digest(kept.link, digest_of(secret)):
            return None
        file.unlink()  # Of two who use it at the same moment one finds that it is gone.
    except FileNotFoundError:
        return None
    return kept.token if now < kept.until else None
