"""Where a program begins that has only the address of the service."""

from typing import Any

from api.noun import Noun
from api.schemas.start import Start

noun = Noun("start", __name__, description="Where a program begins.")

START = {
    "name": "poolbook",
    "version": "1",
    "docs": "/docs",
    "openapi": "/openapi.json",
    "token": "/v1/me",
    "laws": "/v1/laws",
    "problems": "/problems/",
    "health": "/readyz",
}
"""The addresses that a program begins with."""


@noun.open_reads("/v1", Start)
def read_start() -> dict[str, Any]:
    """The addresses that a program begins with. The service's own address answers the same to a program."""
    return START
