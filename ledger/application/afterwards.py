"""What is said of a record afterwards, carried out: corrections, games made void, payments, unsealings, disputes.

A correction of a settled game, or of a sitting's book, is saved with what it changes in the sitting, in one
transaction. Who may do what is for the caller to say.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from ledger.afterwards import disputes, payout, sitting_corrections
from ledger.afterwards.affected import before_game, over, rebased, restarted
from ledger.afterwards.game_corrections import Slips, correct
from ledger.application.club_books import ClubBooks, NotFound, Request, Saved, Write
from ledger.events.amendment import HandUnsealed
from ledger.events.base import Event
from ledger.events.dispute import DisputeKind
from ledger.events.game import GameBegun
from ledger.events.sitting import GameStarted
from ledger.refusals import Invalid, Refused
from ledger.seats import Member
from ledger.state import game as games
from ledger.state import sitting as sittings
from ledger.state.in_force import begun_and_acts, entries_in_force
from ledger.table import conduct, till


@dataclass(frozen=True, slots=True)
class Asked:
    """A correction as it is asked for. `rebase`: begin the game on what earlier ones leave now."""

    slips: Slips
    reason: str
    rebase: bool = False


@dataclass(frozen=True, slots=True)
class _Of:
    """A game and its sitting as they are recorded."""

    id: UUID
    events: list[Event]
    game: games.Game
    sitting_id: UUID
    entries: list[Event]
    sitting: sittings.Sitting


class Corrections:
    """What may be said afterwards of one club's records."""

    def __init__(self, books: ClubBooks) -> None:
        self.books = books

    # A game

    def correct_game(self, request: Request, game: UUID, asked: Asked) -> Saved:
        """Strike slips of a game's record, or put in what was left out. Raises Refused or Invalid."""
        return self._to_game(request, game, lambda of: self._correction(of, asked))

    def _correction(self, of: _Of, asked: Asked, before: Sequence[Event] = ()) -> list[Write]:
        """The writes of a correction, `before` being events of the game that are saved ahead of it."""
        self._check_free(of)
        begun = self._rebased(of) if asked.rebase else None
        correction, after = correct(of.events, str(of.id), asked.slips, asked.reason, begun)
        writes = [Write(of.id, len(of.events), [*before, correction])]
        if of.game.settlement is None and after.settlement is None:
            return writes
        if of.game.settlement is None:
            ended = conduct.end_game(str(of.id), after)
            sittings.check_conserved(sittings.apply(of.sitting, ended))
            return [*writes, Write(of.sitting_id, of.sitting.version, [ended])]
        return [*writes, self._restated(of, [*of.events, correction], begun)]

    def _rebased(self, of: _Of) -> GameBegun:
        if of.game.settlement is None:
            raise Refused(None, "wrong_phase", "a game is rebased when it is over")
        begun, _ = begun_and_acts(of.events)
        return rebased(before_game(entries_in_force(of.entries), str(of.id)), begun)

    def _restated(self, of: _Of, events: Sequence[Event], begun: GameBegun | None = None) -> Write:
        """What a settled game's correction is to its sitting; `events` are the game's with it."""
        after = games.fold(events)
        game = str(of.id)
        ended = conduct.end_game(game, after) if after.settlement else None
        stand = entries_in_force(of.entries)
        started = next(e for e in stand if isinstance(e, GameStarted) and e.game == game)
        others = self._others(of, {game: events})
        new_start = restarted(started, begun) if begun else None
        restated = sitting_corrections.restate(of.entries, game, ended, new_start, others)
        return Write(of.sitting_id, of.sitting.version, [restated])

    def _others(self, of: _Of, known: Mapping[str, Sequence[Event]]) -> dict[str, Sequence[Event]]:
        """The events of each game of the sitting that is over, by its id."""
        return _ended_games(self.books, of.entries) | dict(known)

    def void(self, request: Request, game: UUID, agreed_by: Sequence[Member], reason: str) -> Saved:
        """Make a game void that was begun by mistake, by the consent of all its players."""

        def decision(of: _Of) -> list[Write]:
            voided = payout.void(of.events, str(of.id), agreed_by, reason)
            withdrawn = sitting_corrections.withdraw(of.entries, str(of.id), self._others(of, {}))
            games.fold([*of.events, voided])
            return [
                Write(of.id, len(of.events), [voided]),
                Write(of.sitting_id, of.sitting.version, [withdrawn]),
            ]

        return self._to_game(request, game, decision)

    def pay(self, request: Request, game: UUID, paid: Mapping[Member, int], reason: str | None) -> Saved:
        """Record what the table in fact paid out of a pool."""

        def decision(of: _Of) -> list[Write]:
            self._check_free(of)
            event = payout.pay(of.events, paid, reason)
            return [Write(of.id, len(of.events), [event]), self._restated(of, [*of.events, event])]

        return self._to_game(request, game, decision)

    def unseal(self, request: Request, game: UUID, player: Member, reason: str) -> Saved:
        """Record that an auditor reads a hand. Raises Refused while the game runs (28)."""

        def decision(of: _Of) -> list[Write]:
            if not of.game.over:
                raise Refused(28, "game_running", "a hand is unsealed when the game is over")
            if player not in of.game.players:
                raise Invalid({"player": ["is not dealt into this game"]})
            return [Write(of.id, len(of.events), [HandUnsealed(player=player, reason=reason)])]

        return self._to_game(request, game, decision, while_open=False)

    # Disputes

    def dispute(
        self,
        request: Request,
        game: UUID,
        *,
        parties: Sequence[Member],
        kind: DisputeKind,
        question: str,
        step: int | None,
    ) -> Saved:
        """Lay a dispute before its referee."""

        def decision(of: _Of) -> list[Write]:
            laid = disputes.lay(of.game, of.events, parties=parties, kind=kind, question=question, step=step)
            return [Write(of.id, len(of.events), [laid])]

        return self._to_game(request, game, decision)

    def give_evidence(
        self, request: Request, game: UUID, n: int, witness: Member, can_give: bool, statement: str | None
    ) -> Saved:
        """Record what a witness said. Raises NotFound for a dispute that there is not."""

        def decision(of: _Of) -> list[Write]:
            found = disputes.give_evidence(of.game, _dispute(of, n), witness, can_give, statement)
            return [Write(of.id, len(of.events), [found])]

        return self._to_game(request, game, decision)

    def rule(self, request: Request, game: UUID, n: int, ruler: Member, ruling: str, asked: Asked | None) -> Saved:
        """Record the referee's ruling, and the correction that follows from it."""

        def decision(of: _Of) -> list[Write]:
            ruled = disputes.rule(of.game, _dispute(of, n), ruler, ruling)
            if asked is None:
                return [Write(of.id, len(of.events), [ruled])]
            # The correction is decided on the record without the ruling, which is no part of the play.
            return self._correction(of, asked, before=[ruled])

        return self._to_game(request, game, decision)

    # A sitting

    def correct_sitting(self, request: Request, sitting: UUID, struck: Sequence[int], reason: str) -> Saved:
        """Strike entries of a sitting's book."""

        def decision() -> list[Write]:
            events = self.books.sitting_events(sitting)
            request.decided_on(len(events))
            correction = sitting_corrections.strike(events, struck, reason, _ended_games(self.books, events))
            return [Write(sitting, len(events), [correction])]

        return self.books.carry_out(request, decision)

    # What all of them need

    def _to_game(
        self, request: Request, game: UUID, decision: Callable[[_Of], list[Write]], *, while_open: bool = True
    ) -> Saved:
        def decided() -> list[Write]:
            events = self.books.game_events(game)
            request.decided_on(len(events))
            state = games.fold(events)
            sitting_id = UUID(state.sitting)
            entries = self.books.sitting_events(sitting_id)
            of = _Of(game, events, state, sitting_id, entries, sittings.fold(entries))
            if while_open:
                till.check_open(of.sitting)
            return decision(of)

        return self.books.carry_out(request, decided)

    def _check_free(self, of: _Of) -> None:
        if of.sitting.game not in (None, str(of.id)):
            raise Refused(None, "game_running", "a game of this sitting is being played")


def _ended_games(books: ClubBooks, entries: Sequence[Event]) -> dict[str, Sequence[Event]]:
    return {game: books.game_events(UUID(game)) for game in over(entries_in_force(entries))}


def _dispute(of: _Of, n: int) -> disputes.Dispute:
    found = disputes.disputes(of.events).get(n)
    if found is None:
        raise NotFound
    return found
