"""Random requests from our own document: no answer is a 500, or has a shape that the document does not have."""

from dataclasses import replace

import pytest
from flask import Flask

from api.app import create_app
from api.settings import MOST_REQUESTS, Settings
from ledger.application.clubs import Clubs
from ops.fuzz import OPERATOR, fuzz, fuzz_in_turn, new_target


@pytest.fixture
def app(clubs: Clubs) -> Flask:
    """The application without a limit of requests."""
    unlimited = {"POOLBOOK_OPERATOR_TOKEN": OPERATOR, "POOLBOOK_REQUESTS_PER_SECOND": str(MOST_REQUESTS)}
    return create_app(Settings.from_environment(unlimited), clubs)


def test_every_route_answers_made_up_requests_as_the_document_says(app: Flask, clubs: Clubs) -> None:
    target = new_target(app, clubs)
    owner, player = target.tokens[0], target.tokens[3]
    fuzz(replace(target, tokens=(owner, player)), examples=1, chance=1896)
    # Enough got past the first checks for the rest to mean something.
    assert target.statuses[200] > 20
    assert target.statuses[201] > 5
    assert target.statuses[422] > 20


def test_routes_asked_in_turn_with_what_the_others_answered_do_so_too(app: Flask, clubs: Clubs) -> None:
    target = new_target(app, clubs)
    fuzz_in_turn(target, runs=6, chance=1896)
    assert target.statuses.total() > 20


@pytest.mark.slow
@pytest.mark.parametrize("chance", range(3))
def test_long_fuzzing(app: Flask, clubs: Clubs, chance: int) -> None:
    target = new_target(app, clubs)
    fuzz(target, examples=100, chance=chance)
    fuzz_in_turn(target, runs=100, chance=chance)
