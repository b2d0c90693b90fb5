"""The events of one game, from the ante to the settlement.

Each event carries what followed from it: the law that judged it, the amounts it moved, and the turn after it. So a
replay applies facts, and asks no rule again.
"""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct, field

from ledger.articles import Articles
from ledger.cards import Card
from ledger.events.base import Event, Sealed, fact
from ledger.events.settlement import Settlement
from ledger.seats import Member


class Phase(StrEnum):
    """The phases of a game: five of play, and three in which the game is over."""

    ANTE = "ante"
    SAY = "say"
    DRAW = "draw"
    BETTING = "betting"
    SHOW = "show"
    SETTLED = "settled"
    UNOPENED = "unopened"
    VOID = "void"


class StakeKind(StrEnum):
    """What a deposit did. Two kinds are irregular: `ahead`, out of turn (55), and `short`, less than was due (56)."""

    OPENED = "opened"
    WENT_IN = "went_in"
    MADE_GOOD = "made_good"
    CALLED = "called"
    BET = "bet"
    RAISED = "raised"
    AHEAD = "ahead"
    SHORT = "short"


IRREGULAR_STAKES = frozenset({StakeKind.AHEAD, StakeKind.SHORT})
"""The kinds of deposit that spend no turn."""


class FoundBy(StrEnum):
    """How the dealer of a game was found: by the cut (2), by name, or by turn (18)."""

    CUT = "cut"
    NAMED = "named"
    TURN = "turn"


class Turn(Struct, frozen=True, kw_only=True):
    """The phase of the game, the player whose turn it is (None: nobody is compelled), and the law that gives it him."""

    phase: Phase
    player: Member | None = None
    law: int | None = None


@fact("game.begun")
class GameBegun(Event, frozen=True, kw_only=True):
    """A game was begun: the ante, or the jack-pot payments, are in the pool (20, 30).

    `seats` are the players dealt in, in seat order to the left; `table` is everybody seated. `dealer_by` says how
    the dealer was found. `funds` are the counters that each player had before paying, `minimum` the openers of a
    jack-pot, `kitty` what is in the kitty already. `edition` names the rules code that judges this game.
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


class Action(Event, frozen=True, kw_only=True):
    """A recorded step of the game. `step` is its permanent number, `law` the law that judged it.

    `by_waiver` is the law that would have refused the act, had it not been waived for this game (80).
    """

    step: int
    law: int | None
    turn: Turn
    irregular: bool = False
    by_waiver: int | None = None
    note: Sealed[str | None] = None


@fact("game.straddled")
class Straddled(Action, frozen=True, kw_only=True):
    """The ante was raised before the deal (21)."""

    player: Member
    amount: int


@fact("game.dealt")
class Dealt(Action, frozen=True, kw_only=True):
    """The cards were dealt: five to each player, or the number that `counts` gives. `uncut`: the pack was not cut.

    The hands that are known, and the order of the whole pack from its top if it is known, are sealed.
    """

    counts: Mapping[Member, int] = field(default_factory=dict)
    uncut: bool = False
    hands: Sealed[Mapping[Member, tuple[Card, ...]] | None] = None
    pack: Sealed[tuple[Card, ...] | None] = None


@fact("game.staked")
class Staked(Action, frozen=True, kw_only=True):
    """A player deposited `amount`. `act` is what the deposit did; `on_loan`: he raised with borrowed money (62)."""

    player: Member
    amount: int
    act: StakeKind
    on_loan: bool = False


@fact("game.stake_counted")
class StakeCounted(Event, frozen=True, kw_only=True):
    """The turn came to a player who had deposited out of turn: `amount` of his deposit counts from now on (55).

    `act` is what the deposit does, as in Staked; `short` where it does not suffice and the turn is still his. In the
    draw, where nobody raises, only so much counts as makes his stake good, and he still has his draw.
    """

    step: int
    law: int
    turn: Turn
    player: Member
    amount: int
    act: StakeKind
    on_loan: bool = False


@fact("game.passed")
class Passed(Action, frozen=True, kw_only=True):
    """A player threw his hand down: he retires and forfeits his stake (27). `unseen`: he did it at the show (59).

    An irregular pass that is not `unseen` was made out of turn, and is as final (55).
    """

    player: Member
    unseen: bool = False


@fact("game.stood")
class Stood(Action, frozen=True, kw_only=True):
    """A player declined to bet while nobody had bet."""

    player: Member


@fact("game.show_demanded")
class ShowDemanded(Action, frozen=True, kw_only=True):
    """A player demanded a show and deposited all he had, `amount` (60).

    He is shown for `total`, all his stakes of the game, against `others`, the players then still in it.
    """

    player: Member
    amount: int
    total: int
    others: tuple[Member, ...]


@fact("game.borrowed")
class Borrowed(Action, frozen=True, kw_only=True):
    """A player borrowed counters during the game, of another player or of the bank (62).

    `amount` is in minor units; `red`, `white` and `blue` count the counters, where they were recorded.
    """

    player: Member
    lender: Member
    amount: int
    red: int = 0
    white: int = 0
    blue: int = 0


@fact("game.drew")
class Drew(Action, frozen=True, kw_only=True):
    """A player drew. Nobody is told how many cards (51), so the numbers are sealed as the cards are.

    `asked` and `given` are the numbers asked for and given, where they were recorded. `made_right`: a wrong number was
    put right before the cards were raised, and he kept the number asked for. `fouled`: the hand is foul, and its player
    retires (45, 47, 48).
    """

    player: Member
    fouled: bool = False
    discarded: Sealed[int | None] = None
    discards: Sealed[tuple[Card, ...] | None] = None
    cards: Sealed[tuple[Card, ...] | None] = None
    asked: Sealed[int | None] = None
    given: Sealed[int | None] = None
    made_right: Sealed[bool | None] = None


@fact("game.hand_shown")
class HandShown(Action, frozen=True, kw_only=True):
    """A player laid his hand open. `original` are cards of his first hand that prove openers (33)."""

    player: Member
    cards: tuple[Card, ...] = ()
    original: tuple[Card, ...] = ()
    joker_as: Card | None = None


@fact("game.settled", version=2)
class GameSettled(Event, frozen=True, kw_only=True):
    """The pool was divided as `settlement` says. `step` is the step that ended the game."""

    step: int
    law: int
    settlement: Settlement
    turn: Turn


@fact("game.unopened", version=2)
class GameUnopened(Event, frozen=True, kw_only=True):
    """Nobody opened: the pool is carried to a jack-pot (29, 31). `step` is the step that ended the game."""

    step: int
    law: int
    settlement: Settlement
    turn: Turn
