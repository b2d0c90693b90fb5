"""Exports: the record as a file for other programs, sent piece by piece."""

from collections.abc import Iterator
from itertools import chain
from uuid import UUID

from flask import Response

from api.access import require
from api.noun import Call, Noun
from api.problems import Problem
from api.schemas.exports import ExportQuery
from api.service import service
from ledger.exports import FORMATS, Format
from ledger.exports.views import view_for

noun = Noun("exports", __name__, description="The record, written for other programs.")

_PIECE = 64 * 1024
"""The size of a piece in characters. Pieces are made as fast as the reader takes them."""


@noun.writes_out("/v1/clubs/<id:club>/exports/<format:format>", query=ExportQuery)
def export(call: Call) -> Response:
    """The club, or one sitting or game of it, as a file in an outside format, with what the reader may see.

    An error before the file begins is answered as a problem; a later error breaks the file off.
    """
    format_ = _format(call)
    sitting, game = (UUID(call.input[name]) if call.input[name] else None for name in ("sitting", "game"))
    view = view_for(call.books, service().clubs.entry(call.club).name, call.reader, sitting, game)
    pieces = _pieces(format_.write(view))
    # The first piece is made before anything is answered, so that a refusal is still answered as a problem.
    first = next(pieces, b"")
    kind, part = ("game", game) if game else ("sitting", sitting) if sitting else ("club", call.club)
    name = f"poolbook-{format_.name}-{kind}-{part}{format_.suffix}"
    return Response(
        chain([first], pieces),
        content_type=f"{format_.media_type}; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _format(call: Call) -> Format:
    """The format in the path. Raises a 404 problem that lists the formats, or a 403 problem."""
    format_ = FORMATS.get(call.word)
    if format_ is None:
        raise Problem("not-found", f"there is no such format; the formats are {', '.join(FORMATS)}")
    require(call.caller, format_.roles)
    return format_


def _pieces(texts: Iterator[str]) -> Iterator[bytes]:
    gathered, size = list[str](), 0
    for text in texts:
        gathered.append(text)
        size += len(text)
        if size >= _PIECE:
            yield "".join(gathered).encode()
            gathered, size = [], 0
    if gathered:
        yield "".join(gathered).encode()
