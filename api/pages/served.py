"""All groups of screens, and the files beside them, served by an application."""

from flask import Blueprint, Flask, Response

from api.pages import (
    audit,
    club,
    conduct,
    disputes,
    entrance,
    laws,
    mending,
    otherwise,
    problem_types,
    replay,
    results,
    screens,
    season,
    slip,
    table,
    tables,
    till,
)

WORKER_POLICY = "default-src 'none'; connect-src 'self'"

files = Blueprint("pages", __name__, static_folder="static", static_url_path="/page", template_folder="templates")
"""The style sheet, the scripts, and the templates."""

SCREENS = (
    *(entrance, conduct, tables, till, table, mending, disputes),
    *(season, replay, slip, otherwise, results, club, audit, laws, problem_types),
)
"""The modules whose screens are served."""


@files.get("/worker.js")
def worker() -> Response:
    """The service worker, at the root: it may keep the pages below its own address."""
    answer = files.send_static_file("worker.js")
    answer.headers["Content-Security-Policy"] = WORKER_POLICY
    return answer


def register(app: Flask) -> None:
    """Serve the pages with this application."""
    screens.register(app)
    for group in (files, *(module.screens for module in SCREENS)):
        app.register_blueprint(group)
