"""The document at /openapi.json, and as a page at /docs: Swagger UI from the files of a package, and a script of ours.

/docs/gamefile is the reference of the game file, open to all. The pages load nothing from other hosts and have no
inline script, so they work under the strictest policy.
"""

import json
from functools import cache
from importlib.resources import files
from pathlib import Path

from flask import Blueprint, Response, make_response, render_template, send_from_directory
from werkzeug.exceptions import NotFound

from api.openapi import document_of
from api.routes import NOUNS
from ledger.gamefile import reference
from ledger.gamefile.line_kinds import MARKS, Part

blueprint = Blueprint("docs", __name__, static_folder="static", static_url_path="/docs/own")

_SWAGGER = Path(str(files("flask_swagger_ui"))) / "dist"
_SERVED = frozenset({"swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"})

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@blueprint.get("/openapi.json")
def document() -> Response:
    """The document, in OpenAPI 3.1."""
    return Response(_document(), mimetype="application/json")


@cache
def _document() -> str:
    return json.dumps(document_of(NOUNS), separators=(",", ":"), ensure_ascii=False)


@blueprint.get("/docs")
def page() -> Response:
    """The page at /docs."""
    response = blueprint.send_static_file("docs.html")
    response.headers["Content-Security-Policy"] = POLICY
    return response


@blueprint.get("/docs/gamefile")
def game_file() -> Response:
    """The reference of the game file, as a page."""
    response = make_response(render_template("gamefile.html", reference=reference, parts=Part, marks=MARKS))
    response.headers["Content-Security-Policy"] = POLICY
    return response


@blueprint.get("/docs/swagger/<name>")
def swagger(name: str) -> Response:
    """One of the few files of Swagger UI that the page uses."""
    if name not in _SERVED:
        raise NotFound
    return send_from_directory(_SWAGGER, name)
