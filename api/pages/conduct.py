"""Conducting a sitting: its opening, and on its page what may be done next, each thing in a form of its own.

Whether something may be done is asked of the functions that decide it.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from flask import Response

from api.noun import Call
from api.pages.screens import Screens, page
from ledger.articles import VARIANTS
from ledger.laws.deal import cut_is_open, next_dealer
from ledger.laws.hands import HandClass
from ledger.laws.readings import READINGS, Reading, complete
from ledger.laws.register import LAWS
from ledger.refusals import Refused, refusal_of
from ledger.roles import MANAGERS, RECORDERS
from ledger.seats import Member
from ledger.state.sitting import Sitting
from ledger.table import conduct
from ledger.table.company import stopped

screens = Screens("conduct", __name__)

MEANT = {
    "blaze": "five court cards are a class of their own",
    "joker": "a fifty-third card stands for any other",
    "skip_sequence": "every other rank makes a class of its own",
    "ace_high_sequences": "the ace follows the king too",
}
"""What each variant adds to the game."""
assert set(MEANT) == set(VARIANTS)


class NextAct(StrEnum):
    """The one thing that is done next at a sitting."""

    SELL = "sell"
    CUT = "cut"
    BEGIN = "begin"
    PLAY = "play"
    CLOSE = "close"


@dataclass(frozen=True, slots=True)
class Conduct:
    """What the person who records may do at a sitting now.

    `drawing` are the players who draw a card in the cut. `idle` gives for each player who cannot be dealt in the
    reason. `refused` says why no game can be begun without them, `open_because` why the sitting cannot be closed; None
    where it can. `newcomers` are the members who may sit down.
    `readings` are all readings of the laws, each with its value in force.
    """

    next_act: NextAct
    drawing: tuple[Member, ...]
    idle: dict[Member, str]
    refused: Refused | None
    open_because: Refused | None
    newcomers: tuple[Member, ...]
    readings: tuple[tuple[Reading, str], ...]


def conducted(call: Call, sitting: Sitting) -> Conduct | None:
    """What may be done at a sitting, for those who record; None for others, and when it is closed."""
    if call.caller.role not in RECORDERS or sitting.closed:
        return None
    now, club = call.books.clock(), call.books.club()
    return Conduct(
        next_act=next_act(sitting, now),
        drawing=() if next_dealer(sitting) or not cut_is_open(sitting) else sitting.redraw or sitting.seats,
        idle=_idle(sitting, now),
        refused=_refusal_to_begin(sitting, now),
        open_because=_refusal_to_close(sitting),
        newcomers=tuple(m for m in club.members if m not in sitting.seats and m not in club.erased),
        readings=tuple((READINGS[name], value) for name, value in complete(sitting.articles.readings).items()),
    )


def next_act(sitting: Sitting, now: datetime) -> NextAct:
    """The one thing that is done next at an open sitting."""
    if sitting.game:
        return NextAct.PLAY
    if not any(sitting.funds.values()):
        return NextAct.CLOSE if sitting.games else NextAct.SELL
    without_counters = any(sitting.funds[member] == 0 for member in sitting.seats)
    if (without_counters and not sitting.games) or _refusal_to_begin(sitting, now):
        return NextAct.SELL
    return NextAct.BEGIN if next_dealer(sitting) else NextAct.CUT


def _idle(sitting: Sitting, now: datetime) -> dict[Member, str]:
    """The players who cannot be dealt in, each with the reason."""
    without_counters = {member: "has no counters" for member in sitting.seats if sitting.funds[member] == 0}
    # The reasons of `stopped` count in minor units, which nobody at a table does.
    return without_counters | dict.fromkeys(
        stopped(sitting, now), "has stopped: by his own limit, or he owes an advance"
    )


def _refusal_to_begin(sitting: Sitting, now: datetime) -> Refused | None:
    """Why no game can be begun among those who are not idle; None where one can, or where only a dealer is wanting."""
    idle = tuple(_idle(sitting, now))
    named = None if next_dealer(sitting) else next((member for member in sitting.seats if member not in idle), None)
    refused = refusal_of(lambda: conduct.start_game(sitting, "", "", dealer=named, sitting_out=idle))
    return None if refused and refused.code == "cut_unfinished" else refused


def _refusal_to_close(sitting: Sitting) -> Refused | None:
    """Why a sitting cannot be closed, apart from what is carried; None where it can."""
    return refusal_of(lambda: conduct.close(sitting, "", stands_over=True))


@dataclass(frozen=True, slots=True)
class StandingOver:
    """A pool that stands over from a closed sitting, in minor units, and the players to whom it belongs."""

    sitting: str
    number: int
    held_on: str
    carried: int
    players: tuple[Member, ...]


@screens.shows("/clubs/<id:club>/sittings/new", roles=RECORDERS)
def new(call: Call) -> Response:
    """The form that opens a sitting. Seats and stakes of the last evening are at hand."""
    club = call.books.club()
    latest = call.books.sitting(UUID(club.latest_sitting), at=1) if club.latest_sitting else None
    return page(
        "new_sitting.html",
        here="tables",
        members=[member for member in club.members if member not in club.erased],
        latest=latest,
        today=call.books.clock().date().isoformat(),
        standing=[_standing_over(call, sitting) for sitting in club.standing],
        variants=MEANT,
        readings=READINGS.values(),
        waivable=[law for law in LAWS.values() if law.waivable],
        classes=[hand_class for hand_class in HandClass if hand_class != HandClass.NONE],
        manages=call.caller.role in MANAGERS,
    )


def _standing_over(call: Call, sitting_id: str) -> StandingOver:
    opened, concluded = call.books.sitting(UUID(sitting_id), at=1), call.books.club().standing[sitting_id]
    return StandingOver(sitting_id, opened.number, opened.held_on, concluded.carried, concluded.players)
