"""What the service answers about a sitting: its state, and the entries in its book."""

from datetime import date, datetime
from typing import Any, Literal

from msgspec import field

from poolbook.client.answers import Answer, JackPot


class CounterValues(Answer, frozen=True):
    """What one counter of each colour is worth."""

    red: int
    white: int
    blue: int


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
    redraw: list[str] = field(default_factory=list)


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
