"""The events of one game, from the ante to the settlement.

Each carries what followed from it: the law it was judged by, the amounts it moved, and whose turn it made it.
So a game is replayed by applying facts; no rule is asked again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from ledger.articles import Articles
from ledger.cards import Card
from ledger.events.base import Event, fact, sealed
from ledger.events.settlement import Settlement
from ledger.seats import Member


class Phase(StrEnum):
    """Where a game stands: five phases of play, and three ways to be over."""

    ANTE = "ante"
    SAY = "say"
    DRAW = "draw"
    BETTING = "betting"
    SHOW = "show"
    SETTLED = "settled"
    UNOPENED = "unopened"
    VOID = "void"


class StakeKind(StrEnum):
    """What a deposit was. Irregular are `ahead`, out of turn (55), and `short`, less than was due (56)."""

    OPENED = "opened"
    WENT_IN = "went_in"
    MADE_GOOD = "made_good"
    CALLED = "called"
    BET = "bet"
    RAISED = "raised"
    AHEAD = "ahead"
    SHORT = "short"


class FoundBy(StrEnum):
    """How the dealer of a game was found: by the cut (2), by name, or by turn (18)."""

    CUT = "cut"
    NAMED = "named"
    TURN = "turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """Where the game stands: its phase, whose turn it is (None: nobody is compelled), and by which law."""

    phase: Phase
    player: Member | None = None
    law: int | None = None


@fact("game.begun")
@dataclass(frozen=True, slots=True, kw_only=True)
class GameBegun(Event):
    """A game was begun: the ante, or the jack-pot payments, are in the pool (20, 30).

    `seats` are the players dealt in, in seat order to the left; `table` is everybody seated. `dealer_by` says how
    the dealer was found. `funds` are the counters each had before paying, `kitty` what is in
    the kitty already. `edition` names the rules code that judges this game.
    """

    sitting: str
    number: int
    articles: Articles
    table: tuple[Member, ...]
    seats: tuple[Member, ...]
    dealer: Member
    dealer_by: FoundBy
    ante_man: Member
    funds: Mapping[Member, int]
    ante: int
    payments: Mapping[Member, int]
    carried_in: int
    minimum: str | None
    kitty: int
    edition: str
    turn: Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Action(Event):
    """A recorded step of the game. `step` is its permanent number, `law` the law it was judged by.

    `by_waiver` is the law that would have refused it, had it not been waived for this game (80).
    """

    step: int
    law: int | None
    turn: Turn
    irregular: bool = False
    by_waiver: int | None = None
    note: str | None = sealed()


@fact("game.straddled")
@dataclass(frozen=True, slots=True, kw_only=True)
class Straddled(Action):
    """The ante was raised before the deal (21)."""

    player: Member
    amount: int


@fact("game.dealt")
@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt(Action):
    """Five cards to each, but for the `counts` of those who had another number; `uncut`: the pack was not cut.

    What is known of the hands, and of the whole pack from its top, is sealed.
    """

    counts: Mapping[Member, int] = field(default_factory=dict)
    uncut: bool = False
    hands: Mapping[Member, tuple[Card, ...]] | None = sealed()
    pack: tuple[Card, ...] | None = sealed()


@fact("game.staked")
@dataclass(frozen=True, slots=True, kw_only=True)
class Staked(Action):
    """`amount` was deposited; `act` is what that was, `on_loan` whether borrowed money raised it (62)."""

    player: Member
    amount: int
    act: StakeKind
    on_loan: bool = False


@fact("game.stake_counted")
@dataclass(frozen=True, slots=True, kw_only=True)
class StakeCounted(Event):
    """The turn of a player was reached who had deposited out of turn: `amount` of it counts from now on (55).

    `act` is what it is worth, as in Staked; `short` where it does not suffice and the turn is still his. In the
    draw, where nobody raises, it counts as far as it makes his stake good, and he has his draw before him.
    """

    step: int
    law: int
    turn: Turn
    player: Member
    amount: int
    act: StakeKind
    on_loan: bool = False


@fact("game.passed")
@dataclass(frozen=True, slots=True, kw_only=True)
class Passed(Action):
    """A hand was thrown down: its player retires and forfeits his stake (27). `unseen`: at the show (59).

    Irregular without being `unseen` it was done out of turn, and is as final (55).
    """

    player: Member
    unseen: bool = False


@fact("game.stood")
@dataclass(frozen=True, slots=True, kw_only=True)
class Stood(Action):
    """A player declined to bet while nobody had bet."""

    player: Member


@fact("game.show_demanded")
@dataclass(frozen=True, slots=True, kw_only=True)
class ShowDemanded(Action):
    """Law 60: all he had was deposited (`amount`); he is shown for `total` against `others`, then in the game."""

    player: Member
    amount: int
    total: int
    others: tuple[Member, ...]


@fact("game.borrowed")
@dataclass(frozen=True, slots=True, kw_only=True)
class Borrowed(Action):
    """Counters were borrowed during the game, of another player or of the bank (62)."""

    player: Member
    lender: Member
    amount: int
    red: int = 0
    white: int = 0
    blue: int = 0


@fact("game.drew")
@dataclass(frozen=True, slots=True, kw_only=True)
class Drew(Action):
    """A player drew. Nobody is told how many (51), so the numbers are sealed as the cards are.

    `asked` and `given` are what was said of them besides the number discarded. `fouled`: the hand is foul, and
    its player retires (45, 47, 48).
    """

    player: Member
    fouled: bool = False
    discarded: int | None = sealed()
    discards: tuple[Card, ...] | None = sealed()
    cards: tuple[Card, ...] | None = sealed()
    asked: int | None = sealed()
    given: int | None = sealed()
    made_right: bool | None = sealed()


@fact("game.hand_shown")
@dataclass(frozen=True, slots=True, kw_only=True)
class HandShown(Action):
    """A hand was laid open to the table; `original` are cards of the first hand that prove openers (33)."""

    player: Member
    cards: tuple[Card, ...] = ()
    original: tuple[Card, ...] = ()
    joker_as: Card | None = None


@fact("game.settled")
@dataclass(frozen=True, slots=True, kw_only=True)
class GameSettled(Event):
    """The pool was divided, as the document says. It belongs to the step that ended the game."""

    step: int
    law: int
    settlement: Settlement
    turn: Turn


@fact("game.unopened")
@dataclass(frozen=True, slots=True, kw_only=True)
class GameUnopened(Event):
    """Nobody opened: the pool is carried to a jack-pot (29, 31)."""

    step: int
    law: int
    settlement: Settlement
    turn: Turn
