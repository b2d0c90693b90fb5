"""The disputes of a game: read from its record, laid before the referee, heard and decided."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from ledger.events.base import Event
from ledger.events.dispute import Disputed, DisputeKind, EvidenceGiven, Ruled
from ledger.laws.disputes import check_parties, check_ruling, check_witness, referee, witnesses
from ledger.refusals import Invalid, Refused, refusal_of
from ledger.seats import Member
from ledger.state.game import Game


@dataclass(frozen=True, slots=True)
class Dispute:
    """A dispute so far: what was laid before the referee, the evidence of each witness, and the ruling if there is one.

    `laid_at`, `heard_at` and `ruled_at` are the versions of the game's stream at which that was written.
    """

    laid: Disputed
    evidence: Mapping[Member, EvidenceGiven] = field(default_factory=dict)
    ruled: Ruled | None = None
    laid_at: int = 0
    heard_at: Mapping[Member, int] = field(default_factory=dict)
    ruled_at: int | None = None


def disputes(events: Iterable[Event]) -> dict[int, Dispute]:
    """The disputes of a game, given from its beginning, by their numbers."""
    by_number: dict[int, Dispute] = {}
    for version, event in enumerate(events, 1):
        match event:
            case Disputed(n=n):
                by_number[n] = Dispute(event, laid_at=version)
            case EvidenceGiven(n=n, witness=witness):
                by_number[n] = replace(
                    by_number[n],
                    evidence={**by_number[n].evidence, witness: event},
                    heard_at={**by_number[n].heard_at, witness: version},
                )
            case Ruled(n=n):
                by_number[n] = replace(by_number[n], ruled=event, ruled_at=version)
    return by_number


def lay(
    game: Game,
    events: Sequence[Event],
    *,
    parties: Sequence[Member],
    kind: DisputeKind,
    question: str,
    step: int | None = None,
) -> Disputed:
    """Lay a dispute before the referee. He and the witnesses, in their order, follow from the laws (46, 77, 78)."""
    check_parties(game.table, parties)
    if step is not None and not 0 <= step <= game.step:
        raise Invalid({"step": ["is no step of this game"]})
    return Disputed(
        n=len(disputes(events)) + 1,
        step=step,
        parties=tuple(parties),
        kind=kind,
        referee=referee(game.table, game.dealer, parties),
        witnesses=witnesses(game.table, game.dealer, parties, kind),
        question=question,
    )


def give_evidence(
    game: Game, dispute: Dispute, witness: Member, can_give: bool, statement: str | None
) -> EvidenceGiven:
    """A witness is heard. Raises Refused (46, 79), and when the dispute is decided already (77)."""
    _check_undecided(dispute)
    answers = {m: evidence.can_give for m, evidence in dispute.evidence.items()}
    check_witness(game.table, dispute.laid.witnesses, witness, answers, dispute.laid.kind)
    return EvidenceGiven(n=dispute.laid.n, witness=witness, can_give=can_give, statement=statement)


def who_may_be_asked(game: Game, dispute: Dispute) -> tuple[Member, ...]:
    """Those who may be asked next, the witnesses in their order first. Nobody, when the dispute is decided."""
    order = dict.fromkeys((*dispute.laid.witnesses, *game.table))
    return tuple(m for m in order if not refusal_of(partial(give_evidence, game, dispute, m, False, None)))


def rule(game: Game, dispute: Dispute, ruler: Member, ruling: str) -> Ruled:
    """The referee decides. Raises Refused (77, 78)."""
    law = check_ruling(game.dealer, dispute.laid.referee, ruler)
    _check_undecided(dispute)
    return Ruled(n=dispute.laid.n, referee=ruler, law=law, ruling=ruling)


def _check_undecided(dispute: Dispute) -> None:
    if dispute.ruled:
        raise Refused(77, "decided", "this dispute is decided, and the referee's word is final")
