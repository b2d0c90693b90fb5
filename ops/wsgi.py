"""The application for a WSGI server: `gunicorn -c ops/gunicorn.conf.py 'ops.wsgi:application()'`.

It neither migrates nor follows: run `poolbook migrate` before it, and `poolbook follow` beside it.
"""

from flask import Flask

from api.app import create_app
from api.settings import Settings
from ops.database import Database
from ops.serving import clubs_of


class NoDatabaseNamed(Exception):
    """POOLBOOK_DATABASE_URL is not set; workers share a database, so they need it."""


def application() -> Flask:
    """The application of one worker. Raises SettingsError, or NoDatabaseNamed."""
    settings = Settings.from_environment()
    if not settings.database_url:
        raise NoDatabaseNamed("set POOLBOOK_DATABASE_URL, or run `poolbook serve`, which starts a database of its own")
    owner = settings.owner_database_url or settings.database_url
    return create_app(settings, clubs_of(Database(settings.database_url, owner), settings))
