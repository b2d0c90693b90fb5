"""The events that amend an earlier record: corrections, games made void, payments as made, hands unsealed.

No earlier event is changed. A correction carries the events that take the place of those it strikes, so that folding a
corrected record asks no rule again.
"""

from collections.abc import Mapping

from msgspec import Struct, field

from ledger.articles import Articles
from ledger.events.base import Event, Nested, Sealed, fact
from ledger.events.game import GameSettled, GameUnopened, Turn
from ledger.events.settlement import Done, Settlement
from ledger.events.sitting import Entry
from ledger.seats import Member


@fact("game.corrected", version=2)
class GameCorrected(Event, frozen=True, kw_only=True):
    """Steps of a game were struck or inserted. From now on `tail` follows the step `after` (0: the game's beginning).

    `begun`, unless it is empty, replaces the game's first event, because the game was rebased on what earlier games
    leave. `moved` is the difference of each account in minor units, debits positive (`pool` is this game's pool);
    `issued` is the difference of the counters in issue. `turn`, `pool` and `seats` are those of the corrected game.
    """

    struck: tuple[int, ...]
    inserted: tuple[int, ...]
    after: int
    tail: Nested = ()
    begun: Nested = ()
    moved: Mapping[str, int]
    issued: int = 0
    turn: Turn
    pool: int
    seats: tuple[Member, ...] = ()
    reason: Sealed[str | None] = None

    @property
    def settlement(self) -> Settlement | None:
        """The settlement of the corrected game; None where the game is not over."""
        settlements = [event.settlement for event in self.tail if isinstance(event, GameSettled | GameUnopened)]
        return settlements[-1] if settlements else None


@fact("game.voided")
class GameVoided(Event, frozen=True, kw_only=True):
    """All players of a game begun by mistake made it void: each got his stake back.

    `funds` are the counters that each player has afterwards; `moved` and `issued` are as in GameCorrected.
    """

    agreed_by: tuple[Member, ...]
    funds: Mapping[Member, int]
    moved: Mapping[str, int]
    issued: int = 0
    turn: Turn
    reason: Sealed[str | None] = None


@fact("game.paid", version=2)
class GamePaid(Event, frozen=True, kw_only=True):
    """The table paid the pool out otherwise than the laws award it.

    `paid` is what each player took, and `done` what else the table did; None if the rest was as the laws give it.
    `results`, `funds` and `advances` are those of the settlement, changed by the difference; `moved` and `issued` are
    as in GameCorrected. `stands`: a correction of the game was just recorded, and what was paid before it stands.
    """

    paid: Mapping[Member, int]
    results: Mapping[Member, int]
    funds: Mapping[Member, int]
    advances: Mapping[Member, int] = field(default_factory=dict)
    moved: Mapping[str, int]
    issued: int = 0
    done: Done | None = None
    stands: bool = False
    reason: Sealed[str | None] = None


@fact("game.unsealed")
class HandUnsealed(Event, frozen=True, kw_only=True):
    """An auditor read the hand of a player, and gave a reason (28)."""

    player: Member
    reason: Sealed[str | None] = None


class GameDebt(Struct, frozen=True):
    """What a member owes another because a game was paid otherwise than the laws give it."""

    game: str
    debtor: Member
    creditor: Member
    amount: int


class Amendment(Entry, frozen=True, kw_only=True):
    """A numbered entry that changes what is in force in a sitting's book.

    The events of `replaced` take the place of the entries with the same numbers, and of the beginnings and ends of the
    same games. `affected` are the games still to be mended, `running` is the game being played; `carried` and `minimum`
    are the pool and the openers that await the next game. `moved` and `issued` are as in GameCorrected.

    `as_played` are the games that stand as they were played, though the laws would have had them begin otherwise, and
    `untraced` those of them of which it cannot be told how the laws would have ended them. `debts` are all debts
    between members that the sitting's payments leave, and `held` is what members have, less what they lack, of money
    that the laws carry or set aside and of which nobody can say yet whose it is. `parted`: the laws would leave the
    next game another pool, other openers or another reward than the table did.
    """

    replaced: Nested = ()
    affected: tuple[str, ...] = ()
    moved: Mapping[str, int]
    issued: int = 0
    carried: int = 0
    minimum: str | None = None
    running: str | None = None
    as_played: tuple[str, ...] = ()
    untraced: tuple[str, ...] = ()
    debts: tuple[GameDebt, ...] = ()
    held: Mapping[Member, int] = field(default_factory=dict)
    parted: bool = False


@fact("sitting.game_corrected", version=2)
class GameRestated(Amendment, frozen=True, kw_only=True):
    """A game of this sitting was corrected, or paid otherwise. `reopened`: the game is being played again."""

    game: str
    reopened: bool = False


@fact("sitting.game_stands")
class GameStands(Amendment, frozen=True, kw_only=True):
    """A game that a correction or a payment affects stands as it was played."""

    game: str
    reason: Sealed[str | None] = None


@fact("sitting.game_voided", version=2)
class GameWithdrawn(Amendment, frozen=True, kw_only=True):
    """A game of this sitting was made void: the carried pool, the openers and the dealer are as before the game."""

    game: str


@fact("sitting.corrected", version=2)
class SittingCorrected(Amendment, frozen=True, kw_only=True):
    """Entries of the sitting's book were struck. `seats` are the present seats, in order to the left."""

    struck: tuple[int, ...]
    seats: tuple[Member, ...]
    reason: Sealed[str | None] = None


@fact("sitting.articles_corrected")
class ArticlesCorrected(Amendment, frozen=True, kw_only=True):
    """Articles or seats that were set down wrongly were corrected, by consent of everybody at the table.

    `articles` and `seats` are those in force now; `replaced` has the opening of the sitting with what should have been
    set down, and every entry that differs by it.
    """

    articles: Articles
    seats: tuple[Member, ...]
    agreed_by: tuple[Member, ...]
    reason: Sealed[str | None] = None


CORRECTING = (GameCorrected, GameVoided, GamePaid)
"""The events that change a game or its settlement without being acts of the game."""
