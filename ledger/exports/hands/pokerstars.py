"""PokerStars text as trackers read five-card draw (`5 Card Draw Limit`): counters without money, two empty lines
between hands.

The ante is the small blind, and the first straddle the big blind. A jack-pot payment is an ante, money carried in is
`STP`, and the kitty is the rake. The pot is what is collected and the rake together. A stake made good at the draw
comes before the first draw, where readers expect it. Lines that begin with `#` are our own, for what the format has
no words for; readers ignore them. Where only the day of a game is known, it is written as played at midnight, since
the format demands an hour, and such a line says so.

A game whose money this format cannot express is left out, and named with the reason after the last hand.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime, time
from zoneinfo import ZoneInfo

from ledger.cards import JOKER
from ledger.exports.hands.story import COUNTS, FIRST, SECOND, Move, Story, hand_number, story_of
from ledger.exports.safe_names import safe_names
from ledger.exports.views import ClubView, SittingView
from ledger.seats import Member
from ledger.state.club import Club
from ledger.telling.redaction import Reader

EASTERN = ZoneInfo("America/New_York")
"""The zone of the time in a header. Readers take that time for Eastern Time, even if the header names another zone."""

BIG_BETS = (
    *(1, 2, 4, 6, 8, 10, 16, 20, 30, 40, 50, 60, 80, 100, 150, 200, 400, 500, 600, 800),
    *(1000, 2000, 4000, 10000, 20000, 40000),
)
"""The stakes that readers know, as the bet after the draw. They refuse hands with other stakes."""


def write(view: ClubView) -> Iterator[str]:
    """Yield the games that are over and that the format can express; then the names of those left out."""
    club, first = view.club(), True
    names = safe_names({m: club.name_of(m) for m in club.members})
    left_out: list[str] = []
    for sitting in view.sittings():
        for game in view.games(sitting):
            story = story_of(game)
            if story is None:
                continue
            number = hand_number(sitting.sitting.number, game.begun.number)
            why = untellable(story)
            if why:
                left_out.append(f"# hand {number} is left out, since {why}\n")
                continue
            yield ("" if first else "\n\n") + "".join(
                f"{line}\n" for line in _Hand(club, sitting, story, names, view.reader).lines()
            )
            first = False
    yield "".join(left_out)


def untellable(story: Story) -> str | None:
    """Why this format cannot express a game; None if it can."""
    document = story.settlement
    reasons = {
        "nobody opened and its pool was carried to a jack-pot": not story.opened,
        "its opener could not show openers": bool(document.penalties),
        "a foul hand was paid for beside the pool": bool(document.refunds),
        "a part of its pool was carried to the next game": any(pool.carried for pool in story.pools),
        "the kitty was won in it": document.reward is not None,
        "what was lent in it had been staked, or won, only in the course of it": min(story.stacks.values()) < 1,
        "a stake put in out of turn never counted": bool(story.lost_ahead),
        "its division gives another a part of a stake that nobody met": bool(story.claimed),
        "its kitty is more than a quarter of the pool, which readers refuse": 4 * document.kitty > story.total,
        "how many cards were drawn is withheld": any(move.number is None for move in story.moves_of("draw")),
    }
    return next((reason for reason, true in reasons.items() if true), None)


class _Hand:
    """One game as lines of the format."""

    def __init__(
        self, club: Club, sitting: SittingView, story: Story, names: Mapping[Member, str], reader: Reader
    ) -> None:
        self.story = story
        self.begun = story.view.begun
        self.names = names
        self.reader = reader
        self.number = sitting.sitting.number
        self.currency = club.currency
        self.seats = {m: n for n, m in enumerate(self.begun.table, 1)}
        self.blinds = self._blinds()
        self.all_in = self._all_in()

    def lines(self) -> Iterator[str]:
        yield from self._head()
        yield from self._posts()
        yield "*** DEALING HANDS ***"
        yield from self._dealt()
        yield from self._round(FIRST)
        yield from self._uncalled(FIRST)
        for move in self.story.moves_of("draw"):
            yield self._drew(move)
        yield from self._round(SECOND)
        yield from self._uncalled(SECOND)
        yield from self._show()
        yield from self._collected()
        yield "*** SUMMARY ***"
        yield from self._summary()

    # ---- before the deal

    def _head(self) -> Iterator[str]:
        number = hand_number(self.number, self.begun.number)
        big = stakes_of(self.begun.articles.ante)
        small = str(big // 2) if big % 2 == 0 else f"{big / 2:.1f}"
        at = eastern(self.story.view.played_from or datetime.combine(self.story.view.held_on, time(), EASTERN))
        yield f"PokerStars Hand #{number}:  5 Card Draw Limit ({small}/{big}) - {at} ET"
        size, button = len(self.begun.table), self.seats[self.begun.dealer]
        yield f"Table 'Sitting {self.number}' {size}-max Seat #{button} is the button"
        for member in self.begun.seats:
            yield f"Seat {self.seats[member]}: {self.names[member]} ({self.story.stacks[member]} in chips)"
        articles = self.begun.articles
        yield f"# {self.currency} in minor units, an ante of {articles.ante} and a limit of {articles.limit}"
        if not self.story.view.played_from:
            yield f"# held on {self.story.view.held_on}; the hour is not known"

    def _posts(self) -> Iterator[str]:
        for move in self.story.moves_of("payment"):
            yield f"{self.names[move.player]}: posts the ante {move.amount}{self._marked(move)}"
        for move in self.story.moves_of("ante", "straddle"):
            yield f"{self.names[move.player]}: posts {self.blinds[move.player]} {move.amount}{self._marked(move)}"
        if self.begun.carried_in:
            yield f"STP added: {self.begun.carried_in}"

    def _blinds(self) -> dict[Member, str]:
        """The blinds that players post: the ante-man the small one, the first straddler the big one, the others
        straddles."""
        straddlers = [move.player for move in self.story.moves_of("straddle")]
        posted = dict.fromkeys(straddlers, "straddle") | dict.fromkeys(straddlers[:1], "big blind")
        return posted | {move.player: "small blind" for move in self.story.moves_of("ante")}

    def _all_in(self) -> set[int]:
        """The ids of the moves with which players put in all they have, loans included."""
        put, moves = Counter[Member](), set()
        for move in self.story.moves:
            if move.kind in COUNTS | {"payment"}:
                put[move.player] += move.amount
                if put[move.player] == self.story.stacks[move.player]:
                    moves.add(id(move))
        return moves

    def _marked(self, move: Move) -> str:
        return " and is all-in" if id(move) in self.all_in else ""

    def _dealt(self) -> Iterator[str]:
        """The reader's own hand, if he is a player of the game."""
        mine = self.reader.member
        cards = self.story.game.players[mine].original if mine in self.begun.seats else None
        if mine and cards and JOKER not in cards:
            yield f"Dealt to {self.names[mine]} [{' '.join(cards)}]"

    # ---- the play

    def _round(self, name: str) -> Iterator[str]:
        for move in self.story.moves:
            if move.round == name and (line := self._move_line(move)):
                yield line

    def _move_line(self, move: Move) -> str | None:
        who = self.names[move.player]
        match move.kind:
            case "pass":
                return f"{who}: folds"
            case "stand":
                return f"{who}: checks"
            case kind if kind in COUNTS - {"ante", "straddle"} and move.amount:
                return f"{who}: {_staked(move)}{self._marked(move)}"
        return None

    def _drew(self, move: Move) -> str:
        who, number = self.names[move.player], move.number
        if not number:
            return f"{who}: stands pat"
        known = move.discards and JOKER not in move.discards
        cards = f" [{' '.join(move.discards or ())}]" if known else ""
        return f"{who}: discards {number} {'card' if number == 1 else 'cards'}{cards}"

    def _uncalled(self, name: str) -> Iterator[str]:
        """The uncalled part of the last bet, after the round in which the last stake was made."""
        second = any(move.round == SECOND and move.kind in COUNTS and move.amount for move in self.story.moves)
        if self.story.uncalled and (name == SECOND) == second:
            member, amount = self.story.uncalled
            yield f"Uncalled bet ({amount}) returned to {self.names[member]}"

    # ---- the end

    def _show(self) -> Iterator[str]:
        shown = self.story.moves_of("show")
        if shown:
            yield "*** SHOW DOWN ***"
        named = {hand.player: hand.name for hand in self.story.settlement.hands}
        for move in shown:
            who, cards = self.names[move.player], move.cards or ()
            if cards and JOKER not in cards:
                yield f"{who}: shows [{' '.join(cards)}] ({named.get(move.player, 'a hand')})"
            else:
                yield f"# {who} laid open {' '.join(cards or move.original)}"

    def _collected(self) -> Iterator[str]:
        for n, pool in enumerate(self.story.pools):
            for member, amount in pool.wins.items():
                yield f"{self.names[member]} collected {amount} from {self._pot(n)}"

    def _pot(self, n: int) -> str:
        count = len(self.story.pools)
        if count == 1:
            return "pot"
        if n == 0:
            return "main pot"
        return "side pot" if count == 2 else f"side pot-{n}"

    def _summary(self) -> Iterator[str]:
        pools = self.story.pools
        parts = "".join(f" {self._pot(n).capitalize()} {pool.amount}." for n, pool in enumerate(pools))
        yield f"Total pot {self.story.total}{parts if len(pools) > 1 else ''} | Rake {self.story.settlement.kitty}"
        for member in self.begun.seats:
            yield f"Seat {self.seats[member]}: {self.names[member]}{self._marks(member)} {self._outcome(member)}"
        yield from self._notes()

    def _marks(self, member: Member) -> str:
        button = " (button)" if member == self.begun.dealer else ""
        blind = self.blinds.get(member)
        return button + (f" ({blind})" if blind in ("small blind", "big blind") else "")

    def _outcome(self, member: Member) -> str:
        won = sum(pool.wins.get(member, 0) for pool in self.story.pools)
        cards = self.story.hands.get(member, ())
        named = next((hand.name for hand in self.story.settlement.hands if hand.player == member), "")
        open_hand = cards and JOKER not in cards
        if won:
            return f"showed [{' '.join(cards)}] and won ({won}) with {named}" if open_hand else f"collected ({won})"
        passed = next((move for move in self.story.moves_of("pass") if move.player == member), None)
        if passed is None:
            return f"showed [{' '.join(cards)}] and lost with {named}" if open_hand else "mucked"
        drew = any(move.player == member for move in self.story.moves_of("draw"))
        return f"folded {'after' if drew or passed.round == SECOND else 'before'} the Draw"

    def _notes(self) -> Iterator[str]:
        story = self.story
        for move in story.moves_of("ahead"):
            yield f"# {self.names[move.player]} put in {move.amount} out of turn, written where it counted"
        for move in story.moves_of("pass"):
            if move.law:
                yield f"# the hand of {self.names[move.player]} was foul by law {move.law}"
        for loan in story.loans:
            lender = self.names[loan.lender] if loan.lender else "the bank"
            who = self.names[loan.borrower]
            yield f"# {who} borrowed {loan.amount} of {lender}, which the stacks hold from the start"
        if story.misdeals:
            yield f"# misdeals before this deal, {story.misdeals}"
        yield from (f"# law {law} was waived for this game" for law in story.waived)
        if story.paid_otherwise:
            due = ", ".join(f"{self.names[m]} {n}" for m, n in story.awards.items())
            yield f"# the table paid this; the laws award {due}"


def _staked(move: Move) -> str:
    if move.upto <= move.faced:
        return f"calls {move.amount}"
    if not move.faced:
        return f"bets {move.amount}"
    return f"raises {move.upto - move.faced} to {move.upto}"


def stakes_of(ante: int) -> int:
    """The bet after the draw for the header: four antes, or the next higher bet that readers know."""
    return next((bet for bet in BIG_BETS if bet >= 4 * ante), BIG_BETS[-1])


def eastern(at: datetime) -> str:
    """The date and time in Eastern Time, to the second."""
    local = at.astimezone(EASTERN)
    return f"{local.year:04}/{local:%m/%d %H:%M:%S}"
