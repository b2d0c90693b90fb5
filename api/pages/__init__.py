"""The pages: what the API answers, for people with a browser. HTML from Jinja, one style sheet, small scripts of ours.

A page asks what a route of the API asks, and shows what its reader may see by the same redaction. Nothing is added
up here that the ledger or the read tables have not added up.

In reading order:

links       a link that signs in, good once
screens     a group of screens, errors as pages
entrance    signing in and out
pictures    the geometry of what is drawn
tables      the club's evenings, and one of them
acts        the row of acts under a table
table       a game while it is played
replay      a game step by step
slip        the settlement of a game
results     who won and lost
laws        the book
"""

from flask import Blueprint, Flask, Response

from api.pages import entrance, laws, replay, results, screens, slip, table, tables

WORKER_POLICY = "default-src 'none'; connect-src 'self'"

files = Blueprint("pages", __name__, static_folder="static", static_url_path="/page", template_folder="templates")
"""The style sheet, the scripts, and the templates."""


@files.get("/worker.js")
def worker() -> Response:
    """The service worker, at the root: it may keep the pages below its own address."""
    answer = files.send_static_file("worker.js")
    answer.headers["Content-Security-Policy"] = WORKER_POLICY
    return answer


def register(app: Flask) -> None:
    """Serve the pages with this application."""
    screens.register(app)
    groups = (entrance, tables, table, replay, slip, results, laws)
    for blueprint in (files, *(group.screens for group in groups)):
        app.register_blueprint(blueprint)
