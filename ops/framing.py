"""Where a request of HTTP/1 ends, found in its bytes as they arrive.

Nothing is decided here but when the bytes suffice: gunicorn reads the same bytes afterwards, and its reading holds. A
request that gunicorn will refuse is ready at once, so that it is refused rather than waited for.
"""

import re
from enum import StrEnum
from typing import Any

from gunicorn.http.errors import (  # type: ignore[import-untyped]
    InvalidChunkSize,
    LimitRequestHeaders,
    UnsupportedTransferCoding,
)

LARGEST_HEAD = 64 * 1024
"""Bytes of the request line and the header fields."""
LARGEST_TRAILER = 8 * 1024
"""Bytes of the fields after a chunked body, and of the line before a chunk."""

_HEX = re.compile(rb"[0-9a-fA-F]{1,16}")
_LINE_END = b"\r\n"


class TooMuchFraming(InvalidChunkSize):  # type: ignore[misc]
    """A chunked body takes more bytes for its framing than the largest body has."""


class Phase(StrEnum):
    """How far a request has arrived."""

    NOTHING = "nothing"
    HEAD = "head"
    BODY = "body"
    READY = "ready"


class Incoming:
    """The bytes of one request, and of what the client sent after it.

    `cut` is whether the body is larger than the largest: then it is not all here, and the connection cannot be used
    again. `error` is what gunicorn shall answer instead of reading the bytes. `expects_continue` is whether the
    client waits to be told that it may send the body.
    """

    def __init__(self, largest_body: int) -> None:
        self.data = bytearray()
        self.phase = Phase.NOTHING
        self.cut = False
        self.error: Exception | None = None
        self.expects_continue = False
        self._largest_body = largest_body
        self._end: int | None = None  # of a body of known length
        self._at = 0  # what lies before it has been looked at
        self._chunk_left = 0
        self._chunk_ended = True
        self._body_size = 0
        self._last_chunk_seen = False

    def feed(self, data: bytes) -> None:
        """Take what has arrived."""
        self.data += data
        if self.phase is Phase.NOTHING and self.data:
            self.phase = Phase.HEAD
        if self.phase is Phase.HEAD:
            self._look_for_the_end_of_the_head()
        if self.phase is Phase.BODY:
            self._look_for_the_end_of_the_body()

    # The head

    def _look_for_the_end_of_the_head(self) -> None:
        start = 2 if self.data.startswith(_LINE_END) else 0  # gunicorn ignores one empty line before a request
        end = self.data.find(b"\r\n\r\n", max(start, self._at - 3))
        halved = self._at > 0 and self.data[self._at - 1] == ord("\r")
        unseen = self.data[self._at - halved : None if end < 0 else end]
        self._at = len(self.data)
        if unseen.count(b"\n") != unseen.count(_LINE_END):
            self.phase = Phase.READY  # a line that ends otherwise than with CR LF
        elif (end if end >= 0 else len(self.data)) > LARGEST_HEAD:
            self._fail(LimitRequestHeaders("the head of the request is too large"))
        elif end >= 0:
            self._at = end + 4
            self._read_fields(bytes(self.data[start:end]))

    def _read_fields(self, head: bytes) -> None:
        lines = [line.partition(b":") for line in head.split(_LINE_END)[1:]]
        fields = [(name.lower(), value.strip(b" \t")) for name, _, value in lines]
        lengths = [value for name, value in fields if name == b"content-length"]
        codings = [value.lower() for name, value in fields if name == b"transfer-encoding"]
        self.phase = Phase.BODY
        if codings == [b"chunked"] and not lengths:
            self._end = None
        elif codings and not lengths:
            # gunicorn takes other codings before `chunked`, and gives the application the bytes as they are.
            self._fail(UnsupportedTransferCoding(b", ".join(codings)))
        elif codings or len(lengths) > 1 or not all(length.isdigit() for length in lengths):
            self.phase = Phase.READY  # two lengths, or none that can be read
        elif not lengths or len(lengths[0]) > 18 or int(lengths[0]) > self._largest_body:
            self.phase = Phase.READY
            self.cut = bool(lengths)
        else:
            self._end = self._at + int(lengths[0])
        self.expects_continue = any(name == b"expect" and value.lower() == b"100-continue" for name, value in fields)

    # The body

    def _look_for_the_end_of_the_body(self) -> None:
        if self._end is not None:
            if len(self.data) >= self._end:
                self.phase = Phase.READY
            return
        while self.phase is Phase.BODY and self._take_a_piece():
            if self._body_size > self._largest_body:
                self.cut, self.phase = True, Phase.READY
        if self.phase is Phase.BODY and len(self.data) > 2 * self._largest_body + LARGEST_HEAD:
            self._fail(TooMuchFraming(b"more framing than body"))

    def _take_a_piece(self) -> bool:
        """Go on by a line or by a part of a chunk; False where more has to arrive first."""
        if self._last_chunk_seen:
            return self._end_trailer()
        if self._chunk_left:
            return self._take_from_chunk()
        if not self._chunk_ended:
            return self._end_chunk()
        return self._begin_chunk()

    def _begin_chunk(self) -> bool:
        end = self.data.find(_LINE_END, self._at)
        line = bytes(self.data[self._at : None if end < 0 else end])
        if len(line) > LARGEST_TRAILER:
            return self._fail(InvalidChunkSize(b"a line without end"))
        if end < 0:
            return False
        size = line.partition(b";")[0].rstrip(b" \t")
        if not _HEX.fullmatch(size):
            return self._fail(InvalidChunkSize(size[:20]))
        self._at = end + 2
        self._chunk_left = int(size, 16)
        self._last_chunk_seen = self._chunk_left == 0
        self._chunk_ended = False
        return True

    def _take_from_chunk(self) -> bool:
        taken = min(self._chunk_left, len(self.data) - self._at)
        self._at += taken
        self._chunk_left -= taken
        self._body_size += taken
        return taken > 0

    def _end_chunk(self) -> bool:
        if len(self.data) < self._at + 2:
            return False
        if not self.data.startswith(_LINE_END, self._at):
            return self._fail(InvalidChunkSize(b"a chunk does not end where it should"))
        self._at += 2
        self._chunk_ended = True
        return True

    def _end_trailer(self) -> bool:
        if self.data.startswith(_LINE_END, self._at) or self.data.find(b"\r\n\r\n", self._at) >= 0:
            self.phase = Phase.READY
        elif len(self.data) - self._at > LARGEST_TRAILER:
            return self._fail(LimitRequestHeaders("the fields after the body are too large"))
        return False

    def _fail(self, error: Any) -> bool:
        self.error, self.phase = error, Phase.READY
        return False
