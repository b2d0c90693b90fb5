"""Answers compressed by gzip for clients that accept it: documents and pages, never streams of events.

A compressed answer has an entity tag of its own, the tag of the plain answer with `:gzip` after it.
"""

from flask import Flask, Response, request
from flask_compress import Compress

from api import problems, session
from api.requests import COMPRESSED

MEDIA_TYPES = (
    "application/json",
    problems.CONTENT_TYPE,
    "text/html",
    "text/css",
    "text/javascript",
    "image/svg+xml",
)
"""What is compressed. Lines of events are not: each must go out at once."""
LEAST = 500
"""Bytes. A smaller answer goes as it is: it fits into one packet either way."""
LEVEL = 6


def register(app: Flask) -> None:
    """Compress the answers of this application. Register it first, so that it sees the complete answer."""
    app.config.update(
        COMPRESS_REGISTER=False,
        COMPRESS_MIMETYPES=list(MEDIA_TYPES),
        COMPRESS_ALGORITHM=["gzip"],
        COMPRESS_STREAMS=False,
        COMPRESS_EVALUATE_CONDITIONAL_REQUEST=False,
        COMPRESS_MIN_SIZE=LEAST,
        COMPRESS_LEVEL=LEVEL,
    )
    compress = Compress(app)

    def compressed(response: Response) -> Response:
        if _is_short(response) or not request.accept_encodings["gzip"] or _is_part(response) or _may_be_measured():
            return response
        return response if _is_known_file(response) else compress.after_request(response)

    app.after_request(compressed)


def _is_short(response: Response) -> bool:
    """Whether it is too short to gain by it, as most answers are: nothing more is asked of it then."""
    length = response.content_length
    return length is not None and length < LEAST


def _is_known_file(response: Response) -> bool:
    """Whether the client has the file of this answer, as it was once compressed; the answer is 304 then. Another file
    is read, so that it can be compressed."""
    if response.direct_passthrough and response.status_code == 200 and response.mimetype in MEDIA_TYPES:
        tag, _ = response.get_etag()
        if tag and request.if_none_match.contains_weak(f"{tag}{COMPRESSED}"):
            response.set_etag(f"{tag}{COMPRESSED}")
            response.make_conditional(request)
            return True
        response.direct_passthrough = False
        response.make_sequence()
    return False


def _is_part(response: Response) -> bool:
    """Whether it is a range of a file: the range counts the bytes of the file as it is."""
    return "Content-Range" in response.headers


def _may_be_measured() -> bool:
    """Whether another site could have made a signed-in browser ask: from the lengths of compressed pages that hold both
    its words and the session's, it could tell the latter."""
    return not session.sent_from_here() and "Authorization" not in request.headers and session.digest() is not None
