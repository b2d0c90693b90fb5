"""The ledger of Poker Now: one line for each player and sitting, whose nets sum to nought.

Its readers group the lines by `player_id` and add up `net`, which is `buy_out` + `stack` - `buy_in`. So counters
that were bought or borrowed are bought in, what was handed in or lent is bought out, and the stack is what the book
leaves before a player. All of it is by the book: a difference found at the count is a matter between a player and
the bank, and would leave a sum that is nobody's. The kitty and the carried pool are players of their own, who bring
what stood over to a sitting and take away what they were left. Of a single game its whole sitting is written out.
"""

from collections.abc import Iterator
from typing import NamedTuple

from ledger.books.reckoning import CARRIED, KITTY, Holding, Reckoning, reckon
from ledger.exports.lines import lines, plain, zulu
from ledger.exports.told import Told, ToldSitting
from ledger.state.club import Club


class SessionLine(NamedTuple):
    """What a player brought to a sitting, took away, and has left."""

    player_nickname: str
    player_id: str
    session_start_at: str
    session_end_at: str
    buy_in: int
    buy_out: int
    stack: int
    net: int


def write(told: Told) -> Iterator[str]:
    """A header line, then the lines of one sitting after another."""
    club = told.club()
    yield lines([SessionLine._fields])
    for sitting in told.sittings():
        yield lines(_of_sitting(club, sitting))


def _of_sitting(club: Club, sitting: ToldSitting) -> Iterator[SessionLine]:
    times = zulu(sitting.opened_at), zulu(sitting.ended_at)
    found = reckon(sitting.entries)
    for member, holding in found.players.items():
        yield _line(plain(club.name_of(member)), member, times, *_book(holding))
    for party, sums in ((KITTY, _kitty(found)), (CARRIED, _carried(found))):
        if any(sums):
            yield _line(party, party, times, *sums)


def _line(name: str, id_: str, times: tuple[str, str], buy_in: int, buy_out: int, stack: int) -> SessionLine:
    return SessionLine(name, id_, *times, buy_in, buy_out, stack, net=buy_out + stack - buy_in)


def _book(his: Holding) -> tuple[int, int, int]:
    """What he bought in, what he took out, and what he has left; their net is what he won or lost."""
    bought_in = his.paid + his.on_credit + his.lent + max(his.borrowed, 0)
    return bought_in, his.book - his.in_hand + max(-his.borrowed, 0), his.in_hand


def _kitty(found: Reckoning) -> tuple[int, int, int]:
    return found.kitty_before, found.to_club + found.kitty_over, found.kitty


def _carried(found: Reckoning) -> tuple[int, int, int]:
    """The carried pool, with what of it a running game has taken in; what is divided of it is bought out."""
    return (
        found.carried_before,
        found.carried_over + found.total("divided"),
        found.carried + found.in_pool + found.astray,
    )
