"""The ledger of Poker Now: one line for each player and sitting, whose nets sum to nought.

Programs group the lines by `player_id` and add up `net`, which is `buy_out` + `stack` - `buy_in`. So `buy_in` is what
a player bought or borrowed, `buy_out` what he handed in or lent, and `stack` what he has left by the book. Differences
at the count are left out: they lie between a player and the bank, and the nets would not sum to nought with them. The
kitty and the carried pool have lines of their own, as players who bring what stood over from an earlier sitting and
take away what they are left with. The export of a single game holds its whole sitting.
"""

from collections.abc import Iterator
from typing import NamedTuple

from ledger.books.reckoning import reckon
from ledger.books.sheet import CARRIED, KITTY, Holding, Reckoning
from ledger.exports.lines import lines, plain, zulu
from ledger.exports.views import ClubView, SittingView
from ledger.state.club import Club


class SessionLine(NamedTuple):
    """One line: what a player brought to a sitting, took away, and has left, in minor units."""

    player_nickname: str
    player_id: str
    session_start_at: str
    session_end_at: str
    buy_in: int
    buy_out: int
    stack: int
    net: int


def write(view: ClubView) -> Iterator[str]:
    """A header line, then the lines of one sitting after another."""
    club = view.club()
    yield lines([SessionLine._fields])
    for sitting in view.sittings():
        yield lines(_of_sitting(club, sitting))


def _of_sitting(club: Club, sitting: SittingView) -> Iterator[SessionLine]:
    times = _times(sitting)
    reckoning = reckon(sitting.entries)
    for member, holding in reckoning.players.items():
        yield _line(plain(club.name_of(member)), member, times, *_book(holding))
    for party, sums in ((KITTY, _kitty(reckoning)), (CARRIED, _carried(reckoning))):
        if any(sums):
            yield _line(party, party, times, *sums)


def _times(sitting: SittingView) -> tuple[str, str]:
    """The times of a sitting; the beginning and the end of its day if only the day is known."""
    if sitting.played:
        return zulu(sitting.played[0]), zulu(sitting.played[1])
    return f"{sitting.held_on}T00:00:00.000Z", f"{sitting.held_on}T23:59:59.999Z"


def _line(name: str, id_: str, times: tuple[str, str], buy_in: int, buy_out: int, stack: int) -> SessionLine:
    return SessionLine(name, id_, *times, buy_in, buy_out, stack, net=buy_out + stack - buy_in)


def _book(holding: Holding) -> tuple[int, int, int]:
    """A player's buy-in, buy-out and stack. Their net is what he won or lost."""
    bought_in = holding.paid + holding.on_credit + holding.lent + max(holding.borrowed, 0)
    return bought_in, holding.book - holding.in_hand + max(-holding.borrowed, 0), holding.in_hand


def _kitty(reckoning: Reckoning) -> tuple[int, int, int]:
    return reckoning.kitty_before, reckoning.to_club + reckoning.kitty_over, reckoning.kitty


def _carried(reckoning: Reckoning) -> tuple[int, int, int]:
    """The carried pool's buy-in, buy-out and stack. The stack includes what a running game took in; the buy-out
    includes what was divided among players."""
    return (
        reckoning.carried_before,
        reckoning.carried_over + reckoning.total("divided"),
        reckoning.carried + reckoning.in_pool + reckoning.astray,
    )
