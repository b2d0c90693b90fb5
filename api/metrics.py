"""Metrics of one process, or of all workers of a server that share a directory for them.

`prometheus_client` is imported late, in the worker, because it decides at its import, by the environment, whether it
keeps its numbers in memory or in the directory that `ops` has set for the workers.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

from ledger.store import UNAVAILABLE
from ledger.store.errors import PartUnavailable
from projections.standing import Standing

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""The variable of `prometheus_client` for the directory that the workers share."""

_SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics:
    """Counts requests by route, outcome and refusing law, the time of recordings, and streams of events."""

    CONTENT_TYPE: ClassVar[str] = "text/plain; version=0.0.4; charset=utf-8"

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        self._registry = CollectorRegistry()
        self._requests = Counter(
            "poolbook_requests",
            "Requests answered; law is the one that refused, where one did",
            ("method", "route", "status", "outcome", "law"),
            registry=self._registry,
        )
        self._recording = Histogram(
            "poolbook_recording_seconds",
            "How long a request took that recorded something",
            buckets=_SECONDS,
            registry=self._registry,
        )

        self._streams = Gauge(
            "poolbook_streams_open",
            "Streams of events that are open now",
            registry=self._registry,
            multiprocess_mode="livesum",
        )
        self._remembered = Gauge(
            "poolbook_remembered_events",
            "Events of the streams in use that the processes remember",
            registry=self._registry,
            multiprocess_mode="livesum",
        )
        self._lines = Counter("poolbook_stream_lines", "Events sent in streams", registry=self._registry)

    def stream_opened(self) -> None:
        """Count a stream that begins."""
        self._streams.inc()

    def stream_closed(self) -> None:
        """Count a stream that has ended."""
        self._streams.dec()

    def line_sent(self) -> None:
        """Count an event sent in a stream."""
        self._lines.inc()

    def count(self, line: Mapping[str, Any], seconds: float, remembered: int) -> None:
        """Count a request, given its log line, its duration, and how many events the process remembers after it."""
        self._remembered.set(remembered)
        law = "" if line["law"] is None else str(line["law"])
        self._requests.labels(line["method"], line["route"], str(line["status"]), line["outcome"], law).inc()
        if line["status"] == 201 and line["outcome"] == "done":
            self._recording.observe(seconds)

    def text(self, standing: Callable[[], Standing]) -> bytes:
        """All metrics in the text format. Those of the follower are read from the database now."""
        from prometheus_client import CollectorRegistry, generate_latest

        present = CollectorRegistry()
        present.register(_Present(standing))
        return generate_latest(self._gathered()) + generate_latest(present)

    def _gathered(self) -> Any:
        if SHARED not in os.environ:
            return self._registry
        from prometheus_client import CollectorRegistry
        from prometheus_client.multiprocess import MultiProcessCollector

        gathered = CollectorRegistry()
        MultiProcessCollector(gathered)  # type: ignore[no-untyped-call]
        return gathered


class _Present:
    """Metrics of the database and the follower at this moment, of all clubs together."""

    def __init__(self, standing: Callable[[], Standing]) -> None:
        self._standing = standing

    def collect(self) -> Iterator[Any]:
        """The metrics, when the registry asks for them."""
        from prometheus_client.core import GaugeMetricFamily

        try:
            standing = self._standing()
        except UNAVAILABLE as error:
            # Where a part of it is away the rest is served, and what stands for all clubs cannot be had.
            is_up = isinstance(error, PartUnavailable)
            yield GaugeMetricFamily("poolbook_database_up", "Whether the database answers", int(is_up))
            return
        yield GaugeMetricFamily("poolbook_database_up", "Whether the database answers", 1)
        lag, unsigned = "How far behind the last of the clubs is", "Clubs whose log cannot be signed at present"
        yield GaugeMetricFamily("poolbook_follower_lag_positions", lag, standing.lag)
        yield GaugeMetricFamily("poolbook_clubs_stopped", "Clubs no longer followed, by an error", standing.stopped)
        yield GaugeMetricFamily("poolbook_clubs_unsigned", unsigned, standing.unsigned)
        failing, dead = "Webhooks that do not take what is sent to them", "Messages of webhooks that were given up"
        yield GaugeMetricFamily("poolbook_webhooks_failing", failing, standing.failing)
        yield GaugeMetricFamily("poolbook_webhook_messages_dead", dead, standing.dead)
