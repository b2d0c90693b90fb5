"""The outbox: a lost network, a killed service, a refusal, a session that has run out lose no line and double none."""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.ops.conftest import Served
from tests.pages.chromium.conftest import Watched, new_sitting

PASSES = """async ([game, lines]) => {
    const { openOutbox, holder } = await import("/page/outbox.js");
    const outbox = openOutbox(game, holder());
    for (const [body, sentence] of lines) outbox.add(`/v1/games/${game}/actions`, body, sentence);
}"""
"""Adds lines to the outbox of a game, as the table does for a tap."""

LEFT = """async (game) => {
    const { openOutbox, holder } = await import("/page/outbox.js");
    return openOutbox(game, holder()).lines.map((line) => line.state);
}"""

DRAINED = """async (game) => {
    const { openOutbox, holder } = await import("/page/outbox.js");
    await openOutbox(game, holder()).drained();
}"""


def begun(service: Served) -> tuple[str, list[str]]:
    """A game that has been dealt, and its players."""
    sitting = new_sitting(service)
    game = service.post(f"/v1/sittings/{sitting}/games", {})
    return game["id"], game["seats"]


def record(service: Served, game: str) -> list[str]:
    """The notes of the acts of a game."""
    return [line["note"] for line in service.get(f"/v1/games/{game}/actions?at_least=1")["items"]]


def test_ten_lines_written_offline_are_recorded_in_order_once(service: Served, tab: Callable[..., Watched]) -> None:
    game, _ = begun(service)
    watched = tab()
    watched.fails = True
    page = watched.go(f"/games/{game}")
    acts = [{"action": "shuffle", "note": f"line {n}"} for n in range(10)]
    assert page.evaluate(LEFT, game) == []
    page.context.set_offline(True)
    page.evaluate(PASSES, [game, [[act, act["note"]] for act in acts]])
    assert len(page.evaluate(LEFT, game)) == 10
    page.context.set_offline(False)
    wait_until_sent(page, game)
    assert record(service, game) == [f"line {n}" for n in range(10)]


def wait_until_sent(page: Page, game: str) -> None:
    page.evaluate(DRAINED, game)
