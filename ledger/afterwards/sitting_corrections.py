"""The book of a sitting put right: entries struck, a game restated or withdrawn, and what follows from it.

What stands is entered again in its order: each entry must still be possible where it stands, and is decided anew by
the command that it followed from. Games keep their own record; those that a correction leaves to be
mended are named.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ledger.afterwards.affected import affected, over
from ledger.books import accounts
from ledger.events.amendment import Amendment, GameRestated, GameWithdrawn, SittingCorrected
from ledger.events.base import Event
from ledger.events.sitting import Entry, GameEnded, GameStarted
from ledger.laws.deal import next_dealer
from ledger.refusals import Invalid, Refused
from ledger.seats import nearest
from ledger.state import sitting as sittings
from ledger.state.in_force import entries_in_force
from ledger.state.sitting import Sitting
from ledger.table.entries import command_of_entry, decide_entry
from ledger.table.till import check_open

Games = Mapping[str, Sequence[Event]]
"""What is recorded of each game of the sitting that is over, by its id."""


def strike(events: Sequence[Event], struck: Sequence[int], reason: str | None, games: Games) -> SittingCorrected:
    """Strike entries of a sitting's book. Raises Invalid, and Refused where what follows would not stand."""
    now = sittings.fold(events)
    check_open(now)
    if not struck:
        raise Invalid({"strike": ["a correction strikes an entry"]})
    stand = entries_in_force(events)
    entries = {event.entry for event in stand if isinstance(event, Entry)}
    if unknown := [n for n in struck if n not in entries]:
        raise Invalid({"strike": [f"no entry {unknown[0]} that can be struck stands in this book"]})
    left = [event for event in stand if not (isinstance(event, Entry) and event.entry in struck)]
    correction = SittingCorrected(
        entry=now.entries + 1,
        struck=tuple(sorted(set(struck))),
        seats=now.seats,
        moved={},
        reason=reason,
    )
    found, after = _amend(events, correction, left, games, strictly=True)
    if set(found.affected) - set(now.affected):
        raise Refused(None, "affected_games", "a game that was played since would have gone otherwise")
    if after.in_play != now.in_play:
        raise Refused(None, "in_play", "a player of the running game would have begun it with other counters")
    assert isinstance(found, SittingCorrected)
    return replace(found, seats=after.seats)


def restate(
    events: Sequence[Event], game: str, ended: GameEnded | None, started: GameStarted | None, games: Games
) -> GameRestated:
    """A game ended otherwise, or is not at its end (`ended` None), or began otherwise (`started`). Raises Refused
    where it is to be played on and others were played since, and where a later entry would not stand."""
    now, stand = sittings.fold(events), entries_in_force(events)
    if ended is None and over(stand)[-1:] != (game,):
        raise Refused(None, "unfinished", "these acts do not end the game, and others have been played since")
    left: list[Event] = []
    for event in stand:
        match event:
            case GameEnded(game=found) if found == game:
                left += [ended] if ended else []
            case GameStarted(game=found) if found == game:
                left.append(started or event)
            case _:
                left.append(event)
    restated = GameRestated(entry=now.entries + 1, game=game, reopened=ended is None, moved={})
    made, _ = _amend(events, restated, left, games, strictly=False)
    assert isinstance(made, GameRestated)
    return made


def withdraw(events: Sequence[Event], game: str, games: Games) -> GameWithdrawn:
    """The running game was made void: the sitting is as if it had not begun."""
    now = sittings.fold(events)
    left = [e for e in entries_in_force(events) if not (isinstance(e, GameStarted | GameEnded) and e.game == game)]
    withdrawn = GameWithdrawn(entry=now.entries + 1, game=game, moved={})
    found, _ = _amend(events, withdrawn, left, games, strictly=False)
    assert isinstance(found, GameWithdrawn)
    return found


def _amend(
    events: Sequence[Event], amendment: Amendment, left: Sequence[Event], games: Games, *, strictly: bool
) -> tuple[Amendment, Sitting]:
    """The amendment complete, and the sitting after it."""
    before = entries_in_force(events)
    after, state = _entered_again(left, strictly=strictly)
    unchanged = set(map(id, before))
    moved, issued = accounts.difference(before, after, "")
    found = replace(
        amendment,
        replaced=tuple(event for event in after if id(event) not in unchanged),
        affected=affected(after, games),
        moved=moved,
        issued=issued,
        carried=state.carried,
        minimum=state.minimum,
        running=state.game,
    )
    sittings.fold([*events, found])
    return found, state


def _entered_again(left: Sequence[Event], *, strictly: bool) -> tuple[list[Event], Sitting]:
    """Every entry made anew where it stands. Raises Refused with the number of the first that cannot be."""
    found: list[Event] = []
    state: Sitting | None = None
    for event in left:
        if state is not None:
            again = _again(state, event)
            event = event if again == event else again
        found.append(event)
        state = sittings.apply(state, event)
        if strictly and min(state.funds.values(), default=0) < 0:
            raise Refused(None, "no_funds", "a player would have less than nothing", step=_number(event))
    assert state is not None
    return found, state


def _number(event: Event) -> int | None:
    return event.entry if isinstance(event, Entry) else None


def _again(state: Sitting, event: Event) -> Event:
    if isinstance(event, GameStarted):
        return _started_again(state, event)
    if not isinstance(event, Entry):
        return event
    try:
        return replace(decide_entry(state, command_of_entry(event)), entry=event.entry)
    except Refused as refused:
        raise Refused(refused.law, refused.code, refused.detail, step=event.entry) from None
    except Invalid as why:
        raise Refused(None, "does_not_stand", str(why), step=event.entry) from None


def _started_again(state: Sitting, event: GameStarted) -> GameStarted:
    """A game begins as it did: its players are seated, and the deal is with him who dealt."""
    if any(m not in state.seats for m in event.players):
        raise Refused(None, "in_play", "a player of a later game would not have been seated")
    due = next_dealer(state)
    if due is not None and nearest(state.seats, due, event.players) != event.dealer:
        raise Refused(18, "not_the_dealer", "the deal of a later game would have been another player's")
    return event
