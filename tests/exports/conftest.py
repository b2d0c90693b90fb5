"""A club over HTTP, as tests/api has it."""

from tests.api.conftest import app, clubs, house, new_house, own_house, shared_house

__all__ = ["app", "clubs", "house", "new_house", "own_house", "shared_house"]
