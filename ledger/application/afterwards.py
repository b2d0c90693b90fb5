"""Carry out what is done to a record afterwards: corrections, voiding, payments and unsealings.

A correction of a settled game is saved in one transaction with the change that it makes in the sitting; after the
close, with the adjusting entry. The caller checks the role.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

from ledger.afterwards import disputes, payout, sitting_corrections
from ledger.afterwards.adjusting import adjust, check_reason
from ledger.afterwards.affected import after_game, before_game, rebased, restarted
from ledger.afterwards.game_corrections import Slips, correct
from ledger.afterwards.payout import AS_AWARDED, Sources
from ledger.afterwards.what_if import begun_under
from ledger.application.club_books import ClubBooks, Request, Saved, Write
from ledger.application.loading import LoadedGame, check_free, decided_on_game, ended_games
from ledger.events.amendment import GamePaid, HandUnsealed
from ledger.events.base import Event
from ledger.events.game import GameBegun
from ledger.events.pen import GamePenTaken
from ledger.events.sitting import GameStarted
from ledger.refusals import Invalid, Refused
from ledger.seats import Member
from ledger.state import game_fold as games
from ledger.state import sitting as sittings
from ledger.state.in_force import begun_and_acts, entries_in_force
from ledger.table import conduct


@dataclass(frozen=True, slots=True)
class Payout:
    """What the table in fact paid each player out of a pool, and where it came from, in minor units."""

    paid: Mapping[Member, int]
    sources: Sources = AS_AWARDED


@dataclass(frozen=True, slots=True)
class CorrectionRequest:
    """A correction that a client asks for. With `rebase` the game begins again on what earlier games leave it now; with
    `as_played` it stands as it was played. `paid` is what the table paid of the corrected pool, where that is said;
    `readings` are those by which a ruling has it judged."""

    slips: Slips
    reason: str
    rebase: bool = False
    as_played: bool = False
    paid: Payout | None = None
    readings: Mapping[str, str] = field(default_factory=dict)


class Corrections:
    """The commands that correct and complete one club's records. They raise what `ClubBooks.carry_out` raises."""

    def __init__(self, books: ClubBooks) -> None:
        self.books = books

    # A game

    def correct_game(self, request: Request, game: UUID, wanted: CorrectionRequest) -> Saved:
        """Strike slips in a game's record, or insert what was left out; or let the game stand as it was played. Raises
        Refused or Invalid."""
        if wanted.as_played:
            return self._stand(request, game, wanted)
        return self.correct(request, game, lambda loaded: self.judged_correction(request, loaded, wanted))

    def correct(self, request: Request, game: UUID, decision: Callable[[LoadedGame], list[Write]]) -> Saved:
        """Carry out what is decided on a game, and note it if it is refused for a card (see `HiddenCards`)."""
        cards = self.books.hidden_cards(request, game)
        with self.books.naming_the_turn():
            return cards.noting_refusals(lambda: decided_on_game(self.books, request, game, decision))

    def _stand(self, request: Request, game: UUID, wanted: CorrectionRequest) -> Saved:
        """Let a game that is affected stand as it was played."""
        if wanted != CorrectionRequest(Slips(), wanted.reason, as_played=True):
            raise Invalid({"as_played": ["a game that stands as it was played is not corrected at the same time"]})

        def decision(loaded: LoadedGame) -> list[Write]:
            check_free(loaded)
            self.books.check_pen_of_game(request.actor, loaded.game, loaded.events)
            others = self._others(loaded, {})
            stands = sitting_corrections.stand(loaded.entries, str(loaded.id), wanted.reason, others)
            return [Write(loaded.sitting_id, loaded.sitting.version, [stands])]

        return decided_on_game(self.books, request, game, decision, while_open=True)

    def judged_correction(
        self, request: Request, loaded: LoadedGame, wanted: CorrectionRequest, before: Sequence[Event] = ()
    ) -> list[Write]:
        """Decide the writes of a correction. The events `before` are saved ahead of it in the game's stream.

        The acts that are replayed after the correction can meet hidden cards, whatever it names itself.
        """
        check_free(loaded)
        self.books.check_pen_of_game(request.actor, loaded.game, loaded.events)

        def decide(events: Sequence[Event]) -> list[Write]:
            judged = replace(loaded, events=list(events), game=games.fold(events))
            return self._correction(judged, wanted, before)

        return self.books.hidden_cards(request, loaded.id).judged(loaded.events, decide, limited=True)

    def _correction(self, loaded: LoadedGame, wanted: CorrectionRequest, before: Sequence[Event]) -> list[Write]:
        if loaded.sitting.closed:
            return self._corrected_after_the_close(loaded, wanted, before)
        begun = self._rebased(loaded) if wanted.rebase else None
        if wanted.readings:
            begun = begun_under(begun or begun_and_acts(loaded.events)[0], wanted.readings)
        correction, after = correct(loaded.events, str(loaded.id), wanted.slips, wanted.reason, begun)
        reopened = loaded.game.settlement is not None and after.settlement is None
        # Who has the pen now may have taken it since this game was over.
        taken = [GamePenTaken(token=loaded.sitting.pen)] if reopened and loaded.sitting.pen else []
        payment = self._payment_after(loaded, wanted, [*loaded.events, correction])
        writes = [Write(loaded.id, len(loaded.events), [*before, *taken, correction, *payment])]
        if loaded.game.settlement is None and after.settlement is None:
            return writes
        if loaded.game.settlement is None:
            ended = conduct.end_game(str(loaded.id), after)
            sittings.check_conserved(sittings.apply(loaded.sitting, ended))
            return [*writes, Write(loaded.sitting_id, loaded.sitting.version, [ended])]
        return [*writes, self._restated(loaded, [*loaded.events, *before, correction, *payment], begun)]

    def _payment_after(
        self, loaded: LoadedGame, wanted: CorrectionRequest, events: Sequence[Event]
    ) -> tuple[GamePaid, ...]:
        """The payment that the correction says, or else the one that was recorded before and stands after it. `events`
        are the game's, with its correction."""
        if wanted.paid is not None:
            if loaded.game.settlement is None:
                raise Refused(None, "wrong_phase", "a pool is paid out when the game is over")
            return (self._paid(loaded, events, wanted.paid, wanted.reason),)
        stands = payout.standing(loaded.game, events)
        return (stands,) if stands else ()

    def _paid(self, loaded: LoadedGame, events: Sequence[Event], said: Payout, reason: str | None) -> GamePaid:
        """The payment out of a game's pool. `events` are the game's."""
        following = after_game(entries_in_force(loaded.entries), str(loaded.id))
        begun = begun_and_acts(self.books.game_events(UUID(following)))[0] if following else None
        return payout.pay(events, said.paid, reason, said.sources, begun)

    def _corrected_after_the_close(
        self, loaded: LoadedGame, wanted: CorrectionRequest, before: Sequence[Event]
    ) -> list[Write]:
        if wanted.rebase:
            raise Refused(
                None, "sitting_closed", "after the close a game stays on what it was begun with: correct its own acts"
            )
        check_reason(wanted.reason)
        begun = begun_under(begun_and_acts(loaded.events)[0], wanted.readings) if wanted.readings else None
        correction, _ = correct(loaded.events, str(loaded.id), wanted.slips, wanted.reason, begun)
        payment = self._payment_after(loaded, wanted, [*loaded.events, correction])
        return self._adjusted(loaded, [*before, correction, *payment])

    def _adjusted(self, loaded: LoadedGame, new: Sequence[Event]) -> list[Write]:
        """The writes of these events in a game of a closed sitting, with the adjusting entry that they make."""
        club, game = self.books.club(), str(loaded.id)
        all_games = self._others(loaded, {game: loaded.events})
        adjustment = adjust(club, str(loaded.sitting_id), loaded.entries, game, new, all_games)
        writes = [
            Write(loaded.id, len(loaded.events), [*new, adjustment.of_game]),
            Write(loaded.sitting_id, loaded.sitting.version, [adjustment.of_sitting]),
        ]
        if adjustment.of_club:
            writes.append(Write(self.books.club_id, club.version, [adjustment.of_club]))
        return writes

    def _rebased(self, loaded: LoadedGame) -> GameBegun:
        if loaded.game.settlement is None:
            raise Refused(None, "wrong_phase", "a game can be rebased when it is over")
        begun, _ = begun_and_acts(loaded.events)
        before = before_game(entries_in_force(loaded.entries), str(loaded.id))
        return rebased(before, begun, disputes.readings_ruled(loaded.events))

    def _restated(self, loaded: LoadedGame, events: Sequence[Event], begun: GameBegun | None = None) -> Write:
        """The write that restates a settled game in its sitting. `events` are the game's, with its correction."""
        after = games.fold(events)
        game = str(loaded.id)
        ended = conduct.end_game(game, after) if after.settlement else None
        in_force = entries_in_force(loaded.entries)
        started = next(e for e in in_force if isinstance(e, GameStarted) and e.game == game)
        others = self._others(loaded, {game: events})
        new_start = restarted(started, begun) if begun else None
        restated = sitting_corrections.restate(loaded.entries, game, ended, new_start, others)
        return Write(loaded.sitting_id, loaded.sitting.version, [restated])

    def _others(self, loaded: LoadedGame, known: Mapping[str, Sequence[Event]]) -> dict[str, Sequence[Event]]:
        """The events of each game of the sitting that is over, by its id. Those in `known` replace the stored."""
        return ended_games(self.books, loaded.entries) | dict(known)

    def void(self, request: Request, game: UUID, agreed_by: Sequence[Member], reason: str) -> Saved:
        """Make a game that was begun by mistake void, with the consent of all its players. Raises Refused."""

        def decision(loaded: LoadedGame) -> list[Write]:
            self.books.check_pen_of_game(request.actor, loaded.game, loaded.events)
            voided = payout.void(loaded.events, str(loaded.id), agreed_by, reason)
            withdrawn = sitting_corrections.withdraw(loaded.entries, str(loaded.id), self._others(loaded, {}))
            games.fold([*loaded.events, voided])
            return [
                Write(loaded.id, len(loaded.events), [voided]),
                Write(loaded.sitting_id, loaded.sitting.version, [withdrawn]),
            ]

        return decided_on_game(self.books, request, game, decision, while_open=True)

    def pay(self, request: Request, game: UUID, said: Payout, reason: str | None) -> Saved:
        """Record what the table in fact paid out of a pool. Raises Refused or Invalid."""

        def decision(loaded: LoadedGame) -> list[Write]:
            check_free(loaded)
            if loaded.sitting.closed:
                check_reason(reason)
            event = self._paid(loaded, loaded.events, said, reason)
            if loaded.sitting.closed:
                return self._adjusted(loaded, [event])
            return [Write(loaded.id, len(loaded.events), [event]), self._restated(loaded, [*loaded.events, event])]

        return decided_on_game(self.books, request, game, decision)

    def unseal(self, request: Request, game: UUID, player: Member, reason: str) -> Saved:
        """Record that an auditor reads a hand, and why. Raises Refused while the game runs (28), and Invalid for
        somebody who is not in the game."""

        def decision(loaded: LoadedGame) -> list[Write]:
            if not loaded.game.over:
                raise Refused(28, "game_running", "a hand can be unsealed when the game is over")
            if player not in loaded.game.players:
                raise Invalid({"player": ["is not dealt into this game"]})
            return [Write(loaded.id, len(loaded.events), [HandUnsealed(player=player, reason=reason)])]

        return decided_on_game(self.books, request, game, decision)

    # A sitting

    def correct_sitting(self, request: Request, sitting: UUID, struck: Sequence[int], reason: str) -> Saved:
        """Strike entries of a sitting's book, by their numbers. Raises NotFound, Refused or Invalid."""

        def decision() -> list[Write]:
            events = self.books.sitting_events(sitting)
            request.decided_on(len(events))
            correction = sitting_corrections.strike(events, struck, reason, ended_games(self.books, events))
            return [Write(sitting, len(events), [correction])]

        return self.books.carry_out(request, decision)
