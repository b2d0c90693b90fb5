"""Carry out what is done to a record afterwards: corrections, what-ifs, voiding, payments, unsealings and disputes.

A correction of a settled game is saved in one transaction with the change that it makes in the sitting; after the
close, with the adjusting entry. The caller checks the role.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

from ledger.afterwards import disputes, payout, sitting_corrections
from ledger.afterwards.adjusting import adjust, check_reason
from ledger.afterwards.affected import after_game, before_game, over, rebased, restarted
from ledger.afterwards.by_law import begun_on, chain
from ledger.afterwards.game_corrections import Slips, correct
from ledger.afterwards.payout import AS_AWARDED, Sources
from ledger.afterwards.what_if import begun_under, what_if
from ledger.application.club_books import ClubBooks, NotFound, Request, Saved, Write
from ledger.events.amendment import GamePaid, HandUnsealed
from ledger.events.base import Event
from ledger.events.dispute import DisputeKind, Ruled
from ledger.events.game import GameBegun
from ledger.events.pen import GamePenTaken
from ledger.events.settlement import Settlement
from ledger.events.sitting import GameStarted
from ledger.refusals import Invalid, Refused
from ledger.roles import Role
from ledger.seats import Member
from ledger.state import game_fold as games
from ledger.state import sitting as sittings
from ledger.state.game import Game
from ledger.state.in_force import begun_and_acts, entries_in_force
from ledger.store import Actor
from ledger.table import conduct, till
from ledger.telling.redaction import Reader, known_events


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


@dataclass(frozen=True, slots=True)
class Decision:
    """How a referee decides: in words, and the number of cards asked for or the readings that he fixes."""

    referee: Member
    ruling: str
    number: int | None = None
    reading: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _LoadedGame:
    """A game and its sitting as loaded: their events and the states that follow. `entries` are the sitting's events."""

    id: UUID
    events: list[Event]
    game: Game
    sitting_id: UUID
    entries: list[Event]
    sitting: sittings.Sitting


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What would follow from another record: the settlement, the events it would follow from, and the games that would
    be affected, None where the sitting's book would not allow it. `ruled` are the readings that a ruling fixed for the
    game, with the number of the dispute."""

    settlement: Settlement
    events: tuple[Event, ...]
    affected: tuple[str, ...] | None
    ruled: Mapping[str, int]


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
        return self._correct(request, game, lambda loaded: self._judged_correction(request, loaded, wanted))

    def _correct(self, request: Request, game: UUID, decision: Callable[[_LoadedGame], list[Write]]) -> Saved:
        cards = self.books.hidden_cards(request, game)
        return cards.noting_refusals(lambda: self._to_game(request, game, decision))

    def _stand(self, request: Request, game: UUID, wanted: CorrectionRequest) -> Saved:
        """Let a game that is affected stand as it was played."""
        if wanted != CorrectionRequest(Slips(), wanted.reason, as_played=True):
            raise Invalid({"as_played": ["a game that stands as it was played is not corrected at the same time"]})

        def decision(loaded: _LoadedGame) -> list[Write]:
            self._check_free(loaded)
            self.books.check_pen_of_game(request.actor, loaded.game, loaded.events)
            others = self._others(loaded, {})
            stands = sitting_corrections.stand(loaded.entries, str(loaded.id), wanted.reason, others)
            return [Write(loaded.sitting_id, loaded.sitting.version, [stands])]

        return self._to_game(request, game, decision, while_open=True)

    def _judged_correction(
        self, request: Request, loaded: _LoadedGame, wanted: CorrectionRequest, before: Sequence[Event] = ()
    ) -> list[Write]:
        """The writes of a correction. The events `before` are saved ahead of it in the game's stream.

        The acts that are replayed after the correction can meet hidden cards, whatever it names itself.
        """
        self._check_free(loaded)
        self.books.check_pen_of_game(request.actor, loaded.game, loaded.events)

        def decide(events: Sequence[Event]) -> list[Write]:
            judged = replace(loaded, events=list(events), game=games.fold(events))
            return self._correction(judged, wanted, before)

        return self.books.hidden_cards(request, loaded.id).judged(loaded.events, decide, limited=True)

    def _correction(self, loaded: _LoadedGame, wanted: CorrectionRequest, before: Sequence[Event]) -> list[Write]:
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
        self, loaded: _LoadedGame, wanted: CorrectionRequest, events: Sequence[Event]
    ) -> tuple[GamePaid, ...]:
        """The payment that the correction says, or else the one that was recorded before and stands after it. `events`
        are the game's, with its correction."""
        if wanted.paid is not None:
            if loaded.game.settlement is None:
                raise Refused(None, "wrong_phase", "a pool is paid out when the game is over")
            return (self._paid(loaded, events, wanted.paid, wanted.reason),)
        stands = payout.standing(loaded.game, events)
        return (stands,) if stands else ()

    def _paid(self, loaded: _LoadedGame, events: Sequence[Event], said: Payout, reason: str | None) -> GamePaid:
        """The payment out of a game's pool. `events` are the game's."""
        following = after_game(entries_in_force(loaded.entries), str(loaded.id))
        begun = begun_and_acts(self.books.game_events(UUID(following)))[0] if following else None
        return payout.pay(events, said.paid, reason, said.sources, begun)

    def _corrected_after_the_close(
        self, loaded: _LoadedGame, wanted: CorrectionRequest, before: Sequence[Event]
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

    def _adjusted(self, loaded: _LoadedGame, new: Sequence[Event]) -> list[Write]:
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

    def _rebased(self, loaded: _LoadedGame) -> GameBegun:
        if loaded.game.settlement is None:
            raise Refused(None, "wrong_phase", "a game can be rebased when it is over")
        begun, _ = begun_and_acts(loaded.events)
        before = before_game(entries_in_force(loaded.entries), str(loaded.id))
        return rebased(before, begun, disputes.readings_ruled(loaded.events))

    def _restated(self, loaded: _LoadedGame, events: Sequence[Event], begun: GameBegun | None = None) -> Write:
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

    def _others(self, loaded: _LoadedGame, known: Mapping[str, Sequence[Event]]) -> dict[str, Sequence[Event]]:
        """The events of each game of the sitting that is over, by its id. Those in `known` replace the stored."""
        return _ended_games(self.books, loaded.entries) | dict(known)

    def what_if(
        self, actor: Actor, game: UUID, slips: Slips, readings: Mapping[str, str], *, by_law: bool = False
    ) -> Foreseen:
        """What would follow from another record or other readings, judged on what the one who asks may know, an
        auditor with the hands that were unsealed. With `by_law`, on what the laws leave to the game.

        That it was asked goes on the trail, whatever the answer is. Raises Refused or Invalid.
        """
        self.books.trail.note_what_if(actor, game)
        reader = Reader(Role(actor.role), actor.member)
        known = known_events(self.books.game_events(game), reader, unsealed=True)
        begun = self._begun_by_law(game, known, reader) if by_law else None
        settlement, events = what_if(known, slips, readings, begun)
        affected = () if by_law else self._foreseen_affected(game, games.fold(known), events, reader)
        ruled = {name: n for name, n in disputes.readings_ruled(known).items() if name not in readings}
        return Foreseen(settlement, events, affected, ruled)

    def _begun_by_law(self, game: UUID, known: Sequence[Event], reader: Reader) -> GameBegun:
        """The beginning of a game on what the laws leave to it, by the records that the reader may know."""
        begun, _ = begun_and_acts(known)
        entries = self.books.sitting_events(UUID(begun.sitting))
        games_known = {name: known_events(record, reader) for name, record in _ended_games(self.books, entries).items()}
        by_law = chain(entries_in_force(entries), games_known)
        judged = next((judged for judged in by_law.games if judged.game == str(game)), None)
        if judged is None:
            raise Refused(None, "wrong_phase", "what the laws leave to a game is asked when it is over")
        return begun_on(begun, judged.left)

    def _foreseen_affected(
        self, game: UUID, before: Game, events: Sequence[Event], reader: Reader
    ) -> tuple[str, ...] | None:
        """The later games that would no longer follow, if a game of an open sitting had these events instead; None
        where an entry of the sitting's book, or a payment that was recorded, would no longer be possible."""
        entries = self.books.sitting_events(UUID(before.sitting))
        if sittings.fold(entries).closed or str(game) not in over(entries_in_force(entries)):
            return ()
        known = {name: known_events(record, reader) for name, record in _ended_games(self.books, entries).items()}
        try:
            stands = payout.standing(before, events)
            after = [*events, stands] if stands else list(events)
            ended = conduct.end_game(str(game), games.fold(after))
            return sitting_corrections.restate(entries, str(game), ended, None, {**known, str(game): after}).affected
        except Refused:
            return None

    def void(self, request: Request, game: UUID, agreed_by: Sequence[Member], reason: str) -> Saved:
        """Make a game that was begun by mistake void, with the consent of all its players. Raises Refused."""

        def decision(loaded: _LoadedGame) -> list[Write]:
            self.books.check_pen_of_game(request.actor, loaded.game, loaded.events)
            voided = payout.void(loaded.events, str(loaded.id), agreed_by, reason)
            withdrawn = sitting_corrections.withdraw(loaded.entries, str(loaded.id), self._others(loaded, {}))
            games.fold([*loaded.events, voided])
            return [
                Write(loaded.id, len(loaded.events), [voided]),
                Write(loaded.sitting_id, loaded.sitting.version, [withdrawn]),
            ]

        return self._to_game(request, game, decision, while_open=True)

    def pay(self, request: Request, game: UUID, said: Payout, reason: str | None) -> Saved:
        """Record what the table in fact paid out of a pool. Raises Refused or Invalid."""

        def decision(loaded: _LoadedGame) -> list[Write]:
            self._check_free(loaded)
            if loaded.sitting.closed:
                check_reason(reason)
            event = self._paid(loaded, loaded.events, said, reason)
            if loaded.sitting.closed:
                return self._adjusted(loaded, [event])
            return [Write(loaded.id, len(loaded.events), [event]), self._restated(loaded, [*loaded.events, event])]

        return self._to_game(request, game, decision)

    def unseal(self, request: Request, game: UUID, player: Member, reason: str) -> Saved:
        """Record that an auditor reads a hand, and why. Raises Refused while the game runs (28), and Invalid for
        somebody who is not in the game."""

        def decision(loaded: _LoadedGame) -> list[Write]:
            if not loaded.game.over:
                raise Refused(28, "game_running", "a hand can be unsealed when the game is over")
            if player not in loaded.game.players:
                raise Invalid({"player": ["is not dealt into this game"]})
            return [Write(loaded.id, len(loaded.events), [HandUnsealed(player=player, reason=reason)])]

        return self._to_game(request, game, decision)

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
        ground: str | None = None,
    ) -> Saved:
        """Lay a dispute before its referee. Raises Refused or Invalid."""

        def decision(loaded: _LoadedGame) -> list[Write]:
            laid = disputes.lay(
                loaded.game, loaded.events, parties=parties, kind=kind, question=question, step=step, ground=ground
            )
            return [Write(loaded.id, len(loaded.events), [laid])]

        return self._to_game(request, game, decision)

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

        def decision(loaded: _LoadedGame) -> list[Write]:
            dispute = _dispute(loaded, n)
            evidence = disputes.give_evidence(loaded.game, dispute, witness, can_give, statement, number)
            return [Write(loaded.id, len(loaded.events), [evidence])]

        return self._to_game(request, game, decision)

    def rule(self, request: Request, game: UUID, n: int, decided: Decision, wanted: CorrectionRequest | None) -> Saved:
        """Record the referee's ruling in dispute `n`, and the correction that follows from it, if any.

        Where it fixes a reading, the game is judged again under that. Raises NotFound if the game has no such dispute,
        Refused or Invalid.
        """

        def decision(loaded: _LoadedGame) -> list[Write]:
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

        return self._correct(request, game, decision)

    def _ruled(
        self, request: Request, loaded: _LoadedGame, ruled: Ruled, wanted: CorrectionRequest | None
    ) -> list[Write]:
        other = {name: value for name, value in ruled.reading.items() if loaded.game.reading(name) != value}
        if wanted is None and not other:
            return [Write(loaded.id, len(loaded.events), [ruled])]
        # The correction is decided on the record without the ruling, because a ruling is no part of the play.
        wanted = wanted or CorrectionRequest(Slips(), ruled.ruling or "")
        return self._judged_correction(request, loaded, replace(wanted, readings=other), before=[ruled])

    # A sitting

    def correct_sitting(self, request: Request, sitting: UUID, struck: Sequence[int], reason: str) -> Saved:
        """Strike entries of a sitting's book, by their numbers. Raises NotFound, Refused or Invalid."""

        def decision() -> list[Write]:
            events = self.books.sitting_events(sitting)
            request.decided_on(len(events))
            correction = sitting_corrections.strike(events, struck, reason, _ended_games(self.books, events))
            return [Write(sitting, len(events), [correction])]

        return self.books.carry_out(request, decision)

    # What all of them need

    def _to_game(
        self, request: Request, game: UUID, decision: Callable[[_LoadedGame], list[Write]], *, while_open: bool = False
    ) -> Saved:
        def decided() -> list[Write]:
            events, state = self.books.game_events(game), self.books.game(game)
            request.decided_on(len(events))
            sitting_id = UUID(state.sitting)
            entries = self.books.sitting_events(sitting_id)
            loaded = _LoadedGame(game, events, state, sitting_id, entries, self.books.sitting(sitting_id))
            if while_open:
                till.check_open(loaded.sitting)
            return decision(loaded)

        return self.books.carry_out(request, decided)

    def _check_free(self, loaded: _LoadedGame) -> None:
        if loaded.sitting.game not in (None, str(loaded.id)):
            raise Refused(None, "game_running", "a game of this sitting is being played")


def _ended_games(books: ClubBooks, entries: Sequence[Event]) -> dict[str, Sequence[Event]]:
    return {game: books.game_events(UUID(game)) for game in over(entries_in_force(entries))}


def _dispute(loaded: _LoadedGame, n: int) -> disputes.Dispute:
    dispute = disputes.disputes(loaded.events).get(n)
    if dispute is None:
        raise NotFound
    return dispute
