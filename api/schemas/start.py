"""Where a program begins."""

from marshmallow import Schema, fields


def _path(about: str) -> fields.String:
    return fields.String(required=True, metadata={"format": "uri-reference", "description": about})


class Start(Schema):
    """The addresses that a program begins with."""

    name = fields.String(required=True, metadata={"description": "of the service"})
    version = fields.String(required=True, metadata={"description": "of the API: the number after `/v` in paths"})
    docs = _path("this document as a page")
    openapi = _path("this document")
    token = _path("whose token is sent, and for which club")
    laws = _path("the eighty-one laws")
    problems = _path("the kinds of problem, each with what it means and what to do")
    health = _path("whether the service can record")
