"""The fixtures of a club over HTTP, from tests/api."""

from tests.api.conftest import app, clubs, house, new_house, own_house, shared_house

__all__ = ["app", "clubs", "house", "new_house", "own_house", "shared_house"]
