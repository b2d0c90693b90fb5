"""The pages: what the API answers, for people with a browser. HTML from Jinja, one style sheet, small scripts of ours.

A page asks what a route of the API asks, and shows what its reader may see by the same redaction. Nothing is added
up here that the ledger or the read tables have not added up.

In reading order:

links       a link that signs in, good once
screens     a group of screens, errors as pages
entrance    signing in and out
pictures    the geometry of what is drawn
conduct     a sitting opened, and what is done next at it
tables      the club's evenings, and one of them
till        the till of a sitting
replay      a game step by step
slip        the settlement of a game
results     who won and lost
club        members, their accounts, tokens
laws        the book
"""

from flask import Blueprint, Flask

from api.pages import club, conduct, entrance, laws, replay, results, screens, slip, tables, till

files = Blueprint("pages", __name__, static_folder="static", static_url_path="/page", template_folder="templates")
"""The style sheet, the scripts, and the templates."""

SCREENS = (entrance, conduct, tables, till, replay, slip, results, club, laws)
"""The modules whose screens are served."""


def register(app: Flask) -> None:
    """Serve the pages with this application."""
    screens.register(app)
    for group in (files, *(module.screens for module in SCREENS)):
        app.register_blueprint(group)
