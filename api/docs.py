"""The readable document at /docs: Swagger UI from the files of a package, started by a script of our own.

The page loads nothing from other hosts and has no inline script, so it works under the strictest policy.
"""

from importlib.resources import files
from pathlib import Path

from flask import Blueprint, Response, send_from_directory
from werkzeug.exceptions import NotFound

blueprint = Blueprint("docs", __name__, static_folder="static", static_url_path="/docs/own")

_SWAGGER = Path(str(files("flask_swagger_ui"))) / "dist"
_SERVED = frozenset({"swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"})

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@blueprint.get("/docs")
def page() -> Response:
    """The page at /docs."""
    response = blueprint.send_static_file("docs.html")
    response.headers["Content-Security-Policy"] = POLICY
    return response


@blueprint.get("/docs/swagger/<name>")
def swagger(name: str) -> Response:
    """One of the few files of Swagger UI that the page uses."""
    if name not in _SERVED:
        raise NotFound
    return send_from_directory(_SWAGGER, name)
