"""The books verified: everything recomputed, the first difference named."""

from api.noun import Call, Noun
from api.problems import unavailable
from api.schemas.nothing import Nothing
from api.schemas.verification import Verification
from api.service import service
from ledger.roles import INSPECTORS
from projections.verify import AlreadyVerifying, Checkpoints, Report, verify

noun = Noun(
    "verification",
    __name__,
    description="The books verified: everything that is kept is recomputed from what is recorded.",
)


@noun.asks("/v1/clubs/<id:club>/verify", Nothing, Verification, roles=INSPECTORS)
def verify_club(call: Call) -> Report:
    """Recompute everything, and name the first difference. It takes a while: some minutes for a million events."""
    return _verified(call)


@noun.asks("/v1/clubs/<id:club>/log/verify", Nothing, Verification, roles=INSPECTORS)
def verify_log(call: Call) -> Report:
    """The same, under the name of the log, which is verified with everything that it is the log of."""
    return _verified(call)


def _verified(call: Call) -> Report:
    clubs, settings = service().clubs, service().settings
    checkpoints = Checkpoints(settings.checkpoint_dir, tallies=settings.tally_dir, data_dir=settings.data_dir)
    try:
        return verify(clubs.pool.url, clubs.entry(call.club), checkpoints)
    except AlreadyVerifying as error:
        raise unavailable(str(error)) from error
