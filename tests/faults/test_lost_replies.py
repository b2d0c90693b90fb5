"""Replies are lost: the client sends again under the same key, and the act is recorded once."""

from collections.abc import Iterator
from random import Random
from threading import Thread
from uuid import UUID

import pytest
from flask import Flask
from werkzeug.serving import make_server

from ledger.store import ClubStore, SharedDatastore
from ops.faults.audit import audit
from ops.faults.lines import line
from ops.faults.scorekeeper import Scorekeeper
from projections.tables import ReadTables
from tests.api.conftest import app, clubs, house, shared_house  # noqa: F401
from tests.api.house import House
from tests.faults.losing_proxy import LosingProxy


@pytest.fixture
def port(app: Flask) -> Iterator[int]:  # noqa: F811
    """The port at which the application listens."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


def lose(house: House, port: int, replies: int) -> None:  # noqa: F811
    """Record until enough replies to acknowledged writes were lost, then audit the books."""
    before = house.position()
    token = house.owner.token
    assert token is not None
    with LosingProxy(port, Random(7)) as proxy:
        send = line(proxy.port, token)
        client = Scorekeeper(send, house.id, list(house.member.values()), Random(7))
        while proxy.lost < replies or client.pending is not None:
            client.step()
        lost = proxy.lost
    datastore = SharedDatastore(house.clubs.pool, UUID(house.id))
    report = audit(ClubStore(datastore), ReadTables(datastore), client.acknowledged, client.sent, before)
    assert report.clean, report
    assert lost >= replies
    # Each act was lost on its way back at least once or never; where it was, the answer heard is a repeat's.
    repeats = sum(answer.replayed for answer in client.acknowledged)
    assert 0 < repeats <= lost
    assert report.acknowledged + client.refused == len(client.sent)


def test_thirty_lost_replies_and_each_act_happened_once(house: House, port: int) -> None:  # noqa: F811
    lose(house, port, 30)


@pytest.mark.slow
def test_a_thousand_lost_replies_and_each_act_happened_once(house: House, port: int) -> None:  # noqa: F811
    lose(house, port, 1000)
