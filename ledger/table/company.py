"""The company at the table: arrivals and departures between games, and the limits that players set themselves."""

from collections.abc import Callable, Collection, Iterable
from datetime import datetime

from ledger.events.sitting import LimitsSet, MemberArrived, MemberDeparted
from ledger.laws.consent import lapsed
from ledger.refusals import Invalid, Refused
from ledger.seats import Member, round_from_left_of
from ledger.state.sitting import Sitting
from ledger.table.commands import KEPT, Arrive, Depart, Kept, SetLimits
from ledger.table.conduct import MOST
from ledger.table.till import check_open
from ledger.times import timestamp

ADVISED_MOST = 6
"""The most players at whom no warning is given: with seven to ten the pack may run short in the draw."""


def advice(seats: Collection[Member]) -> str | None:
    """A warning when more than six players are seated, else None."""
    if len(seats) <= ADVISED_MOST:
        return None
    return f"{len(seats)} players are seated: above {ADVISED_MOST} the pack may run short in the draw"


def arrive(sitting: Sitting, command: Arrive, is_member: Callable[[Member], bool]) -> MemberArrived:
    """Seat a member at the left of another, between two games.

    Raises Refused while a game runs, and Invalid unless the newcomer is a member who is not yet seated, beside somebody
    who is.
    """
    member, left_of = command.player, command.left_of
    _check_between_games(sitting)
    if not is_member(member):
        raise Invalid({"player": ["is not a member of this club"]})
    if member in sitting.seats:
        raise Invalid({"player": ["is seated already"]})
    if left_of not in sitting.seats:
        raise Invalid({"left_of": ["is not seated at this sitting"]})
    if len(sitting.seats) == MOST:
        raise Invalid({"player": [f"a table has {MOST} players at the most"]})
    at = sitting.seats.index(left_of) + 1
    return MemberArrived(
        entry=sitting.entries + 1,
        player=member,
        seats=(*sitting.seats[:at], member, *sitting.seats[at:]),
        articles=lapsed(sitting.articles),
    )


def depart(sitting: Sitting, command: Depart) -> MemberDeparted:
    """Let a player leave between two games. What he still owes stays on his account.

    The next deal is counted from the seat of the last dealer, whether he is still in it or not (18). Raises Refused
    while a game runs, while he has counters, and for the last player at the table.
    """
    member = command.player
    _check_between_games(sitting)
    if member not in sitting.seats:
        raise Invalid({"player": ["is not seated at this sitting"]})
    if len(sitting.seats) == 1:
        raise Refused(None, "too_few_players", "the last player cannot leave the table: close the sitting instead")
    if sitting.funds[member]:
        raise Refused(None, "counters_out", f"he has {sitting.funds[member]} in counters: buy them back first")
    counted_from = (sitting.deals_next or sitting.last_dealer) == member
    neighbour = round_from_left_of(sitting.seats, member)[0]
    return MemberDeparted(
        entry=sitting.entries + 1,
        player=member,
        seats=tuple(m for m in sitting.seats if m != member),
        articles=lapsed(sitting.articles),
        deals_next=neighbour if counted_from else sitting.deals_next,
    )


def set_limits(sitting: Sitting, command: SetLimits) -> LimitsSet:
    """Set or lift a player's own limits. The hour is stored in UTC. Raises Invalid."""
    player, loss, stop_at = command.player, command.loss, command.stop_at
    check_open(sitting)
    if player not in sitting.seats:
        raise Invalid({"player": ["is not seated at this sitting"]})
    if loss is KEPT and stop_at is KEPT:
        raise Invalid({"loss": ["name the loss, or the hour in stop_at, to be set or lifted"]})
    before = sitting.limits.get(player)
    if isinstance(loss, Kept):
        loss = before.loss if before else None
    elif loss is not None and loss < 1:
        raise Invalid({"loss": ["is at least 1, or null where the limit is lifted"]})
    if isinstance(stop_at, Kept):
        stop_at = before.stop_at if before else None
    elif stop_at is not None:
        stop_at = in_utc(stop_at)
    return LimitsSet(entry=sitting.entries + 1, player=player, loss=loss, stop_at=stop_at)


def in_utc(moment: str) -> str:
    """A time with an offset, in UTC as RFC 3339 writes it. Raises Invalid for a time without one, or no time."""
    try:
        at = datetime.fromisoformat(moment)
        if at.tzinfo is None:
            raise ValueError("no offset")
        return timestamp(at)
    except (ValueError, OverflowError):
        raise Invalid({"stop_at": ["is a time with its offset, as in 1895-11-02T23:30:00Z"]}) from None


def stopped(sitting: Sitting, now: datetime | None) -> dict[Member, str]:
    """The players who are dealt no further game, each with the reason: a limit reached, or an advance not cleared.

    `now` is the present time with its offset; None where games are recorded later than they were played, and then no
    hour stops anybody.
    """
    reasons = {m: _reason(sitting, m, now) for m in sitting.seats}
    return {m: reason for m, reason in reasons.items() if reason}


def _reason(sitting: Sitting, member: Member, now: datetime | None) -> str | None:
    if owed := sitting.advanced.get(member, 0):
        return f"he owes {owed} that the bank advanced"
    limits = sitting.limits.get(member)
    if limits is None:
        return None
    if limits.loss is not None and -sitting.won.get(member, 0) >= limits.loss:
        return f"he has lost {-sitting.won.get(member, 0)}, and set himself a limit of {limits.loss}"
    if limits.stop_at is not None and now is not None and now >= datetime.fromisoformat(limits.stop_at):
        return f"he set himself {limits.stop_at} as the hour to stop"
    return None


def check_not_stopped(sitting: Sitting, playing: Iterable[Member], now: datetime | None) -> None:
    """Refuse to deal to a player who has stopped. He may sit out, lift his limit, or clear his advance."""
    reasons = stopped(sitting, now)
    for member in playing:
        if member in reasons:
            raise Refused(None, "stopped", f"{reasons[member]}: he sits out, lifts his limit, or pays what he owes")


def _check_between_games(sitting: Sitting) -> None:
    check_open(sitting)
    if sitting.game:
        raise Refused(None, "game_running", "players come and go between games only")
