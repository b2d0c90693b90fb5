"""What a modern reader makes of a told game: the acts it would take, in its order, and the stacks it would leave.

Readers of modern hand histories know blinds, one betting round that goes on until all stakes are equal, one draw
round, one betting round and a show; they divide a pool into side pots by what each has put in. Here a told game is
put through such a table, act by act. Where the table would not take what was played, or would divide otherwise, the
reason is found, so that no export is silently wrong.

The acts are in the notation of PHH. At such a table the ante-man sits last: he has the last say, and the first bet
after the draw is on his left (23, 53).
"""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ledger.cards import HAND, JOKER, Card
from ledger.exports.hands.standard import standard_merit
from ledger.exports.hands.story import COUNTS, FIRST, SECOND, Move, Story, from_the_left
from ledger.seats import Member, round_from_left_of

UNKNOWN = "??"


class Cannot(Exception):
    """A modern table would not take what was played. The argument says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """What such a table makes of a game. `players` in the order in which they act; amounts in minor units.

    `stacks` are those it leaves, and None where it cannot go on (`reason`); `due` what they would be with what was
    carried in and the kitty, which it knows nothing of. `small_raises`: somebody raised by less than the raise
    before him, and `free_folds`: folded with nothing to meet, both of which no-limit play forbids; `several`: more
    than one hand has to be shown.
    """

    players: tuple[Member, ...]
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    starting: tuple[int, ...]
    acts: tuple[str, ...]
    stacks: tuple[int, ...] | None = None
    due: tuple[int, ...] | None = None
    small_raises: bool = False
    free_folds: bool = False
    several: bool = False
    reason: str | None = None


def replayed(story: Story) -> Replay:
    """Put a game through a modern table."""
    table = _Table(story)
    reason = stacks = due = None
    try:
        table.play()
        stacks, due = tuple(table.divided()), tuple(table.divided_with_the_rest())
    except Cannot as why:
        reason = str(why)
    blinds = table.blinds
    return Replay(
        players=table.order,
        antes=tuple(table.antes),
        # With two players the reader turns these about by itself.
        blinds=tuple(reversed(blinds)) if len(blinds) == 2 else tuple(blinds),
        starting=tuple(table.starting),
        acts=tuple(table.acts),
        stacks=stacks,
        due=due,
        small_raises=table.small_raises,
        free_folds=table.free_folds,
        several=len(table.to_show) > 1,
        reason=reason,
    )


class _Table:
    def __init__(self, story: Story) -> None:
        self.story = story
        self.order = from_the_left(story)
        count = len(self.order)
        self.starting = [story.stacks[m] for m in self.order]
        self.antes = [sum(x.amount for x in story.moves_of("payment") if x.player == m) for m in self.order]
        self.blinds = [sum(x.amount for x in story.moves_of("ante", "straddle") if x.player == m) for m in self.order]
        self.stacks = [n - ante - blind for n, ante, blind in zip(self.starting, self.antes, self.blinds, strict=True)]
        self.bets = list(self.blinds)
        self.put = [0] * count
        self.playing = [True] * count
        self.gone: set[int] = set()
        self.acts: list[str] = []
        self.small_raises = self.free_folds = False
        self.to_show: tuple[int, ...] = ()
        self.main_winners: set[Member] = set()

    # ---- the order of play

    def play(self) -> None:
        """Every act in turn. Raises Cannot."""
        if min(self.stacks) < 0 or min(self.starting) < 1:
            raise Cannot("what was lent during the game had been staked, or won, only in the course of it")
        self._deal()
        opener = (max(range(len(self.bets)), key=lambda i: (self.bets[i], i)) + 1) % len(self.bets)
        self._bet(FIRST, opener)
        if not self.story.opened:
            raise Cannot("nobody opened, and the pool is carried to a jack-pot (29)")
        if sum(self.playing) > 1:
            self._draw()
            self._bet(SECOND, 0)
        if sum(self.playing) > 1:
            self._show()

    def _label(self, i: int) -> str:
        return f"p{i + 1}"

    def _say(self, i: int, act: str, comment: str = "") -> None:
        self.acts.append(f"{self._label(i)} {act}" + (f" # {comment}" if comment else ""))

    # ---- the cards

    def _line(self, member: Member) -> tuple[Sequence[Card], Sequence[Card], Sequence[Card]] | None:
        """A player's first five cards, those he threw away and those he drew, where the record has them all."""
        if self.story.reshuffled:
            # Of a pack that was used again a card may come twice, which readers take for an error.
            return None
        original = self.story.game.players[member].original
        draw = next((x for x in self.story.moves_of("draw") if x.player == member), None)
        gone, drawn = (() if draw is None else draw.discards or ()), (() if draw is None else draw.cards or ())
        number = 0 if draw is None else draw.number
        if original is None or len(original) != HAND or number != len(gone) or number != len(drawn):
            return None
        return None if JOKER in (*original, *drawn) else (original, gone, drawn)

    def _deal(self) -> None:
        for i, member in enumerate(self.order):
            line = self._line(member)
            cards = "".join(line[0]) if line else UNKNOWN * HAND
            self.acts.append(f"d dh {self._label(i)} {cards}")

    def _draw(self) -> None:
        drawn: list[str] = []
        for i, member in enumerate(self.order):
            if not self.playing[i]:
                continue
            draw = next((x for x in self.story.moves_of("draw") if x.player == member), None)
            line, many = self._line(member), draw.number if draw else 0
            if many is None:
                self._say(i, "sd", "how many he drew is withheld")
            elif not many:
                self._say(i, "sd", "" if draw else "he had no draw")
            else:
                self._say(i, f"sd {''.join(line[1]) if line else UNKNOWN * many}")
                drawn.append(f"d dh {self._label(i)} {''.join(line[2]) if line else UNKNOWN * many}")
        self.acts += drawn

    # ---- the betting

    def _todo(self, name: str) -> dict[int, deque[Move]]:
        """What each does in a round, in his own order."""
        moves = [
            x
            for x in self.story.moves
            if x.round == name and x.kind in ("stake", "counted", "demand", "pass", "stand", "short")
        ]
        bet = next((n for n, x in enumerate(moves) if x.kind in COUNTS), None)
        stood = {x.player for x in moves[:bet] if x.kind == "stand"}
        if bet is not None and moves[bet].player in stood:
            # The turn went round once without a bet, which at a modern table would have ended the round.
            moves = [x for n, x in enumerate(moves) if n >= bet or x.kind != "stand"]
        todo: dict[int, deque[Move]] = {i: deque() for i in range(len(self.order))}
        for move in moves:
            todo[self.order.index(move.player)].append(move)
        return todo

    def _bet(self, name: str, opener: int) -> None:
        count = len(self.order)
        todo = self._todo(name)
        actors = deque((opener + n) % count for n in range(count))
        actors = deque(i for i in actors if self.playing[i] and self.stacks[i] and self._within_reach(i))
        if len(actors) == 1 and self.bets[actors[0]] >= max(self.bets):
            actors.clear()
        raised = 0
        while actors and sum(self.playing) > 1:
            i = actors.popleft()
            highest = max(self.bets)
            stake = self._next(i, todo[i])
            if stake is None:
                self.free_folds |= self.bets[i] >= highest
                self.playing[i] = False
                self._say(i, "f")
                continue
            if stake > highest and self._somebody_can_meet(i, highest):
                self.small_raises |= stake - highest < raised
                raised = max(raised, stake - highest)
                self._put(i, stake - self.bets[i])
                self._say(i, f"cbr {stake}")
                actors = deque((i + n) % count for n in range(1, count))
                actors = deque(j for j in actors if self.playing[j] and self.stacks[j])
            else:
                self._meet(i, min(stake, highest), highest)
        self._unspent(todo)
        self.put = [a + b for a, b in zip(self.put, self.bets, strict=True)]
        self.bets = [0] * count

    def _within_reach(self, i: int) -> bool:
        """Whether anybody else could still bet against him."""
        second = sorted(self.bets[j] + self.stacks[j] for j in range(len(self.bets)) if self.playing[j])[-2]
        return second > self.bets[i]

    def _somebody_can_meet(self, i: int, highest: int) -> bool:
        able = any(
            j != i and self.playing[j] and self.stacks[j] + self.bets[j] > highest for j in range(len(self.bets))
        )
        return able and self.stacks[i] + self.bets[i] > highest

    def _next(self, i: int, todo: deque[Move]) -> int | None:
        """What he next stakes, as his stake of the round in all; None where he passes, or is out already."""
        short = False
        while todo:
            move = todo.popleft()
            match move.kind:
                case "pass":
                    if short:
                        raise Cannot("a deposit that was too small was forfeited (56)")
                    self.gone.add(i)
                case "stand":
                    return self.bets[i]
                case "short":
                    short = True
                case "counted" if move.upto < move.faced and todo:
                    short = True
                case _:
                    return move.upto
        if i in self.gone:
            return None
        if short:
            raise Cannot("a deposit that was too small was neither made up nor withdrawn (56)")
        if self.bets[i] < max(self.bets):
            raise Cannot("a stake was not met by one who stayed in, or its maker went out before the others")
        return self.bets[i]

    def _meet(self, i: int, stake: int, highest: int) -> None:
        owed = min(highest - self.bets[i], self.stacks[i])
        if stake - self.bets[i] != owed:
            raise Cannot("somebody staked less than he faced and kept counters back")
        self._put(i, owed)
        self._say(i, "cc")

    def _put(self, i: int, amount: int) -> None:
        if amount > self.stacks[i]:
            raise Cannot("counters that were borrowed during the game were staked before they were there")
        self.bets[i] += amount
        self.stacks[i] -= amount

    def _unspent(self, todo: Mapping[int, deque[Move]]) -> None:
        """What the table gave no turn for: passes are kept in mind, and stakes that nobody could have met."""
        for i, moves in todo.items():
            for move in moves:
                if move.kind == "pass":
                    self.gone.add(i)
                elif move.kind in COUNTS and move.upto > self.bets[i] and not self._is_alone(i):
                    raise Cannot("a stake was made when at a modern table the betting was over")

    def _is_alone(self, i: int) -> bool:
        return self.playing[i] and sum(self.playing) == 1

    # ---- the show and the division

    def _show(self) -> None:
        """The winners show, and the others lay their hands away; what they showed in fact is said beside it."""
        takers = {m for pool in self.story.pools for m in pool.wins}
        if self.story.uncalled:
            # What nobody met comes back only to a hand that is not laid away.
            takers.add(self.story.uncalled[0])
        alive = [i for i in range(len(self.order)) if self.playing[i]]
        self.to_show = tuple(i for i in alive if self.order[i] in takers)
        if not self.to_show:
            raise Cannot("no hand took the pool")
        for i in alive:
            if i not in self.to_show:
                shown = self.story.hands.get(self.order[i])
                self._say(i, "sm", f"shown at table: {' '.join(shown)}" if shown else "")
        for i in self.to_show:
            cards = self.story.hands.get(self.order[i], ())
            if JOKER in cards:
                raise Cannot("the joker was shown, and no modern pack has one")
            if len(cards) != HAND:
                # He was left alone by one who passed with no counters left, whom this table keeps to the end.
                raise Cannot("the pool went to a hand that was not shown, and somebody was in with all he had")
            self._say(i, f"sm {''.join(cards)}")

    def divided_with_the_rest(self) -> list[int]:
        """The stacks with what a modern table knows nothing of: carried money in the main pot, the kitty, a reward."""
        document = self.story.settlement
        stacks = self.divided(document.carried_in)
        left = document.kitty
        eldest_first = round_from_left_of(self.story.seats, self.story.told.begun.dealer)
        bearers = [m for m in eldest_first if m in self.main_winners]
        for place, member in enumerate(bearers):
            borne = -(-left // (len(bearers) - place))
            stacks[self.order.index(member)] -= borne
            left -= borne
        if document.reward:
            stacks[self.order.index(document.reward.player)] += document.reward.amount
        return stacks

    def divided(self, dead: int = 0) -> list[int]:
        """Side pots by what each put in, standard ranking, the odd counter of each to the first in order."""
        stacks = list(self.stacks)
        for n, (amount, able) in enumerate(self._pots()):
            best = self._best(able)
            if n == 0:
                amount += dead
                self.main_winners = {self.order[i] for i in best}
            share, odd = divmod(amount, len(best))
            for i in best:
                stacks[i] += share + (odd if i == best[0] else 0)
        return stacks

    def _pots(self) -> list[tuple[int, tuple[int, ...]]]:
        """Each pot and who may win it, the main one first."""
        alive = self.to_show or tuple(i for i in range(len(self.order)) if self.playing[i])
        pots: list[tuple[int, tuple[int, ...]]] = []
        dead, below = sum(self.antes), 0
        for level in sorted({0, *self.put}):
            amount = sum(min(n, level) - min(n, below) for n in self.put) + dead
            able = tuple(i for i in alive if self.put[i] >= level)
            dead, below = 0, level
            if not able and amount:
                raise Cannot("the highest stake was forfeited, and there is no side pot for what lies above the others")
            if pots and pots[-1][1] == able:
                pots[-1] = (pots[-1][0] + amount, able)
            elif amount or not pots:
                pots.append((amount, able))
        return pots

    def _best(self, able: tuple[int, ...]) -> list[int]:
        if len(able) == 1:
            return list(able)
        merits = {i: standard_merit(self.story.hands[self.order[i]]) for i in able}
        return [i for i in able if merits[i] == max(merits.values())]
