"""gunicorn in production: `gunicorn -c ops/gunicorn.conf.py 'ops.wsgi:application()'`, the follower apart from it.

Any of these can be changed by gunicorn's own options on the command line.
"""

import os
import shutil
import tempfile
from typing import Any

from api.metrics import SHARED
from api.settings import Settings
from ops.logs import log_config
from ops.serving import (
    KEEPALIVE_SECONDS,
    LARGEST_REQUEST_LINE,
    MOST_HEADER_FIELDS,
    THREADS,
    WORKER_CLASS,
    forget_numbers,
    let_streams_follow,
    share_numbers,
)

_settings = Settings.from_environment()
# Where no key is set, every worker signs with the one that was drawn here.
os.environ.setdefault("POOLBOOK_SECRET_KEY", _settings.secret_key)

bind = f"{_settings.host}:{_settings.port}"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
# Its threads wait for no client; it sends every answer itself.
worker_class = WORKER_CLASS
sendfile = False
# Half of them may be held by streams of events; as many are left for everything else.
threads = THREADS
timeout = 30
graceful_timeout = 10
keepalive = KEEPALIVE_SECONDS
# What a worker may have gathered in a long life goes with it; the jitter keeps them from going together.
max_requests = 20_000
max_requests_jitter = 2_000
# The application is built in each worker: connections and threads do not survive a fork.
preload_app = False
control_socket_disable = True
limit_request_line = LARGEST_REQUEST_LINE
limit_request_fields = MOST_HEADER_FIELDS
# Where the application is, nobody tells it in a header: not a client by way of the proxy either.
forwarder_headers = ""
logconfig_dict = log_config(_settings.log_format)


def on_starting(server: Any) -> None:
    """Make a directory in which the workers put their numbers together."""
    if SHARED not in os.environ:
        os.environ[SHARED] = tempfile.mkdtemp(prefix="poolbook-metrics-")
        server.poolbook_metrics = os.environ[SHARED]


def post_fork(server: Any, worker: Any) -> None:
    """Make that directory again if something has removed it."""
    share_numbers()


def post_worker_init(worker: Any) -> None:
    """Let the streams of events end when the worker does, within its grace."""
    let_streams_follow(worker)


def child_exit(server: Any, worker: Any) -> None:
    """Remove the gauges of a worker that has ended."""
    forget_numbers(worker)


def on_exit(server: Any) -> None:
    """Remove the directory."""
    if directory := getattr(server, "poolbook_metrics", None):
        shutil.rmtree(directory, ignore_errors=True)
