"""Whether the service lives, and whether it can write."""

from api.noun import Noun
from api.problems import unavailable
from api.schemas.health import Alive, Ready
from api.service import service
from ledger.store.errors import PartUnavailable

noun = Noun("health", __name__, description="For the operator of the service.")


@noun.open_reads("/livez", Alive)
def livez() -> dict[str, str]:
    """The process answers."""
    return {"status": "alive"}


@noun.open_reads("/readyz", Ready, errors=(503,))
def readyz() -> dict[str, object]:
    """The database can be written. The answer reports how far the read tables are behind; that is no failure.

    It is null where a part of the database is away: clubs in the other parts are served.
    """
    if not service().takes_writes():
        raise unavailable("the database takes no writes")
    try:
        standing = service().standing()
    except PartUnavailable:
        return {"status": "ready", "lag": None, "stopped": None}
    return {"status": "ready", "lag": standing.lag, "stopped": standing.stopped}
