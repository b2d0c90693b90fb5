"""What is recorded with a client of openapi-generator is the illustrated game."""

from ops.generated_clients import acts
from tests.acts import ILLUSTRATED, body, commands


def test_the_acts_that_a_generated_client_records_are_those_of_the_illustrated_game() -> None:
    assert list(acts()) == [body(act) for act in commands(ILLUSTRATED)]
