"""A witness: it keeps the checkpoints of a club's log on a machine of its own, and trusts nothing from the service.

At every step it takes the newest checkpoint, verifies its signature by the club's published key, and has the service
prove that its log only adds to the one that was kept before (RFC 9162, 2.1.4). What it keeps are notes as the service
signed them, in the form of the service's own file of checkpoints: two notes that contradict each other prove to anybody
that the log was forked. The checks are those of `ops/verify_receipt.py`, which shares no code with the service.
"""

import fcntl
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from ops.files import whole_file
from ops.verify_receipt import (
    CONSISTENCY,
    GROWTH,
    Checkpoint,
    Key,
    Wrong,
    checkpoint_of,
    document,
    grows,
    notes_in,
    unbased,
)
from ops.verify_receipt import read as read_file

FORKED, ROLLED_BACK, OTHER_KEY, STALE = 3, 4, 5, 6
DAMAGED, UNREACHABLE, BUSY, NO_SENSE, REFUSED = 65, 69, 75, 76, 77
"""Exit codes: what was found in the log; then, as sysexits has them, why nothing was found out."""

TIMEOUT_SECONDS = 20.0
PAUSES_SECONDS = (1.0, 4.0)
"""Before the second and the third attempt at a request."""

LARGEST_ANSWER = 1024 * 1024

_NO_ANSWER_YET = (429, 500, 502, 503, 504)


class Alarm(Exception):
    """Something is wrong: the exit code, what was found, and what to do."""

    def __init__(self, code: int, sentence: str, advice: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.advice = advice


class Refusal(Alarm):
    """The service says that it cannot do what was asked."""


class Unreachable(Exception):
    """The service gives no answer at present. The message says why."""


@dataclass(frozen=True, slots=True)
class Note:
    """A checkpoint whose signature was verified, and the text of its note."""

    checkpoint: Checkpoint
    text: str

    @property
    def size(self) -> int:
        """How many events the log had."""
        return self.checkpoint.size


class _NoRedirects(HTTPRedirectHandler):
    """The token goes to the address that was named, and to no other."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Service:
    """A club's log as the service at an address shows it to a token."""

    def __init__(self, url: str, club: str, token: str, pause: Callable[[float], None] = time.sleep) -> None:
        self._base = f"{url.rstrip('/')}/v1/clubs/{club}"
        self._token = token
        self._pause = pause
        self._opener = build_opener(_NoRedirects)

    def note(self, at_least: int) -> str:
        """The newest note that covers a position."""
        return self._answer(f"/log/checkpoint?at_least={at_least}", "text/plain")[0]

    def growth(self, first: int, second: int) -> str:
        """The consistency proof between two sizes."""
        return self._answer(f"/log/consistency?from={first}&to={second}", "application/json")[0]

    def position(self) -> int:
        """The position of the last event that was recorded."""
        return self._answer("/events", "*/*", "HEAD")[1]

    def _answer(self, path: str, accept: str, method: str = "GET") -> tuple[str, int]:
        """The text of an answer and its `Poolbook-Position`. Raises Unreachable after the last attempt, or Alarm."""
        for pause in (*PAUSES_SECONDS, None):
            try:
                return self._ask(path, accept, method)
            except Unreachable:
                if pause is None:
                    raise
                self._pause(pause)
        raise AssertionError("the last attempt returns or raises")

    def _ask(self, path: str, accept: str, method: str) -> tuple[str, int]:
        headers = {"Authorization": f"Bearer {self._token}", "Accept": accept}
        try:
            with self._opener.open(
                Request(self._base + path, headers=headers, method=method), timeout=TIMEOUT_SECONDS
            ) as answer:
                text = b"".join(_read(answer)).decode()
                return text, int(answer.headers.get("Poolbook-Position") or 0)
        except HTTPError as error:
            with error:
                raise self._refusal(path, error.code) from None
        except (OSError, HTTPException) as error:
            raise Unreachable(f"{self._base}: {getattr(error, 'reason', None) or error}") from None
        except ValueError:
            raise _nonsense(f"{self._base}{path} was not answered with text") from None

    def _refusal(self, path: str, status: int) -> Exception:
        if status in _NO_ANSWER_YET:
            return Unreachable(f"{self._base}{path} was answered with {status}")
        if status in (401, 403, 404):
            return Alarm(
                REFUSED,
                f"{self._base}{path} was refused with {status}",
                "The token is revoked, or not of the club of the key. Ask the club for another, and find out why.",
            )
        if status == 422:
            return Refusal(NO_SENSE, f"{self._base}{path} was answered with 422", "Ask the club why.")
        return _nonsense(f"{self._base}{path} was answered with {status}")


def _read(answer: Any) -> Iterator[bytes]:
    """The body of an answer, up to a limit in bytes and time: a service that dribbles must not hold up the witness."""
    deadline, left = time.monotonic() + TIMEOUT_SECONDS, LARGEST_ANSWER
    while left > 0 and (data := answer.read1(left)):
        if time.monotonic() > deadline:
            raise Unreachable("the service answers too slowly")
        left -= len(data)
        yield data


def _nonsense(sentence: str) -> Alarm:
    return Alarm(NO_SENSE, sentence, "Is the address that of the service, and not of a proxy or a page before it?")


class Witness:
    """Keeps a club's notes in `directory`, and compares each new one with them, and with those of other witnesses."""

    def __init__(self, service: Service, keys: Sequence[Key], directory: Path, others: Sequence[Path] = ()) -> None:
        self._service = service
        self._keys = keys
        self._club = keys[0].name.removeprefix("poolbook/")
        self._directory = directory
        self._others = others
        self.file = directory / f"{self._club}.checkpoints"

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Hold the directory, so that no other witness writes there. Raises Alarm if one does, or OSError."""
        self._directory.mkdir(parents=True, exist_ok=True)
        with (self._directory / f"{self._club}.lock").open("a") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Alarm(BUSY, f"another watch keeps {self.file}", "Leave it to that one.") from None
            yield

    def step(self) -> str:
        """Take the newest checkpoint, compare it, and keep it; what was found, in a sentence.

        Raises Alarm, Unreachable, or OSError where the note cannot be kept.
        """
        kept = self._kept()
        text, signed = self._newest()
        newest = self._verified(text)
        for other in [note for note in kept if note.size == newest.size][:1] + kept[-1:]:
            self._compare(other, newest, str(self.file))
        for file in self._others:
            if theirs := self._notes_in(file):
                self._compare(theirs[-1], newest, str(file), may_be_larger=True)
        if not kept or newest.size > kept[-1].size:
            self._keep(kept, newest)
        if not signed:
            raise Alarm(
                STALE,
                f"the newest checkpoint is of {newest.size} events, and later ones are recorded and not signed",
                "Does the club's follower run, and can it write its checkpoints? What is not signed can be changed.",
            )
        if not kept:
            return f"the first checkpoint is kept, of {newest.size} events; nothing is known here of the log before it"
        if newest.size == kept[-1].size:
            return f"no new checkpoint; the log has {newest.size} events"
        return f"the log of {newest.size} events only adds to that of {kept[-1].size}"

    # The notes

    def _newest(self) -> tuple[str, bool]:
        """The newest note, and whether it covers what is recorded; the service has some seconds to sign that."""
        recorded = self._service.position()
        try:
            return self._service.note(recorded), True
        except Unreachable:
            return self._service.note(0), False

    def _verified(self, text: str) -> Note:
        """The note that the service gave. Raises Alarm unless one of the keys has signed it for this club."""
        try:
            return Note(checkpoint_of(text, self._club, self._keys, "the service's checkpoint"), text)
        except Wrong as wrong:
            if wrong.name == "bad_checkpoint":
                raise _nonsense(str(wrong)) from None
            raise Alarm(
                OTHER_KEY,
                str(wrong),
                "Has the club published a new key? Take it from where the club publishes it, not from the service, and"
                " give it with a second --key beside the old one. If it has not, somebody else signs its log.",
            ) from None

    def _kept(self) -> list[Note]:
        return self._notes_in(self.file) if self.file.exists() else []

    def _notes_in(self, file: Path) -> list[Note]:
        """The notes in a file, the smallest first. Raises Alarm if it holds anything but signed notes of the club."""
        try:
            text = read_file(file)
            notes = [Note(checkpoint_of(note, self._club, self._keys, str(file)), note) for note in notes_in(text)]
        except Wrong as wrong:
            raise self._damaged(file, str(wrong)) from None
        if not notes or "".join(f"\n{note.text}" for note in notes) != text:
            raise self._damaged(file, f"{file} holds something else than signed notes, or lacks a part")
        return sorted(notes, key=lambda note: note.size)

    def _damaged(self, file: Path, sentence: str) -> Alarm:
        return Alarm(
            DAMAGED,
            sentence,
            f"Bring {file} back from a copy; an old copy will do. If a key was rotated, give the old --key as well. If"
            " there is no copy, move the file away: then the witness begins again and knows nothing of the log before.",
        )

    def _keep(self, kept: Sequence[Note], newest: Note) -> None:
        """Write all notes anew: the file is replaced as a whole, or stays as it was."""
        with whole_file(self.file, replace=True) as raw:
            raw.write("".join(f"\n{note.text}" for note in (*kept, newest)).encode())

    # The comparisons

    def _compare(self, other: Note, newest: Note, where: str, *, may_be_larger: bool = False) -> None:
        """Raise Alarm unless the newest note is of the same log as another note, and no smaller one."""
        if other.size == newest.size:
            if other.checkpoint.root != newest.checkpoint.root:
                raise self._forked(other, newest, f"two different logs of {newest.size} events were signed", where)
        elif other.size < newest.size:
            self._check_growth(other, newest, where)
        elif may_be_larger:
            self._check_growth(newest, other, where)
        else:
            evidence = self._evidence(other, newest)
            raise Alarm(
                ROLLED_BACK,
                f"the service shows a log of {newest.size} events, and had signed one of {other.size}",
                f"Either the club has restored an older backup, and can say when and why, or somebody has taken events"
                f" away. Keep {evidence}, which holds both notes, and ask. If the answer satisfies you, move {where}"
                " away under a name that says so: the witness begins again.",
            )

    def _check_growth(self, older: Note, newer: Note, where: str) -> None:
        """Have the service prove that one log only adds to the other. Raises Alarm if it does not."""
        try:
            text = self._service.growth(older.size, newer.size)
        except Refusal as refusal:
            sentence = f"the log of {newer.size} events is not shown to continue that of {older.size}: {refusal}"
            raise self._forked(older, newer, sentence, where) from None
        try:
            proof = document(text, CONSISTENCY, "the consistency proof", GROWTH)["proof"]
            path = [unbased(node, "a hash of the consistency proof") for node in proof]
        except Wrong as wrong:
            raise _nonsense(str(wrong)) from None
        if not grows(older.size, newer.size, older.checkpoint.root, newer.checkpoint.root, path):
            sentence = f"the log of {newer.size} events does not continue that of {older.size}, and both were signed"
            raise self._forked(older, newer, sentence, where)

    def _forked(self, older: Note, newer: Note, sentence: str, where: str) -> Alarm:
        return Alarm(
            FORKED,
            sentence,
            f"The log was rewritten, or the service shows different logs to different readers. Keep"
            f" {self._evidence(older, newer)}: it holds both signed notes, which no honest service can have given out"
            f" together. Keep {where} too, tell the club's members and the other witnesses, and accept no receipt of"
            " this club until it is explained. The club keeps its database as it is, runs `poolbook verify`, and"
            " compares with its last backup.",
        )

    def _evidence(self, older: Note, newer: Note) -> Path:
        """Write both notes into a file of their own, named by their contents; the file."""
        text = f"\n{older.text}\n{newer.text}".encode()
        file = self._directory / f"{self._club}.evidence-{sha256(text).hexdigest()[:16]}"
        with whole_file(file, replace=True) as raw:
            raw.write(text)
        return file
