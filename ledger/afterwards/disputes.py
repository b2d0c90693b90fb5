"""The disputes of a game: read from its record, laid before the referee, heard and decided."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from ledger.events.base import Event
from ledger.events.dispute import Disputed, DisputeKind, EvidenceGiven, Ruled
from ledger.events.game import Drew
from ledger.laws.disputes import (
    check_dealt,
    check_new_ground,
    check_parties,
    check_ruling,
    check_witness,
    disputant,
    every_party,
    number_ruled,
    referee,
    witnesses,
)
from ledger.laws.readings import check_readings
from ledger.refusals import Invalid, Refused, refusal_of
from ledger.seats import Member
from ledger.state.game import Game
from ledger.state.in_force import events_in_force


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


def readings_ruled(events: Iterable[Event]) -> dict[str, int]:
    """The readings that a ruling fixed for a game, with the number of the dispute it decided; of several the last."""
    return {name: event.n for event in events if isinstance(event, Ruled) for name in event.reading}


def lay(
    game: Game,
    events: Sequence[Event],
    *,
    parties: Sequence[Member],
    kind: DisputeKind,
    question: str,
    step: int | None = None,
    ground: str | None = None,
) -> Disputed:
    """Lay a dispute before the referee. He and the witnesses, in their order, follow from the laws (46, 77, 78).

    In one about the number asked for, the dealer is a party even if he is not named. Raises Invalid, and Refused before
    the deal (46), or for a fact that is decided, unless a new ground is given (77).
    """
    check_parties(game.table, parties)
    if step is not None and not 0 <= step <= game.step:
        raise Invalid({"step": ["is no step of this game"]})
    check_dealt(game.phase, kind)
    parties = every_party(game.dealer, parties, kind)
    laid = Disputed(
        n=len(disputes(events)) + 1,
        step=step,
        parties=parties,
        kind=kind,
        referee=referee(game.table, game.dealer, parties),
        witnesses=witnesses(game.table, game.dealer, parties, kind),
        question=question,
        ground=ground,
    )
    decided = any(d.ruled and _same_fact(game.dealer, d.laid, laid) for d in disputes(events).values())
    check_new_ground(decided, ground)
    return laid


def _same_fact(dealer: Member, earlier: Disputed, laid: Disputed) -> bool:
    """Whether two disputes are about one fact: the draw of one player, or one step of the game. Where no step is
    named, disputes of the same parties are."""
    if earlier.kind != laid.kind or laid.kind == DisputeKind.LAW:
        return False
    if laid.kind == DisputeKind.DRAW_COUNT:
        return disputant(dealer, earlier.parties) == disputant(dealer, laid.parties)
    if laid.step is None:
        return earlier.step is None and set(earlier.parties) == set(laid.parties)
    return earlier.step == laid.step


def give_evidence(
    game: Game, dispute: Dispute, witness: Member, can_give: bool, statement: str | None, number: int | None = None
) -> EvidenceGiven:
    """A witness is heard; `number` is how many cards were asked for, as he says.

    Raises Refused (46, 79), and when the dispute is decided already (77); Invalid for a number that is not disputed.
    """
    _check_undecided(dispute)
    _check_number(dispute, number)
    if number is not None and not can_give:
        raise Invalid({"number": ["is told by a witness who can give evidence"]})
    answers = {m: evidence.can_give for m, evidence in dispute.evidence.items()}
    check_witness(game.table, dispute.laid.witnesses, witness, answers, dispute.laid.kind)
    return EvidenceGiven(n=dispute.laid.n, witness=witness, can_give=can_give, statement=statement, number=number)


def who_may_be_asked(game: Game, dispute: Dispute) -> tuple[Member, ...]:
    """Those who may be asked next, the witnesses in their order first. Nobody, when the dispute is decided."""
    order = dict.fromkeys((*dispute.laid.witnesses, *game.table))
    return tuple(m for m in order if not refusal_of(partial(give_evidence, game, dispute, m, False, None)))


def rule(
    game: Game,
    events: Sequence[Event],
    dispute: Dispute,
    ruler: Member,
    ruling: str,
    *,
    number: int | None = None,
    reading: Mapping[str, str] | None = None,
) -> Ruled:
    """The referee decides: of a number how many cards were asked for, of a law how it is read in this game.

    Raises Refused (46, 77, 78), and Invalid for a number or a reading in a dispute about something else.
    """
    law = check_ruling(game.dealer, dispute.laid.referee, ruler)
    _check_undecided(dispute)
    _check_number(dispute, number)
    _check_reading(dispute, reading or {})
    if dispute.laid.kind == DisputeKind.DRAW_COUNT:
        number = _number(game, events, dispute, number)
    return Ruled(n=dispute.laid.n, referee=ruler, law=law, ruling=ruling, number=number, reading=reading or {})


def _number(game: Game, events: Sequence[Event], dispute: Dispute, ruled: int | None) -> int | None:
    """The number of cards that is ruled to have been asked for. Raises Refused (46)."""
    answers = {m: evidence.can_give for m, evidence in dispute.evidence.items()}
    told = next((evidence.number for evidence in dispute.evidence.values() if evidence.can_give), None)
    drew = _draw_of(events, disputant(game.dealer, dispute.laid.parties))
    return number_ruled(dispute.laid.witnesses, answers, told, drew.discarded if drew else None, ruled)


def check_carried_out(game: Game, events: Sequence[Event], dispute: Dispute, ruled: Ruled) -> None:
    """Refuse (46) a ruling about a number that leaves another number on the record. `events` are those after it."""
    drew = _draw_of(events, disputant(game.dealer, dispute.laid.parties))
    if ruled.number is None or drew is None:
        return
    asked = drew.discarded if drew.asked is None else drew.asked
    if asked != ruled.number:
        detail = f"the record would say that he asked for {asked} and not {ruled.number}: correct it with the ruling"
        raise Refused(46, "against_the_ruling", detail, step=drew.step)


def _draw_of(events: Sequence[Event], member: Member) -> Drew | None:
    """The last draw of a player that is in force."""
    draws = [event for event in events_in_force(events) if isinstance(event, Drew) and event.player == member]
    return draws[-1] if draws else None


def _check_undecided(dispute: Dispute) -> None:
    if dispute.ruled:
        raise Refused(77, "decided", "this dispute is decided, and the referee's word is final")


def _check_number(dispute: Dispute, number: int | None) -> None:
    if number is not None and dispute.laid.kind != DisputeKind.DRAW_COUNT:
        raise Invalid({"number": ["is told where the dispute is about the number of cards asked for"]})


def _check_reading(dispute: Dispute, reading: Mapping[str, str]) -> None:
    if reading and dispute.laid.kind != DisputeKind.LAW:
        raise Invalid({"reading": ["is fixed by a ruling on a law, and this dispute is about a fact"]})
    check_readings("reading", reading)
