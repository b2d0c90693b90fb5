"""The HTTP API: what comes in is read strictly, given to the application, and answered as its reader may know it.

In reading order: `settings` (the environment, checked at start); `service` (what the routes work with);
`problems` (every error, in one shape); `access` (tokens and roles); `strict_json` and `requests` (what a request
says); `schemas` (what may be said, what is answered); `answers` (from state to body); `lists` (pages of lists);
`printed` (the sheet as a page);
`noun` (the order of checks that every route shares); `openapi` (the document); `routes` (one blueprint for each
noun); `docs` (the document for people); `headers` (what every answer carries); `observed`, `metrics` and `limits`
(for those who run the service: its log, its numbers, and guesses at tokens); `stream` (how many streams of events
there may be, and what wakes them).
"""

from flask import Flask

from api import docs, headers, observed, openapi, problems, routes, service
from api.requests import LARGEST_BODY
from api.settings import Settings
from ledger.clubs import Clubs


def create_app(settings: Settings, clubs: Clubs) -> Flask:
    """The application. Build it after any fork, beside the clubs that it serves."""
    app = Flask("api", static_folder=None)
    app.config.update(MAX_CONTENT_LENGTH=LARGEST_BODY, SECRET_KEY=settings.secret_key)
    # Members keep their seat order and fields the order of their schema.
    app.json.sort_keys = False  # type: ignore[attr-defined]
    service.install(app, service.Service(settings, clubs))
    problems.register(app)
    observed.register(app)
    headers.register(app)
    document = openapi.collector(app)
    for noun in routes.NOUNS:
        document.register_blueprint(noun)
    app.register_blueprint(docs.blueprint)
    return app
