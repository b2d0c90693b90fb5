"""Whether the service lives, and whether it can write."""

from api.noun import Noun
from api.problems import unavailable
from api.schemas.health import Alive, Ready
from api.service import service

noun = Noun("health", __name__, description="For the operator of the service.")


@noun.open_reads("/livez", Alive)
def livez() -> dict[str, str]:
    """The process answers."""
    return {"status": "alive"}


@noun.open_reads("/readyz", Ready, errors=(503,))
def readyz() -> dict[str, object]:
    """The database can be written. The answer reports how far the read tables are behind; that is no failure."""
    if not service().takes_writes():
        raise unavailable("the database takes no writes")
    progress = service().progress()
    return {
        "status": "ready",
        "lag": max((club.lag for club in progress), default=0),
        "stopped": sum(club.failure is not None for club in progress),
    }
