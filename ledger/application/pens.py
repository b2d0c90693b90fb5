"""Taking the pen of a sitting, and of the game that runs there, in one transaction."""

from uuid import UUID

from ledger.application.club_books import ClubBooks, Request, Saved, Write
from ledger.events.pen import GamePenTaken, PenTaken
from ledger.table import pen


class _HeldAlready(Exception):
    """The pen is his who asks for it: nothing is to be saved."""


class Pens:
    """The pens of one club's sittings."""

    def __init__(self, books: ClubBooks) -> None:
        self.books = books

    def take(self, request: Request, sitting: UUID) -> Saved:
        """Give the pen of a sitting to the token that asks for it.

        Where it has the pen already, nothing is recorded, and the answer is a repeat of that to which it took it.
        Raises NotFound, and Refused for a sitting that is closed.
        """
        token = request.actor.token
        assert token is not None, "a pen is taken by a token"

        def decision() -> list[Write]:
            state = self.books.sitting(sitting)
            request.decided_on(state.version)
            taken = pen.take(state, token)
            if state.pen == token:
                raise _HeldAlready
            writes = [Write(sitting, state.version, [taken])]
            if state.game:
                game = UUID(state.game)
                version = len(self.books.game_events(game))
                writes.append(Write(game, version, [GamePenTaken(token=token)]))
            return writes

        try:
            return self.books.carry_out(request, decision)
        except _HeldAlready:
            return self._taken_before(sitting)

    def _taken_before(self, sitting: UUID) -> Saved:
        recorded = [r for r in self.books.recorded(sitting) if isinstance(r.event, PenTaken)][-1]
        version, position = recorded.originator_version, self.books.memory.position
        return Saved(sitting, version, version, position, recorded.command, replayed=True)
