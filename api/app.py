"""The application, made of its parts."""

from flask import Flask

from api import access, compression, cors, docs, headers, observed, openapi, problems, routes, service, session
from api.pages import served
from api.requests import LARGEST_BODY
from api.settings import Settings
from ledger.application.clubs import Clubs


def create_app(settings: Settings, clubs: Clubs) -> Flask:
    """The application. Build it after any fork, beside the clubs that it serves."""
    app = Flask("api", static_folder=None)
    app.config.update(MAX_CONTENT_LENGTH=LARGEST_BODY + 1, SECRET_KEY=settings.secret_key)
    # Members keep their seat order and fields the order of their schema.
    app.json.sort_keys = False  # type: ignore[attr-defined]
    service.install(app, service.Service(settings, clubs))
    compression.register(app)
    cors.register(app, settings.cors_origins)
    problems.register(app)
    session.register(app)
    access.register(app)
    observed.register(app)
    headers.register(app)
    openapi.convert_paths(app)
    for noun in routes.NOUNS:
        app.register_blueprint(noun)
    app.register_blueprint(docs.blueprint)
    served.register(app)
    return app
