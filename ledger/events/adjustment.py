"""The events of an adjustment: what a correction, a ruling or a payment changes after its sitting has closed.

The closed sitting's entries stay in force. What the game's record changed is posted to the members' accounts at the
club by one entry, dated when it was made.
"""

from collections.abc import Mapping

from msgspec import field

from ledger.events.base import Event, fact
from ledger.events.sitting import Entry, Loan
from ledger.seats import Member


@fact("game.adjusted")
class GameAdjusted(Event, frozen=True, kw_only=True):
    """What was recorded of this game from the version `since` on came after its sitting had closed, and is adjusted.

    `entry` is the number of the adjusting entry in the sitting's book, `changes` the difference of each result in minor
    units, without those that are nought.
    """

    entry: int
    since: int
    changes: Mapping[Member, int]


@fact("sitting.adjusted")
class SittingAdjusted(Entry, frozen=True, kw_only=True):
    """An adjusting entry: a game of this closed sitting was corrected, or paid otherwise, after the close.

    `since` is the version of the game's stream at which that begins. `changes` is the difference of each result, and
    with what is given to the `club`, to what `stands_over` and to the reward `kitty` they sum to nought. `made_good` is
    what a difference at the buy-back had already made good. The rest is owed: by members to the bank (`lent`, negative
    where the bank owes it) and to each other (`loans`; a negative amount is a loan that was never made). `affected` are
    the later games that would have gone otherwise; they stay as they were played. `moved` and `issued` are the postings
    of this entry, as in GameCorrected.
    """

    game: str
    since: int
    changes: Mapping[Member, int]
    club: int = 0
    stands_over: int = 0
    kitty: int = 0
    made_good: Mapping[Member, int] = field(default_factory=dict)
    lent: Mapping[Member, int] = field(default_factory=dict)
    loans: tuple[Loan, ...] = ()
    affected: tuple[str, ...] = ()
    moved: Mapping[str, int]
    issued: int = 0


@fact("club.standing_adjusted")
class StandingAdjusted(Event, frozen=True, kw_only=True):
    """An adjustment changed what stands over: `carried`, with the openers `minimum`, is what now stands over from the
    sitting, to be played for by the same `players`; `kitty` is by how much the unclaimed reward kitty grew."""

    sitting: str
    players: tuple[Member, ...]
    carried: int
    minimum: str | None = None
    kitty: int = 0
