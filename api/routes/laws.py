"""The book. It is no club's secret, so it takes no token."""

from typing import Any

from api.lists import Answer as Listed
from api.lists import page_of
from api.noun import Noun
from api.schemas.laws import Law, Reading
from api.schemas.lists import LongListQuery, listed
from ledger.application.club_books import NotFound
from ledger.laws import readings, register

noun = Noun("laws", __name__, description="The eighty-one laws, and the readings where their letter leaves a choice.")


def _law_body(law: register.Law) -> dict[str, Any]:
    return {
        "number": law.number,
        "chapter": law.chapter,
        "title": law.title,
        "kinds": list(law.kinds),
        "restatement": law.restatement,
        "readings": list(law.readings),
        "waivable": law.waivable,
        "standing": register.standing(law.number),
    }


def _reading_body(reading: readings.Reading) -> dict[str, Any]:
    return {
        "name": reading.name,
        "laws": list(reading.laws),
        "about": list(reading.about),
        "default": reading.default,
        "values": dict(reading.values),
        "ground": reading.ground,
    }


@noun.open_reads("/v1/laws", listed(Law), query=LongListQuery)
def list_laws(asked: dict[str, Any]) -> Listed:
    """The laws of the book."""
    return page_of(list(register.LAWS.values()), asked, _law_body)


@noun.open_reads("/v1/laws/<int:n>", Law, errors=(404,))
def read_law(n: int) -> dict[str, Any]:
    """One law."""
    if n not in register.LAWS:
        raise NotFound
    return _law_body(register.law(n))


@noun.open_reads("/v1/readings", listed(Reading), query=LongListQuery)
def list_readings(asked: dict[str, Any]) -> Listed:
    """The readings, each with its values and the default."""
    return page_of(list(readings.READINGS.values()), asked, _reading_body)
