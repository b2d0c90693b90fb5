"""Whether the service lives, and whether it can write."""

from api.noun import Noun
from api.problems import unavailable
from api.schemas.health import Alive, Ready
from api.service import service

noun = Noun("health", __name__, description="For whoever keeps the service running.")


@noun.open_reads("/livez", Alive)
def livez() -> dict[str, str]:
    """The process answers."""
    return {"status": "alive"}


@noun.open_reads("/readyz", Ready, errors=(503,))
def readyz() -> dict[str, object]:
    """The database can be written. What the read tables have yet to follow is reported, and is no failure."""
    if not service().takes_writes():
        raise unavailable("the database takes no writes")
    progress = service().progress()
    return {
        "status": "ready",
        "lag": max((each.lag for each in progress), default=0),
        "stopped": sum(each.failure is not None for each in progress),
    }
