"""Two clubs whose games differ in hands that a reader may not see: no page of theirs differs."""

import re

import pytest
from flask import Flask

from tests.api.test_two_clubs_alike import Evening, app, clubs, evenings
from tests.pages.conftest import Visitor, pages_of

__all__ = ["app", "clubs", "evenings"]


@pytest.mark.parametrize("over", [False, True])
def test_no_page_differs_between_two_deals_that_a_reader_cannot_tell_apart(
    app: Flask, evenings: list[Evening], over: bool
) -> None:
    for evening in evenings:
        evening.until_the_hands_are_down()
        if over:
            evening.to_the_end()
        _dispute(evening)
        evening.house.follow()
    # Of the players, one whose hand is the same in both and the two whose hands differ.
    for role in ("scorekeeper", "auditor", "A", "D", "E"):
        first, second = (_read(app, evening, role) for evening in evenings)
        assert len(first) > 25
        assert first == second, role


def _dispute(evening: Evening) -> None:
    """Two members disagree about the draw of E, whose hand nobody may see."""
    (draw,) = (
        line["step"]
        for line in evening.house.owner.get(f"{evening.game}/actions").json["items"]
        if line["type"] == "game.drew" and line["player"] == evening.house.member["E"]
    )
    parties = [evening.house.member[p] for p in "BE"]
    body = {"step": draw, "parties": parties, "kind": "draw_count", "question": "How many did E ask for?"}
    assert evening.house.scorekeeper.post(f"{evening.game}/disputes", body).status_code == 201


def _read(app: Flask, evening: Evening, role: str) -> dict[str, str]:
    """Every page as this reader gets it, with ids, times and what differs by chance masked."""
    visitor, house = Visitor(app), evening.house
    assert visitor.sign_in(evening.desks[role].token or "").status_code == 303
    sitting, game = evening.sitting.removeprefix("/v1"), evening.game.removeprefix("/v1")
    read = {}
    for path in pages_of(house.id, house.member["A"], sitting, game):
        answer = visitor.get(path)
        text = re.sub(r'(name="form" value|name="session" content)="[^"]+"', "<word>", answer.text)
        text = re.sub(r'<svg[^>]*class="segno".*?</svg>', "<code>", text, flags=re.DOTALL)
        text = re.sub(r"<time datetime.*?</time>|(?<=<code>)[0-9a-f]{64}(?=</code>)", "<by chance>", text)
        text = re.sub(r"The Club (<id>|[0-9a-f-]{36})", "<name>", text)
        read[evening.masked(path)] = evening.masked(f"{answer.status_code} {answer.location} {text}")
    return read
