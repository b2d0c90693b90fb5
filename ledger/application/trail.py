"""The trail of what was asked about a game's cards, and the limit on what can be found out about hidden ones.

Whether an act or a correction agrees with hidden cards tells one thing about them, be it refused or recorded. So a
token has few refusals and corrections in a game within a day, all tokens of the club together have not many more, and
each refusal is on the trail. When they are spent, nothing that could meet hidden cards is judged, right or wrong.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from ledger.application.memory import ClubMemory
from ledger.events.amendment import GameCorrected
from ledger.events.trail import CardsRefused, Question, WhatIfAsked, trail_of
from ledger.store import Actor, ClubStore, CommandRow, Recorded, VersionTaken

OF_A_TOKEN = 10
"""How many refusals by hidden cards, and corrections, a token has in one game within `WINDOW`."""
OF_A_CLUB = 30
"""How many all tokens of a club have together: more tokens find out little more."""

WINDOW = timedelta(days=1)


class TooManyRefusals(Exception):
    """The token, or the club, has tried hidden cards of this game too often. `wait` is how long until it may again."""

    def __init__(self, wait: timedelta) -> None:
        super().__init__("the hidden cards of this game were tried too often: wait, and tell an auditor")
        self.wait = wait


class Trail:
    """The questions about the games of one club."""

    def __init__(
        self, store: ClubStore, memory: ClubMemory, clock: Callable[[], datetime], new_id: Callable[[], UUID]
    ) -> None:
        self._store = store
        self._memory = memory
        self._clock = clock
        self._new_id = new_id

    def note_what_if(self, actor: Actor, game: UUID) -> None:
        """Write down that a what-if was asked."""
        stream = trail_of(WhatIfAsked, str(game))
        while not self._append(stream, len(self._memory.recorded(stream)), WhatIfAsked(game=str(game)), actor):
            self._memory.look()

    def check_limit(self, actor: Actor, game: UUID) -> None:
        """Raise TooManyRefusals where this token, or the whole club, has tried the hidden cards of a game too often."""
        self._check_limit(actor, game, self._refusals(game))

    def note_refusal(self, actor: Actor, game: UUID) -> None:
        """Write down that hidden cards refused something. Raises TooManyRefusals where, by now, none is left.

        Each refusal takes the next place of its stream, so that many at once are counted one after another.
        """
        while True:
            refusals = self._refusals(game)
            self._check_limit(actor, game, refusals)
            stream = trail_of(CardsRefused, str(game))
            if self._append(stream, len(refusals), CardsRefused(game=str(game)), actor):
                return
            self._memory.look()

    def _refusals(self, game: UUID) -> Sequence[Recorded]:
        return self._memory.recorded(trail_of(CardsRefused, str(game)))

    def _check_limit(self, actor: Actor, game: UUID, refusals: Sequence[Recorded]) -> None:
        corrections = [
            recorded for recorded in self._memory.recorded(game) if isinstance(recorded.event, GameCorrected)
        ]
        since = self._clock() - WINDOW
        trials = sorted((trial for trial in (*refusals, *corrections) if trial.at > since), key=lambda trial: trial.at)
        of_token = [trial for trial in trials if trial.actor.token == actor.token]
        for counted, most in ((of_token, OF_A_TOKEN), (trials, OF_A_CLUB)):
            if len(counted) >= most:
                raise TooManyRefusals(counted[-most].at - since)

    def _append(self, stream: UUID, version: int, question: Question, actor: Actor) -> bool:
        """Write a question after so many others; False where another took the place."""
        name, at = self._store.command_name(str(self._new_id())), self._clock()
        recorded = Recorded(
            originator_id=stream, originator_version=version + 1, at=at, command=name, actor=actor, event=question
        )
        # No hash of the request: cards that were guessed could be tried out on it.
        row = CommandRow(
            key=name, request_hash=b"", stream=stream, from_version=version + 1, to_version=version + 1, recorded_at=at
        )
        try:
            position, saved = self._store.save([recorded], row)
        except VersionTaken:
            return False
        self._memory.saved(position, saved, {})
        return True
