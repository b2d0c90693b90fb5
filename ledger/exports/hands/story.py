"""One game told as a sequence of moves, for the formats that know nothing of these laws.

A move says who put in how much by it, what he then has in all in that round, and what he faced. Besides stand the
part of the last bet that nobody met, the pools as they were divided, and every counter that came or went by
another way, so that each format may say what it can and name what it cannot.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

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
from ledger.exports.told import ToldGame
from ledger.seats import Member, round_from_left_of
from ledger.state.game import BANK, Game, apply, begin

FIRST, SECOND = "first", "second"
"""The two rounds: from the ante until every stake is made good at the draw, and the betting after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """What one player did. `amount` he put in by it, in minor units; `upto` is what he then has in this round,
    `faced` the highest stake of the round before it, `all_in` whether he has no counters left.

    `kind`: payment, ante, straddle, stake, ahead (out of turn; `counted` follows when it counts), short, demand,
    borrow (into his counters, not the pool), pass, stand, draw, show. A foul hand passes, by the `law` that took it.
    `number` is how many he drew, None where that was withheld; cards stand where they are known.
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
"""The kinds of move by which counters go into the pool."""
COUNTS = PUTS_IN - {"payment", "ahead"} | {"counted"}
"""The kinds of move by which a stake of the round grows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loan:
    """Counters borrowed while the game ran; `lender` is None for the bank."""

    borrower: Member
    lender: Member | None
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """A game that is over, in the neutral form. Amounts in minor units; `seats` in seat order to the left.

    `uncalled` is the part of the last bet that nobody met and that came back to its maker; `claimed` what of it the
    division gave to another all the same (60). `paid` is what each took out of the pool in fact, `awards` what the
    laws give; where they differ `paid_otherwise` is true. `finishing` is what each had afterwards, less what the
    bank advanced him.
    """

    told: ToldGame
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
        return self.told.game

    @property
    def opened(self) -> bool:
        return self.game.opener is not None

    @property
    def paid_otherwise(self) -> bool:
        return self.paid != self.awards

    @property
    def stacks(self) -> dict[Member, int]:
        """What each would have had at the beginning, had what was lent during the game been lent before it."""
        stacks = dict(self.starting)
        for loan in self.loans:
            stacks[loan.borrower] += loan.amount
            if loan.lender in stacks:
                stacks[loan.lender] -= loan.amount
        return stacks

    @property
    def total(self) -> int:
        """What was divided: put in and carried in, less what nobody met."""
        return sum(pool.amount for pool in self.pools)

    def moves_of(self, *kinds: str) -> tuple[Move, ...]:
        """The moves of these kinds, in the order of play."""
        return tuple(move for move in self.moves if move.kind in kinds)


def hand_number(sitting: int, game: int) -> int:
    """A number for the game that no other game of its club has, and that never changes."""
    return sitting * 1_000_000 + game


def story(told: ToldGame) -> Story | None:
    """The game in the neutral form; None while it runs, and where it was made void."""
    document = told.game.settlement
    if document is None or told.game.phase not in (Phase.SETTLED, Phase.UNOPENED):
        return None
    teller = _Teller(begin(told.begun))
    teller.pay_in()
    for act in told.acts:
        teller.tell(act)
    awards = {a.player: a.amount for a in document.awards if a.amount}
    paid = awards if told.game.paid is None else {m: n for m, n in told.game.paid.items() if n}
    maker, excess = _uncalled(teller.moves)
    back = min(excess, paid.get(maker, 0)) if maker else 0
    return Story(
        told=told,
        seats=told.begun.seats,
        moves=tuple(teller.moves),
        starting=told.begun.funds,
        finishing={m: n - document.advances.get(m, 0) for m, n in document.funds.items()},
        hands={h.player: h.cards for h in document.hands},
        settlement=document,
        awards=awards,
        paid=paid,
        uncalled=(maker, back) if maker and back else None,
        claimed=excess - back,
        pools=pools_of(told.game, document, paid, paid != awards, (maker, back)),
        loans=tuple(teller.loans),
        misdeals=teller.misdeals,
        waived=told.game.waived,
        reshuffled=teller.reshuffled,
        lost_ahead={m: n for m, p in teller.game.players.items() if (n := p.ahead)},
    )


class _Teller:
    """Walks through what stands of a game, the state before each act at hand."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.moves: list[Move] = []
        self.loans: list[Loan] = []
        self.misdeals = 0
        self.reshuffled = False

    def pay_in(self) -> None:
        """The jack-pot payments and the ante, which the beginning of the game holds."""
        for member, player in self.game.players.items():
            if player.payment:
                broke = not player.funds and not player.ante
                self.moves.append(Move(kind="payment", player=member, amount=player.payment, all_in=broke))
        for member, player in self.game.players.items():
            if player.ante:
                self.moves.append(
                    Move(kind="ante", player=member, amount=player.ante, upto=player.ante, all_in=not player.funds)
                )

    def tell(self, event: Event) -> None:
        before = self.game
        if isinstance(event, Action | StakeCounted):
            self.game = apply(before, event)
        match event:
            case Misdealt(say_again=again):
                self._deal_again(again)
            case Borrowed(player=m, lender=lender, amount=n):
                self.loans.append(Loan(borrower=m, lender=None if lender == BANK else lender, amount=n))
                self._add(Move(kind="borrow", player=m, amount=n), before)
            case DiscardsCollected():
                self.reshuffled = True
            case Action() | StakeCounted():
                move = _move(event)
                if move is not None:
                    self._add(move, before)
                if isinstance(event, Drew) and event.fouled:
                    self.moves.append(Move(kind="pass", player=event.player, round=SECOND, law=event.law))

    def _add(self, move: Move, before: Game) -> None:
        was, now = before.players[move.player], self.game.players[move.player]
        # A hand that is lost after its draw is lost in the betting, though others have yet to draw.
        second = before.phase in (Phase.BETTING, Phase.SHOW) or (before.phase == Phase.DRAW and was.drawn)
        counts = move.kind in COUNTS
        self.moves.append(
            replace(
                move,
                round=SECOND if second else FIRST,
                # The act that ends a round begins the next one, so what he has in is counted from before it.
                upto=was.round + move.amount if counts else was.round,
                faced=before.highest,
                all_in=move.kind in PUTS_IN and not now.funds,
            )
        )

    def _deal_again(self, say_again: bool) -> None:
        """A void deal takes its draws with it; where the say begins again, everything but what was paid before."""
        self.misdeals += 1
        gone = {"draw", "show"}
        if say_again:
            gone |= {"stake", "ahead", "counted", "short", "demand", "pass", "stand"}
        self.moves = [move for move in self.moves if move.kind not in gone and not (move.kind == "pass" and move.law)]


def _move(event: Action | StakeCounted) -> Move | None:
    """What a player did, its sums apart; None for what is not done with counters or cards."""
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
    """Who staked beyond what anybody else has in, in the last round in which there were stakes, and by how much.

    What was compelled, ante and straddle, is never uncalled.
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


def from_the_left(story: Story) -> tuple[Member, ...]:
    """The players in the order in which they speak and bet: from the left of the ante-man, he the last (23, 53)."""
    return round_from_left_of(story.seats, story.told.begun.ante_man)
