"""Parts of a service are killed while clients record: every acknowledged act is recorded once."""

import socket
import tempfile
from pathlib import Path

import pytest

from ops.alone import PortTaken
from ops.faults.parts import Parts
from ops.faults.power import can_lose_power
from ops.kill import run
from tests.ops.conftest import free_port


def kill(kills: int) -> None:
    # Not pytest's own directory: the server runs as another user than root, who may not pass through that.
    with tempfile.TemporaryDirectory(prefix="poolbook-kill-", ignore_cleanup_errors=True) as directory:
        outcome = run(Path(directory), seed=1896, kills=kills, port=free_port())
    assert sum(outcome.kills.values()) == kills
    assert len(outcome.kills) == 5 + can_lose_power(), "not everything was killed at least once"
    assert outcome.differences == ()
    for audit in outcome.audits:
        assert audit.clean, audit
        assert audit.acknowledged >= kills // 5


def test_half_a_dozen_kills_lose_nothing_and_double_nothing() -> None:
    kill(6)


def test_the_parts_are_not_started_beside_a_service_that_would_answer_in_their_place(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port: int = other.getsockname()[1]
        with pytest.raises(PortTaken, match=str(port)):
            Parts(tmp_path, port)


@pytest.mark.slow
def test_three_hundred_kills_lose_nothing_and_double_nothing() -> None:
    kill(300)
