"""The application for a WSGI server: `gunicorn -c ops/gunicorn.conf.py 'ops.wsgi:application()'`.

It neither migrates nor follows: `poolbook migrate` comes before it, and `poolbook follow` runs beside it.
"""

from flask import Flask

from api import create_app
from api.settings import Settings
from ops.database import Database
from ops.serving import clubs_of


class NoDatabaseNamed(Exception):
    """Workers share a database, so it has to be named."""


def application() -> Flask:
    """The application of one worker. Raises SettingsError, or NoDatabaseNamed where no database is."""
    settings = Settings.from_environment()
    if not settings.database_url:
        raise NoDatabaseNamed("POOLBOOK_DATABASE_URL is not set; `poolbook serve` brings a database of its own")
    owner = settings.owner_database_url or settings.database_url
    return create_app(settings, clubs_of(Database(settings.database_url, owner)))
