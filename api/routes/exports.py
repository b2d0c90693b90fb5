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
from ledger.exports.file_names import file_name
from ledger.exports.views import view_for

noun = Noun("exports", __name__, description="The record, written for other programs.")

_PIECE = 64 * 1024
"""The size of a piece in bytes. Pieces are made as fast as the reader takes them."""


@noun.writes_out("/v1/clubs/<id:club>/exports/<format:format>", query=ExportQuery)
def export(call: Call) -> Response:
    """The club, or a period, sitting or game of it, as a file in an outside format, with what the reader may see.

    An error before the file begins is answered as a problem; a later error breaks the file off.
    """
    format_ = _format(call)
    sitting, game = (UUID(call.input[name]) if call.input[name] else None for name in ("sitting", "game"))
    name, days = service().clubs.entry(call.club).name, (call.input["first"], call.input["last"])
    view = view_for(call.books, name, call.reader, sitting, game, *days)
    pieces = _pieces(format_.pieces(view))
    # The first piece is made before anything is answered, so that a refusal is still answered as a problem.
    first = next(pieces, b"")
    file = file_name(view, format_.holds, format_.suffix)
    return Response(
        chain([first], pieces),
        content_type=format_.content_type,
        headers={"Content-Disposition": f'attachment; filename="{file}"'},
    )


def _format(call: Call) -> Format:
    """The format in the path. Raises a 404 problem that lists the formats, or a 403 problem."""
    format_ = FORMATS.get(call.word)
    if format_ is None:
        raise Problem("not-found", f"there is no such format; the formats are {', '.join(FORMATS)}")
    require(call.caller, format_.roles)
    return format_


def _pieces(pieces: Iterator[bytes]) -> Iterator[bytes]:
    gathered, size = list[bytes](), 0
    for piece in pieces:
        gathered.append(piece)
        size += len(piece)
        if size >= _PIECE:
            yield b"".join(gathered)
            gathered, size = [], 0
    if gathered:
        yield b"".join(gathered)
