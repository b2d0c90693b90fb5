"""The parts of a service killed while clients record: what was acknowledged stands, once."""

import tempfile
from pathlib import Path

import pytest

from ops.kill import run


def kill(kills: int, port: int) -> None:
    # Not pytest's own directory: the server runs as another user than root, who may not pass through that.
    with tempfile.TemporaryDirectory(prefix="poolbook-kill-", ignore_cleanup_errors=True) as directory:
        outcome = run(Path(directory), seed=1896, kills=kills, port=port)
    assert sum(outcome.kills.values()) == kills
    assert len(outcome.kills) == 5, "not everything was killed at least once"
    for audit in outcome.audits:
        assert audit.clean, audit
        assert audit.acknowledged >= kills // 5


def test_twenty_kills_lose_nothing_and_double_nothing() -> None:
    kill(20, port=8343)


@pytest.mark.slow
def test_three_hundred_kills_lose_nothing_and_double_nothing() -> None:
    kill(300, port=8344)
