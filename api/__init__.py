"""The HTTP API: requests are read strictly, given to the application, and answered with what the reader may see.

In reading order:

settings     the environment, checked at start
service      what the routes work with
problems     every error, in one shape
limits       guesses limited by address, requests by token
session      a browser that is signed in
access       tokens and roles
strict_json  JSON without ambiguity
requests     body, key and version of a request
schemas      the bodies of requests and answers
joined       several objects dumped as one
answers      answers in which something is redacted or renamed
lists        pages of lists
names        names of members beside their ids
openapi      the OpenAPI document
examples     its examples, from requests that were really sent
links        its links between operations
glossary     its words for fields
completed    all of these put into it
noun         a blueprint whose routes share one order of checks
stream       streams of events
printed      the reconciliation sheet as a page
routes       one blueprint for each noun
pages        the same for people with a browser
docs         the document at /openapi.json and /docs
headers      the headers of every answer
compression  answers compressed
cors         pages of other origins that may call the API
metrics      numbers at /metrics
observed     request ids, and one line of log each
"""

from flask import Flask

from api import access, compression, cors, docs, headers, observed, openapi, pages, problems, routes, service, session
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
    pages.register(app)
    return app
