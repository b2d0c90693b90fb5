"""The books verified: everything recomputed, the first difference named."""

from typing import Any

from api.answers.verification import report_body
from api.noun import Call, Noun
from api.problems import unavailable
from api.schemas.nothing import Nothing
from api.schemas.verification import Verification
from api.service import service
from ledger.roles import INSPECTORS
from projections.verify import AlreadyVerifying, Checkpoints, verify

noun = Noun(
    "verification",
    __name__,
    description="The books verified: everything that is kept is recomputed from what is recorded.",
)


@noun.asks("/v1/clubs/<id:club>/verify", Nothing, Verification, roles=INSPECTORS)
def verify_club(call: Call) -> dict[str, Any]:
    """Recompute everything, and name the first difference. It takes a while: some minutes for a million events."""
    return _verified(call)


@noun.asks("/v1/clubs/<id:club>/log/verify", Nothing, Verification, roles=INSPECTORS)
def verify_log(call: Call) -> dict[str, Any]:
    """The same, under the name of the log, which is verified with everything that it is the log of."""
    return _verified(call)


def _verified(call: Call) -> dict[str, Any]:
    clubs = service().clubs
    checkpoints = Checkpoints(service().settings.checkpoint_dir)
    try:
        return report_body(verify(clubs.pool.url, clubs.entry(call.club), checkpoints))
    except AlreadyVerifying as error:
        raise unavailable(str(error)) from error
