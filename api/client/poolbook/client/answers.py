"""What the service answers, as the document at /openapi.json describes it there field by field.

Ids are text; members are ids everywhere, whose names `Club.members` gives. A field that only a newer service has is
passed over. Amounts are whole minor units.
"""

from datetime import date, datetime
from typing import Any, Literal

from msgspec import Struct

Phase = Literal["ante", "say", "draw", "betting", "show", "settled", "unopened", "void"]
Role = Literal["owner", "scorekeeper", "auditor", "player", "operator"]


class Answer(Struct, frozen=True, rename={"class_": "class", "from_": "from"}):
    """Anything that the service answers."""


# The club


class Me(Answer, frozen=True):
    """Whose token this is."""

    club: str | None
    role: Role
    member: str | None


class ClubState(Answer, frozen=True):
    """A club, its name, and its currency: an ISO 4217 code, or LSD (240 pence to the pound)."""

    id: str
    name: str
    currency: str


class FoundedClub(ClubState, frozen=True):
    """A new club, and its owner's token, which is shown this once."""

    token: str | None


class Member(Answer, frozen=True):
    """A member. `name` is None once it was erased."""

    id: str
    name: str | None


class Token(Answer, frozen=True):
    """A token without its secret."""

    id: str
    role: Role
    member: str | None
    label: str | None
    created_at: datetime
    revoked_at: datetime | None


class IssuedToken(Token, frozen=True):
    """A new token, and its secret, which is shown this once."""

    token: str | None


# A sitting


class CounterValues(Answer, frozen=True):
    """What one counter of each colour is worth."""

    red: int
    white: int
    blue: int


class JackPot(Answer, frozen=True):
    """The next game is a jack-pot, opened by a pair of these at the least."""

    minimum: Literal["J", "Q", "K"]


class SittingState(Answer, frozen=True):
    """A sitting as it stands. `seats` are in order to the left, `funds` the counters that each player has."""

    id: str
    number: int
    held_on: date
    status: Literal["open", "closed"]
    ante: int
    limit: int
    counters: CounterValues
    seats: list[str]
    articles: dict[str, Any]
    funds: dict[str, int]
    next_dealer: str | None
    carried: int
    jack_pot: JackPot | None
    kitty: int
    game: str | None
    pen: str | None
    affected: list[str]
    version: int


class ListedSitting(Answer, frozen=True):
    """A sitting in the list of the club's sittings. `games` is how many it has, `game` the one that runs."""

    id: str
    number: int
    held_on: date
    status: Literal["open", "closed"]
    ante: int
    limit: int
    seats: list[str]
    games: int
    game: str | None
    carried: int
    jack_pot: JackPot | None
    opened_at: datetime
    closed_at: datetime | None


class Sale(Answer, frozen=True):
    """Counters sold: `value` = `paid` in money + `owed` on credit. `id` is the entry's number in the book."""

    id: int
    player: str
    value: int
    paid: int
    owed: int
    funds_before: int
    funds_after: int


class Counted(Answer, frozen=True):
    """Counters as they were counted, and what they are worth."""

    red: int
    white: int
    blue: int
    odd: int
    value: int


class SetOff(Answer, frozen=True):
    """What a buy-back was set off against."""

    credit: int
    loan: int


class BuyBack(Answer, frozen=True):
    """Counters bought back: what was counted, what the book has, and what is paid out in money."""

    id: int
    player: str
    counted: Counted
    book: int
    difference: int
    set_off: SetOff
    cash_due: int


class Payment(Answer, frozen=True):
    """A payment, and what is still owed there."""

    id: int
    player: str
    amount: int
    toward: str
    to: str | None
    owed_before: int
    owed_after: int


class Cut(Answer, frozen=True):
    """The dealer; or None, and the players who must draw again."""

    dealer: str | None = None
    redraw: list[str] = []


class TableChange(Answer, frozen=True):
    """The seats of the table now, in order to the left. `advice` warns of a table that is too large."""

    id: int
    player: str
    seats: list[str]
    articles: dict[str, Any]
    advice: str | None


class Limits(Answer, frozen=True):
    """The limits that a player has now."""

    id: int
    player: str
    loss: int | None
    stop_at: datetime | None


# A game


class LegalAction(Answer, frozen=True):
    """An act that is lawful now, with the least and most of its amount; None where it has none."""

    action: str
    player: str
    least: int | None
    most: int | None
    law: int


class Stake(Answer, frozen=True):
    """What a player has put into the pool, and `funds`, what he has left.

    `ante` includes his straddles, `stake` is the rest, `round` that of the present round of betting.
    """

    ante: int
    stake: int
    total: int
    round: int
    funds: int


class GameState(Answer, frozen=True):
    """A game as it stands. `to_act` is the member whose turn it is, None where nobody is compelled to act."""

    id: str
    number: int
    sitting: str
    phase: Phase
    dealer: str
    ante_man: str
    to_act: str | None
    seats: list[str]
    in_game: list[str]
    retired: list[str]
    demanded: list[str]
    legal: list[LegalAction]
    irregular: list[str]
    pool: int
    carried_in: int
    highest: int
    stakes: dict[str, Stake]
    cards: dict[str, list[str] | None]
    jack_pot: JackPot | None
    version: int

    @property
    def over(self) -> bool:
        """Whether the game has come to its end."""
        return self.phase in ("settled", "unopened", "void")


class Recorded(Answer, frozen=True):
    """What was recorded: the number of the act, its events as the document describes them, the game after it."""

    step: int
    events: list[dict[str, Any]]
    game: GameState


class Source(Answer, frozen=True):
    """Where a part of the pool came from; `dead` money is nobody's."""

    kind: Literal["ante", "stake", "dead"]
    player: str | None


class Claim(Answer, frozen=True):
    """A part of an award, and the law that gives it."""

    source: Source
    amount: int
    law: int


class Award(Answer, frozen=True):
    """What a player takes out of the pool."""

    player: str
    amount: int
    claims: list[Claim]


class Refund(Answer, frozen=True):
    """What one player gives back to another."""

    from_: str
    to: str
    amount: int
    law: int


class Penalty(Answer, frozen=True):
    """What a player pays into the pool."""

    player: str
    amount: int
    law: int


class Reward(Answer, frozen=True):
    """What a player takes out of the kitty."""

    player: str
    amount: int


class Hand(Answer, frozen=True):
    """A hand that was shown, in the words of the book; `class_` is one of its classes."""

    player: str
    cards: list[str]
    class_: str
    name: str


class Settlement(Answer, frozen=True):
    """The division of a pool. `results` are what each player won or lost; `turned_by` are the single readings that
    would have changed it."""

    pool: int
    carried_in: int
    awards: list[Award]
    refunds: list[Refund]
    penalties: list[Penalty]
    kitty: int
    reward: Reward | None
    carried_out: int
    hands: list[Hand]
    results: dict[str, int]
    laws: list[int]
    readings: dict[str, str]
    edition: str
    paid: dict[str, int] | None
    turned_by: list[dict[str, Any]] | None


class CorrectedGame(Answer, frozen=True):
    """A game after a correction, its settlement, and the later games that it touches."""

    game: GameState
    settlement: Settlement | None
    affected: list[str]


class ListedGame(Answer, frozen=True):
    """A game in a list."""

    id: str
    sitting: str
    number: int
    phase: Phase
    dealer: str
    seats: list[str]
    jack_pot: JackPot | None
    carried_in: int
    pool: int
    carried_out: int | None
    begun_at: datetime
    settled_at: datetime | None
    disputes: int


class Dispute(Answer, frozen=True):
    """A dispute, who gives evidence in which order, and how it was ruled."""

    n: int
    step: int | None
    parties: list[str]
    kind: Literal["fact", "law", "draw_count"]
    referee: str | None
    witnesses: list[str]
    question: str | None
    ruling: str | None
    decided: bool


# What follows from the games


class Result(Answer, frozen=True):
    """What a member has won and lost, and in how many games."""

    player: str
    net: int
    games: int
    played: int
    opened: int
    won: int
    shown: int
    adjusted: int


class Acted(Answer, frozen=True):
    """Who recorded an event."""

    role: str
    member: str | None
    token: str | None = None


class Event(Answer, frozen=True):
    """An event of the club, of a sitting or of a game, with what the token's holder may see of it.

    position  in the club's log; positions rise, not always by one
    stream    the id of the club, the sitting or the game
    version   the place in that stream, from 1
    topic     what happened, such as `game.staked`
    event     its fields; what is withheld is None or left out
    """

    position: int
    stream: str
    version: int
    topic: str
    recorded_at: datetime
    actor: Acted
    event: dict[str, Any]


class Checkpoint(Answer, frozen=True):
    """A signed checkpoint of the log: `note` is the signed text, `size` how many events it covers."""

    size: int
    position: int
    root: str
    note: str
    vkey: str
    signed_at: datetime


class Law(Answer, frozen=True):
    """A law of the book."""

    number: int
    chapter: str
    title: str
    restatement: str
    readings: list[str]
    waivable: bool
    standing: str


class Reading(Answer, frozen=True):
    """A point where the book can be read in several ways: its values, each with a sentence, and the default."""

    name: str
    laws: list[int]
    default: str
    values: dict[str, str]
    ground: str
