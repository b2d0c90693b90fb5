"""What is said of a record afterwards: corrections, games made void, what was in fact paid, hands unsealed.

Nothing that was recorded is changed. A correction carries what stands in the place of what it strikes, so that a
corrected record is folded without asking any rule again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ledger.events.base import Event, fact, nested, sealed
from ledger.events.game import GameSettled, GameUnopened, Turn
from ledger.events.settlement import Settlement
from ledger.events.sitting import Entry
from ledger.seats import Member


@fact("game.corrected", version=2)
@dataclass(frozen=True, slots=True, kw_only=True)
class GameCorrected(Event):
    """Slips of the record were struck. `tail` is what stands after the step `after` (0: the beginning) from now on.

    `begun`, where there is one, takes the place of the game's beginning: it was rebased on what earlier games leave.
    `moved` is by how much each account differs (minor units, debits positive; `pool` is this game's), `issued` by
    how much the counters in issue. `turn`, `pool` and `seats` are those of the game as it stands.
    """

    struck: tuple[int, ...]
    inserted: tuple[int, ...]
    after: int
    tail: tuple[Event, ...] = nested()
    begun: tuple[Event, ...] = nested()
    moved: Mapping[str, int]
    issued: int = 0
    turn: Turn
    pool: int
    seats: tuple[Member, ...] = ()
    reason: str | None = sealed()

    @property
    def settlement(self) -> Settlement | None:
        """The settlement of the game as it stands; None where it is not over."""
        ends = [event.settlement for event in self.tail if isinstance(event, GameSettled | GameUnopened)]
        return ends[-1] if ends else None


@fact("game.voided")
@dataclass(frozen=True, slots=True, kw_only=True)
class GameVoided(Event):
    """A game begun by mistake was made void by all its players: every stake went back to him whose it was.

    `funds` are the counters each has again; `moved` and `issued` as in a correction.
    """

    agreed_by: tuple[Member, ...]
    funds: Mapping[Member, int]
    moved: Mapping[str, int]
    issued: int = 0
    turn: Turn
    reason: str | None = sealed()


@fact("game.paid")
@dataclass(frozen=True, slots=True, kw_only=True)
class GamePaid(Event):
    """What the table in fact paid out of the pool, where it was not what the laws award.

    `results`, `funds` and `advances` are those of the settlement, put right by the difference.
    """

    paid: Mapping[Member, int]
    results: Mapping[Member, int]
    funds: Mapping[Member, int]
    advances: Mapping[Member, int] = field(default_factory=dict)
    moved: Mapping[str, int]
    issued: int = 0
    reason: str | None = sealed()


@fact("game.unsealed")
@dataclass(frozen=True, slots=True, kw_only=True)
class HandUnsealed(Event):
    """An auditor read the hand of a player, for a reason that he gave (28)."""

    player: Member
    reason: str | None = sealed()


@dataclass(frozen=True, slots=True, kw_only=True)
class Amendment(Entry):
    """A numbered entry after which something in a sitting's book stands otherwise.

    `replaced` takes the place of the entries of the same numbers, and of the beginning and end of the same games.
    `affected` are the games that stand to be mended, `running` the one being played; `carried` and `minimum` are
    what awaits the next.
    """

    replaced: tuple[Event, ...] = nested()
    affected: tuple[str, ...] = ()
    moved: Mapping[str, int]
    issued: int = 0
    carried: int = 0
    minimum: str | None = None
    running: str | None = None


@fact("sitting.game_corrected")
@dataclass(frozen=True, slots=True, kw_only=True)
class GameRestated(Amendment):
    """A game of this sitting was corrected, or paid otherwise. `reopened`: it is not at its end any more."""

    game: str
    reopened: bool = False


@fact("sitting.game_voided")
@dataclass(frozen=True, slots=True, kw_only=True)
class GameWithdrawn(Amendment):
    """A game of this sitting was made void: carried pool, openers and dealer are as before it."""

    game: str


@fact("sitting.corrected")
@dataclass(frozen=True, slots=True, kw_only=True)
class SittingCorrected(Amendment):
    """Entries of the sitting's book were struck. `seats` are those of now, in seat order to the left."""

    struck: tuple[int, ...]
    seats: tuple[Member, ...]
    reason: str | None = sealed()


CORRECTING = (GameCorrected, GameVoided, GamePaid)
"""What changes how a game stands, or how it ended, without being an act of it."""
