"""One game as a sequence of moves, for the formats that do not know these laws.

A move says how much its player put in, his stake of the round afterwards, and the stake he faced. A story also holds
the part of the last bet that nobody met, the pools as they were divided, and every counter that was won, lost or lent
in another way. So each format can write what it has words for, and name what it has none for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from msgspec import structs

from ledger.cards import Card
from ledger.events.base import Event
from ledger.events.game import (
    Action,
    Borrowed,
    Drew,
    HandShown,
    Passed,
    Phase,
    ShowDemanded,
    StakeCounted,
    Staked,
    Stood,
    Straddled,
)
from ledger.events.mishaps import DiscardsCollected, HandFouled, Misdealt
from ledger.events.settlement import Settlement
from ledger.exports.hands.pools import Pool, pools_of
from ledger.exports.views import GameView
from ledger.seats import Member, round_from_left_of
from ledger.state.game import BANK, Game
from ledger.state.game_fold import apply, begin

FIRST, SECOND = "first", "second"
"""The two rounds: FIRST lasts from the ante until every stake is made good at the draw, SECOND is the betting after."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One act of a player. Amounts are in minor units.

    `kind` is payment, ante, straddle, stake, ahead (out of turn; a move `counted` follows when it counts), short,
    demand, borrow (into his counters, not the pool), pass, stand, draw or show. `amount` is what he put in, `upto` his
    stake of the round afterwards, `faced` the highest stake of the round before, and `all_in` whether he has no
    counters left. A hand found foul is a pass with its `law`. `number` is how many cards he drew, None if that is
    withheld. Cards are given where they are known.
    """

    kind: str
    player: Member
    round: str = FIRST
    amount: int = 0
    upto: int = 0
    faced: int = 0
    all_in: bool = False
    law: int | None = None
    number: int | None = None
    discards: tuple[Card, ...] | None = None
    cards: tuple[Card, ...] | None = None
    original: tuple[Card, ...] = ()
    joker_as: Card | None = None


PUTS_IN = frozenset({"payment", "ante", "straddle", "stake", "ahead", "short", "demand"})
"""The kinds of move that put counters into the pool."""
COUNTS = PUTS_IN - {"payment", "ahead"} | {"counted"}
"""The kinds of move that add to a stake of the round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loan:
    """Counters borrowed while the game ran; `lender` is None for the bank."""

    borrower: Member
    lender: Member | None
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """A game that is over, in a form that fits every format. Amounts are in minor units.

    `seats` are in seat order to the left. `starting` is what each player had before the game, `finishing` what he had
    after it, less what the bank advanced him. `awards` is what the laws give each player out of the pool, `paid` what
    he took in fact. `uncalled` is the maker of the last bet, and the part of it that nobody met and that came back to
    him; `claimed` is the part that nobody met but that the division gave to another player (60). `lost_ahead` are
    stakes put in out of turn that never counted.
    """

    view: GameView
    seats: tuple[Member, ...]
    moves: tuple[Move, ...]
    starting: Mapping[Member, int]
    finishing: Mapping[Member, int]
    hands: Mapping[Member, tuple[Card, ...]]
    settlement: Settlement
    awards: Mapping[Member, int]
    paid: Mapping[Member, int]
    uncalled: tuple[Member, int] | None
    claimed: int
    pools: tuple[Pool, ...]
    loans: tuple[Loan, ...] = ()
    misdeals: int = 0
    waived: tuple[int, ...] = ()
    reshuffled: bool = False
    lost_ahead: Mapping[Member, int] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        return self.view.game

    @property
    def opened(self) -> bool:
        return self.game.opener is not None

    @property
    def paid_otherwise(self) -> bool:
        return self.paid != self.awards

    @property
    def stacks(self) -> dict[Member, int]:
        """What each player would have had before the game if the loans of the game had been made before it."""
        stacks = dict(self.starting)
        for loan in self.loans:
            stacks[loan.borrower] += loan.amount
            if loan.lender in stacks:
                stacks[loan.lender] -= loan.amount
        return stacks

    @property
    def total(self) -> int:
        """What was divided: what was put in and carried in, less the part of the last bet that came back."""
        return sum(pool.amount for pool in self.pools)

    def moves_of(self, *kinds: str) -> tuple[Move, ...]:
        """The moves of these kinds, in the order of play."""
        return tuple(move for move in self.moves if move.kind in kinds)


def hand_number(sitting: int, game: int) -> int:
    """A number for a game that is unique in its club and never changes, from the numbers of its sitting and itself."""
    return sitting * 1_000_000 + game


def _as_done(game: Game) -> Settlement | None:
    """The settlement of a game with what the table in fact carried, set aside and collected."""
    if game.settlement is None or game.done is None:
        return game.settlement
    done = game.done
    return structs.replace(
        game.settlement,
        carried_out=done.carried_out,
        kitty=done.kitty,
        reward=done.reward,
        penalties=done.penalties,
        refunds=done.refunds,
    )


def story_of(view: GameView) -> Story | None:
    """The story of a game; None while it runs, or if it is void."""
    document = _as_done(view.game)
    if document is None or view.game.phase not in (Phase.SETTLED, Phase.UNOPENED):
        return None
    builder = _StoryBuilder(begin(view.begun))
    builder.pay_in()
    for act in view.acts:
        builder.add(act)
    awards = {a.player: a.amount for a in document.awards if a.amount}
    paid = awards if view.game.paid is None else {m: n for m, n in view.game.paid.items() if n}
    maker, excess = _uncalled(builder.moves)
    back = min(excess, paid.get(maker, 0)) if maker else 0
    return Story(
        view=view,
        seats=view.begun.seats,
        moves=tuple(builder.moves),
        starting=view.begun.funds,
        finishing={m: n - document.advances.get(m, 0) for m, n in document.funds.items()},
        hands={h.player: h.cards for h in document.hands},
        settlement=document,
        awards=awards,
        paid=paid,
        uncalled=(maker, back) if maker and back else None,
        claimed=excess - back,
        pools=pools_of(view.game, document, paid, paid != awards, (maker, back)),
        loans=tuple(builder.loans),
        misdeals=builder.misdeals,
        waived=view.game.waived,
        reshuffled=builder.reshuffled,
        lost_ahead={m: n for m, p in builder.game.players.items() if (n := p.ahead)},
    )


class _StoryBuilder:
    """Makes the moves of a story from the events of a game, following the state before each of them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.moves: list[Move] = []
        self.loans: list[Loan] = []
        self.misdeals = 0
        self.reshuffled = False

    def pay_in(self) -> None:
        """Add the jack-pot payments and the ante, which the beginning of the game holds."""
        for member, player in self.game.players.items():
            if player.payment:
                broke = not player.funds and not player.ante
                self.moves.append(Move(kind="payment", player=member, amount=player.payment, all_in=broke))
        for member, player in self.game.players.items():
            if player.ante:
                self.moves.append(
                    Move(kind="ante", player=member, amount=player.ante, upto=player.ante, all_in=not player.funds)
                )

    def add(self, event: Event) -> None:
        before = self.game
        if isinstance(event, Action | StakeCounted):
            self.game = apply(before, event)
        match event:
            case Misdealt(say_again=again):
                self._deal_again(again)
            case Borrowed(player=m, lender=lender, amount=n):
                self.loans.append(Loan(borrower=m, lender=None if lender == BANK else lender, amount=n))
                self._add_move(Move(kind="borrow", player=m, amount=n), before)
            case DiscardsCollected():
                self.reshuffled = True
            case Action() | StakeCounted():
                move = _move(event)
                if move is not None:
                    self._add_move(move, before)
                if isinstance(event, Drew) and event.fouled:
                    self.moves.append(Move(kind="pass", player=event.player, round=SECOND, law=event.law))

    def _add_move(self, move: Move, before: Game) -> None:
        was, now = before.players[move.player], self.game.players[move.player]
        # A hand found foul after its draw counts as lost in the betting, even if other players have still to draw.
        second = before.phase in (Phase.BETTING, Phase.SHOW) or (before.phase == Phase.DRAW and was.drawn)
        counts = move.kind in COUNTS
        self.moves.append(
            replace(
                move,
                round=SECOND if second else FIRST,
                # The act that ends a round also begins the next, so his stake is taken from the state before it.
                upto=was.round + move.amount if counts else was.round,
                faced=before.highest,
                all_in=move.kind in PUTS_IN and not now.funds,
            )
        )

    def _deal_again(self, say_again: bool) -> None:
        """Drop the draws of a void deal. If the say begins again, drop its stakes and passes as well."""
        self.misdeals += 1
        gone = {"draw", "show"}
        if say_again:
            gone |= {"stake", "ahead", "counted", "short", "demand", "pass", "stand"}
        self.moves = [move for move in self.moves if move.kind not in gone and not (move.kind == "pass" and move.law)]


def _move(event: Action | StakeCounted) -> Move | None:
    """The move of an event, without what `_add_move` fills in; None if it has nothing to do with counters or cards."""
    match event:
        case Straddled(player=m, amount=n):
            return Move(kind="straddle", player=m, amount=n)
        case Staked(player=m, amount=n, act=act):
            return Move(kind=act if act in ("ahead", "short") else "stake", player=m, amount=n)
        case StakeCounted(player=m, amount=n):
            return Move(kind="counted", player=m, amount=n)
        case ShowDemanded(player=m, amount=n):
            return Move(kind="demand", player=m, amount=n)
        case Passed(player=m):
            return Move(kind="pass", player=m)
        case HandFouled(player=m, law=law):
            return Move(kind="pass", player=m, law=law)
        case Stood(player=m):
            return Move(kind="stand", player=m)
        case Drew(player=m, discarded=n, discards=gone, cards=cards):
            return Move(kind="draw", player=m, number=n, discards=gone, cards=cards)
        case HandShown(player=m, cards=cards, original=original, joker_as=named):
            return Move(kind="show", player=m, cards=cards, original=original, joker_as=named)
    return None


def _uncalled(moves: Sequence[Move]) -> tuple[Member | None, int]:
    """The player who put in more than every other in the last round of free stakes, and how much of it nobody met.

    Ante and straddles are compelled, so they are never uncalled. Gives (None, 0) if the highest stake was met.
    """
    for name in (SECOND, FIRST):
        put: dict[Member, int] = {}
        freely: dict[Member, int] = {}
        for move in moves:
            if move.round != name or move.kind not in COUNTS:
                continue
            put[move.player] = put.get(move.player, 0) + move.amount
            if move.kind not in ("ante", "straddle"):
                freely[move.player] = freely.get(move.player, 0) + move.amount
        if not freely:
            continue
        most = max(put, key=lambda m: put[m])
        second = max((n for m, n in put.items() if m != most), default=0)
        excess = min(put[most] - second, freely.get(most, 0))
        return (most, excess) if excess else (None, 0)
    return None, 0


def from_the_left(story_of: Story) -> tuple[Member, ...]:
    """The players in the order of the say and the betting: from the left of the ante-man round to him (23, 53)."""
    return round_from_left_of(story_of.seats, story_of.view.begun.ante_man)
