"""The book. It is no club's secret, so it takes no token."""

from typing import Any

from marshmallow import Schema

from api.joined import Joined
from api.lists import Answer as Listed
from api.lists import page_of
from api.noun import Noun
from api.problems import Problem
from api.schemas.laws import Law, Reading
from api.schemas.lists import LongListQuery, listed
from ledger.laws import readings, register

noun = Noun("laws", __name__, description="The eighty-one laws, and the readings where their letter leaves a choice.")


def _shown(law: register.Law) -> Joined:
    return Joined({"standing": register.how_kept(law.number)}, law)


@noun.open_reads("/v1/laws", listed(Law, Schema), query=LongListQuery)
def list_laws(query: dict[str, Any]) -> Listed:
    """The laws of the book."""
    return page_of(list(register.LAWS.values()), query, shown=_shown)


@noun.open_reads("/v1/laws/<int:n>", Law, errors=(404,))
def read_law(n: int) -> Joined:
    """One law."""
    if n not in register.LAWS:
        raise Problem("not-found", f"there is no law {n}: the laws are numbered 1 to {len(register.LAWS)}")
    return _shown(register.law(n))


@noun.open_reads("/v1/readings", listed(Reading, Schema), query=LongListQuery)
def list_readings(query: dict[str, Any]) -> Listed:
    """The readings, each with its values and the default."""
    return page_of(list(readings.READINGS.values()), query)
