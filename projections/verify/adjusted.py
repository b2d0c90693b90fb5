"""Work out again what was adjusted after a sitting's close: the entry in its book, and what it notes elsewhere."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from uuid import UUID

from ledger.afterwards.adjusting import Adjustment, adjust
from ledger.events.adjustment import GameAdjusted, SittingAdjusted, StandingAdjusted
from ledger.events.base import Event
from ledger.events.game import GameBegun
from ledger.state import club as clubs
from ledger.store import Logged
from projections.verify.snapshot import Snapshot


@dataclass(slots=True)
class Adjusted:
    """The adjustments of a club that are being written at this point of the log.

    A game of a closed sitting is `corrected`, then the game's record notes that it is adjusted, then the entry in the
    sitting's book follows, and what it changes of what stands over (`of_club`, which may differ with the `excuse`).
    """

    snapshot: Snapshot
    corrected: set[UUID] = field(default_factory=set)
    noted: dict[UUID, Logged] = field(default_factory=dict)
    of_club: StandingAdjusted | None = None
    excuse: str | None = None

    def note(self, logged: Logged) -> bool:
        """Take up that a game's record says it is adjusted; False if nothing was recorded of it after the close."""
        game = logged.recorded.originator_id
        if game not in self.corrected:
            return False
        self.corrected.remove(game)
        self.noted[game] = logged
        return True

    def lacking(self) -> tuple[UUID, str] | None:
        """The stream after whose last event another must follow, and the topic of that; None if nothing lacks."""
        if self.corrected:
            return min(self.corrected), GameAdjusted.topic
        if self.noted:
            return min(self.noted), SittingAdjusted.topic
        return (self.snapshot.club, StandingAdjusted.topic) if self.of_club else None

    def worked_out(
        self, noted: Logged, entries: Sequence[Event], records: Mapping[UUID, Sequence[Event]], club: Sequence[Event]
    ) -> Adjustment:
        """The adjustment that follows from what one command recorded of a game.

        `noted` is the game's note of it, `entries` the sitting's book so far, `records` the events of its games up to
        now, `club` those of the club. Raises what `adjust` raises.
        """
        stream, version = noted.recorded.originator_id, noted.recorded.originator_version
        record = list(self.snapshot.store.load(stream, lte=version))
        of_command = list(takewhile(lambda one: one.command == noted.recorded.command, reversed(record)))
        before = [recorded.event for recorded in record[: len(record) - len(of_command)]]
        new = [recorded.event for recorded in reversed(of_command[1:])]
        all_games = {str(game): events for game, events in records.items()} | {str(stream): before}
        begun = before[0]
        assert isinstance(begun, GameBegun), "a game's first event is GameBegun"
        return adjust(clubs.fold(club), begun.sitting, entries, str(stream), new, all_games)
