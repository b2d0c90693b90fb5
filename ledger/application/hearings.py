"""Carry out what is done in a dispute: it is laid before the referee, witnesses are heard, and he rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

from ledger.afterwards import disputes
from ledger.afterwards.game_corrections import Slips
from ledger.application.afterwards import CorrectionRequest, Corrections
from ledger.application.club_books import ClubBooks, NotFound, Request, Saved, Write
from ledger.application.loading import LoadedGame, decided_on_game
from ledger.events.dispute import DisputeKind, Ruled
from ledger.seats import Member


@dataclass(frozen=True, slots=True)
class Decision:
    """How a referee decides: in words, and the number of cards asked for or the readings that he fixes."""

    referee: Member
    ruling: str
    number: int | None = None
    reading: Mapping[str, str] = field(default_factory=dict)


class Hearings:
    """The disputes of one club's games. They raise what `ClubBooks.carry_out` raises."""

    def __init__(self, books: ClubBooks) -> None:
        self.books = books
        self.corrections = Corrections(books)

    def dispute(
        self,
        request: Request,
        game: UUID,
        *,
        parties: Sequence[Member],
        kind: DisputeKind,
        question: str,
        step: int | None,
        ground: str | None = None,
    ) -> Saved:
        """Lay a dispute before its referee. Raises Refused or Invalid."""

        def decision(loaded: LoadedGame) -> list[Write]:
            laid = disputes.lay(
                loaded.game, loaded.events, parties=parties, kind=kind, question=question, step=step, ground=ground
            )
            return [Write(loaded.id, len(loaded.events), [laid])]

        return decided_on_game(self.books, request, game, decision)

    def give_evidence(
        self,
        request: Request,
        game: UUID,
        n: int,
        witness: Member,
        can_give: bool,
        statement: str | None,
        number: int | None = None,
    ) -> Saved:
        """Record the evidence of a witness in dispute `n`. Raises NotFound if the game has no such dispute."""

        def decision(loaded: LoadedGame) -> list[Write]:
            dispute = _dispute(loaded, n)
            evidence = disputes.give_evidence(loaded.game, dispute, witness, can_give, statement, number)
            return [Write(loaded.id, len(loaded.events), [evidence])]

        return decided_on_game(self.books, request, game, decision)

    def rule(self, request: Request, game: UUID, n: int, decided: Decision, wanted: CorrectionRequest | None) -> Saved:
        """Record the referee's ruling in dispute `n`, and the correction that follows from it, if any.

        Where it fixes a reading, the game is judged again under that. Raises NotFound if the game has no such dispute,
        Refused or Invalid.
        """

        def decision(loaded: LoadedGame) -> list[Write]:
            dispute = _dispute(loaded, n)
            ruled = disputes.rule(
                loaded.game,
                loaded.events,
                dispute,
                decided.referee,
                decided.ruling,
                number=decided.number,
                reading=decided.reading,
            )
            writes = self._ruled(request, loaded, ruled, wanted)
            disputes.check_carried_out(loaded.game, [*loaded.events, *writes[0].events], dispute, ruled)
            return writes

        return self.corrections.correct(request, game, decision)

    def _ruled(
        self, request: Request, loaded: LoadedGame, ruled: Ruled, wanted: CorrectionRequest | None
    ) -> list[Write]:
        other = {name: value for name, value in ruled.reading.items() if loaded.game.reading(name) != value}
        if wanted is None and not other:
            return [Write(loaded.id, len(loaded.events), [ruled])]
        # The correction is decided on the record without the ruling, because a ruling is no part of the play.
        wanted = wanted or CorrectionRequest(Slips(), ruled.ruling or "")
        return self.corrections.judged_correction(request, loaded, replace(wanted, readings=other), before=[ruled])


def _dispute(loaded: LoadedGame, n: int) -> disputes.Dispute:
    dispute = disputes.disputes(loaded.events).get(n)
    if dispute is None:
        raise NotFound
    return dispute
