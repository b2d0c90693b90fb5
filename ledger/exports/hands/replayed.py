"""Replay a game at a modern table: the acts that it would take, in its order, and the stacks that it would leave.

Readers of modern hand histories know blinds, a betting round that lasts until all stakes are equal, a draw, another
betting round and a show. They divide a pool into side pots by what each player has put in. This module plays a story
at such a table, act by act. If the table would not take an act, or would divide the pool otherwise, it gives the
reason, so no export is silently wrong.

The acts are in the notation of PHH. At such a table the ante-man sits last: he has the last say, and the first bet
after the draw is on his left (23, 53).
"""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ledger.cards import HAND, JOKER, Card
from ledger.exports.hands.standard import Merit, lowball_merit, standard_merit
from ledger.exports.hands.story import COUNTS, FIRST, SECOND, Move, Story, from_the_left
from ledger.seats import Member, round_from_left_of

UNKNOWN = "??"


class NotReplayable(Exception):
    """A modern table would not take an act of the game. The argument says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """A game as replayed at a modern table. `players` are in the order in which they act; amounts are in minor units.

    `stacks` are the stacks that the table leaves, None if it could not go on for a `reason`. `due` are those stacks
    with the carried money, the kitty and a reward, which such a table does not know. `lowball` says that no-limit
    lowball takes every act, and comes to these stacks; else they are those of the standard ranking, at a table where a
    raise may be smaller than the raise before.
    """

    players: tuple[Member, ...]
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    starting: tuple[int, ...]
    acts: tuple[str, ...]
    stacks: tuple[int, ...] | None = None
    due: tuple[int, ...] | None = None
    lowball: bool = False
    reason: str | None = None


def replayed(story: Story) -> Replay:
    """Replay a game at a modern table."""
    table = _Table(story)
    reason = stacks = due = None
    lowball = False
    try:
        table.play()
        lowball = not table.small_raises and table.comes_to_the_record(lowball_merit)
        merit = lowball_merit if lowball else standard_merit
        stacks, due = tuple(table.divided(merit)), tuple(table.divided_with_the_rest(merit))
    except NotReplayable as why:
        reason = str(why)
    blinds = table.blinds
    return Replay(
        players=table.order,
        antes=tuple(table.antes),
        # With two players, readers swap the blinds themselves.
        blinds=tuple(reversed(blinds)) if len(blinds) == 2 else tuple(blinds),
        starting=tuple(table.starting),
        acts=tuple(table.acts),
        stacks=stacks,
        due=due,
        lowball=lowball or (len(table.to_show) < 2 and not table.small_raises),
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
        self.small_raises = False
        self.to_show: tuple[int, ...] = ()
        self.main_winners: set[Member] = set()

    # ---- the order of play

    def play(self) -> None:
        """Play every act in turn. Raises NotReplayable."""
        if min(self.stacks) < 0 or min(self.starting) < 1:
            raise NotReplayable("what was lent during the game had been staked, or won, only in the course of it")
        self._deal()
        opener = (max(range(len(self.bets)), key=lambda i: (self.bets[i], i)) + 1) % len(self.bets)
        self._bet(FIRST, opener)
        if not self.story.opened:
            raise NotReplayable("nobody opened, and the pool is carried to a jack-pot (29)")
        if sum(self.playing) > 1:
            self._draw()
            self._bet(SECOND, 0)
        if sum(self.playing) > 1:
            self._show()

    def _label(self, i: int) -> str:
        return f"p{i + 1}"

    def _write(self, i: int, act: str, comment: str = "") -> None:
        self.acts.append(f"{self._label(i)} {act}" + (f" # {comment}" if comment else ""))

    # ---- the cards

    def _known_cards(self, member: Member) -> tuple[Sequence[Card], Sequence[Card], Sequence[Card]] | None:
        """A player's first five cards, those he threw away and those he drew; None if the record has not all."""
        if self.story.reshuffled:
            # When discards are dealt again, a card may come twice, which readers take for an error.
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
            line = self._known_cards(member)
            cards = "".join(line[0]) if line else UNKNOWN * HAND
            self.acts.append(f"d dh {self._label(i)} {cards}")

    def _draw(self) -> None:
        drawn: list[str] = []
        for i, member in enumerate(self.order):
            if not self.playing[i]:
                continue
            draw = next((x for x in self.story.moves_of("draw") if x.player == member), None)
            line, many = self._known_cards(member), draw.number if draw else 0
            if many is None:
                self._write(i, "sd", "how many he drew is withheld")
            elif not many:
                self._write(i, "sd", "" if draw else "he had no draw")
            else:
                self._write(i, f"sd {''.join(line[1]) if line else UNKNOWN * many}")
                drawn.append(f"d dh {self._label(i)} {''.join(line[2]) if line else UNKNOWN * many}")
        self.acts += drawn

    # ---- the betting

    def _todo(self, name: str) -> dict[int, deque[Move]]:
        """The moves of each player in a round, by his place, in the order in which he made them."""
        moves = [
            x
            for x in self.story.moves
            if x.round == name and x.kind in ("stake", "counted", "demand", "pass", "stand", "short")
        ]
        bet = next((n for n, x in enumerate(moves) if x.kind in COUNTS), None)
        stood = {x.player for x in moves[:bet] if x.kind == "stand"}
        if bet is not None and moves[bet].player in stood:
            # The turn went round once without a bet, which would end the round at a modern table.
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
                self.playing[i] = False
                self._write(i, "f")
                continue
            if stake > highest and self._somebody_can_meet(i, highest):
                self.small_raises |= stake - highest < raised
                raised = max(raised, stake - highest)
                self._put(i, stake - self.bets[i])
                self._write(i, f"cbr {stake}")
                actors = deque((i + n) % count for n in range(1, count))
                actors = deque(j for j in actors if self.playing[j] and self.stacks[j])
            else:
                self._meet(i, min(stake, highest), highest)
        self._unspent(todo)
        self.put = [a + b for a, b in zip(self.put, self.bets, strict=True)]
        self.bets = [0] * count

    def _within_reach(self, i: int) -> bool:
        """Whether another player could still bet more than this one has in."""
        second = sorted(self.bets[j] + self.stacks[j] for j in range(len(self.bets)) if self.playing[j])[-2]
        return second > self.bets[i]

    def _somebody_can_meet(self, i: int, highest: int) -> bool:
        able = any(
            j != i and self.playing[j] and self.stacks[j] + self.bets[j] > highest for j in range(len(self.bets))
        )
        return able and self.stacks[i] + self.bets[i] > highest

    def _next(self, i: int, todo: deque[Move]) -> int | None:
        """His whole stake of the round after his next move; None if he passes, or has passed already."""
        short = False
        while todo:
            move = todo.popleft()
            match move.kind:
                case "pass":
                    if short:
                        raise NotReplayable("a deposit that was too small was forfeited (56)")
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
            raise NotReplayable("a deposit that was too small was neither made up nor withdrawn (56)")
        if self.bets[i] < max(self.bets):
            raise NotReplayable("a stake was not met by one who stayed in, or its maker went out before the others")
        return self.bets[i]

    def _meet(self, i: int, stake: int, highest: int) -> None:
        owed = min(highest - self.bets[i], self.stacks[i])
        if stake - self.bets[i] != owed:
            raise NotReplayable("somebody staked less than he faced and kept counters back")
        self._put(i, owed)
        self._write(i, "cc")

    def _put(self, i: int, amount: int) -> None:
        if amount > self.stacks[i]:
            raise NotReplayable("counters that were borrowed during the game were staked before they were there")
        self.bets[i] += amount
        self.stacks[i] -= amount

    def _unspent(self, todo: Mapping[int, deque[Move]]) -> None:
        """Handle the moves for which the table gave no turn. Passes are noted for the next round; stakes that somebody
        could have met raise NotReplayable."""
        for i, moves in todo.items():
            for move in moves:
                if move.kind == "pass":
                    self.gone.add(i)
                elif move.kind in COUNTS and move.upto > self.bets[i] and not self._is_alone(i):
                    raise NotReplayable("a stake was made when at a modern table the betting was over")

    def _is_alone(self, i: int) -> bool:
        return self.playing[i] and sum(self.playing) == 1

    # ---- the show and the division

    def _show(self) -> None:
        """The winners show, and the others lay their hands away, with a comment if they showed them in fact."""
        takers = {m for pool in self.story.pools for m in pool.wins}
        if self.story.uncalled:
            # The uncalled part comes back only to a hand that is not laid away.
            takers.add(self.story.uncalled[0])
        alive = [i for i in range(len(self.order)) if self.playing[i]]
        self.to_show = tuple(i for i in alive if self.order[i] in takers)
        if not self.to_show:
            raise NotReplayable("no hand took the pool")
        for i in alive:
            if i not in self.to_show:
                shown = self.story.hands.get(self.order[i])
                self._write(i, "sm", f"shown at table: {' '.join(shown)}" if shown else "")
        for i in self.to_show:
            cards = self.story.hands.get(self.order[i], ())
            if JOKER in cards:
                raise NotReplayable("the joker was shown, and no modern pack has one")
            if len(cards) != HAND:
                # The last player who passed had no counters left; a modern table would keep him in to the end.
                raise NotReplayable("the pool went to a hand that was not shown, and somebody was in with all he had")
            self._write(i, f"sm {''.join(cards)}")

    def comes_to_the_record(self, merit: Merit) -> bool:
        """Whether the table leaves the recorded stacks if it ranks the hands so."""
        return self.divided_with_the_rest(merit) == [self.story.finishing[m] for m in self.order]

    def divided_with_the_rest(self, merit: Merit) -> list[int]:
        """The stacks with what a modern table does not know: carried money in the main pot, the kitty and a reward."""
        document = self.story.settlement
        stacks = self.divided(merit, document.carried_in)
        left = document.kitty
        eldest_first = round_from_left_of(self.story.seats, self.story.view.begun.dealer)
        bearers = [m for m in eldest_first if m in self.main_winners]
        for place, member in enumerate(bearers):
            borne = -(-left // (len(bearers) - place))
            stacks[self.order.index(member)] -= borne
            left -= borne
        if document.reward:
            stacks[self.order.index(document.reward.player)] += document.reward.amount
        return stacks

    def divided(self, merit: Merit, dead: int = 0) -> list[int]:
        """The stacks after side pots by what each player put in, with the odd counter to the first.

        `merit` ranks the hands, and `dead` is added to the main pot.
        """
        stacks = list(self.stacks)
        for n, (amount, able) in enumerate(self._pots()):
            best = self._best(able, merit)
            if n == 0:
                amount += dead
                self.main_winners = {self.order[i] for i in best}
            share, odd = divmod(amount, len(best))
            for i in best:
                stacks[i] += share + (odd if i == best[0] else 0)
        return stacks

    def _pots(self) -> list[tuple[int, tuple[int, ...]]]:
        """The pots and the places of the players who may win them, the main pot first."""
        alive = self.to_show or tuple(i for i in range(len(self.order)) if self.playing[i])
        pots: list[tuple[int, tuple[int, ...]]] = []
        dead, below = sum(self.antes), 0
        for level in sorted({0, *self.put}):
            amount = sum(min(n, level) - min(n, below) for n in self.put) + dead
            able = tuple(i for i in alive if self.put[i] >= level)
            dead, below = 0, level
            if not able and amount:
                raise NotReplayable(
                    "the highest stake was forfeited, and there is no side pot for what lies above the others"
                )
            if pots and pots[-1][1] == able:
                pots[-1] = (pots[-1][0] + amount, able)
            elif amount or not pots:
                pots.append((amount, able))
        return pots

    def _best(self, able: tuple[int, ...], merit: Merit) -> list[int]:
        if len(able) == 1:
            return list(able)
        merits = {i: merit(self.story.hands[self.order[i]]) for i in able}
        return [i for i in able if merits[i] == max(merits.values())]
