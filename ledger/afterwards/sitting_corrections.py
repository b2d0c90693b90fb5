"""Correct the book of a sitting: strike entries, restate a game, or withdraw one.

A correction enters again, in order, all entries that stay in force. The rules decide each of them anew from its
command, so each must still be possible in its place. Games keep their own record; the correction names the games
that it affects.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from ledger.afterwards.affected import affected, before_game, left_otherwise, over
from ledger.afterwards.by_law import chain, debts, owed
from ledger.articles import Articles
from ledger.books.accounts import between_players
from ledger.books.postings import difference_posted
from ledger.events.amendment import (
    Amendment,
    ArticlesCorrected,
    GameDebt,
    GameRestated,
    GameStands,
    GameWithdrawn,
    SittingCorrected,
)
from ledger.events.base import Event
from ledger.events.sitting import (
    CutForDeal,
    Entry,
    GameEnded,
    GameStarted,
    MemberArrived,
    MemberDeparted,
    PaymentMade,
    SittingOpened,
)
from ledger.laws.deal import next_dealer
from ledger.refusals import Invalid, Refused
from ledger.seats import Member, nearest
from ledger.state import sitting as sittings
from ledger.state.in_force import entries_in_force
from ledger.state.sitting import Sitting
from ledger.table.agreement import Seating, check_articles
from ledger.table.entries import command_of_entry, decide_entry
from ledger.table.till import check_open

Games = Mapping[str, Sequence[Event]]
"""All events of each game of the sitting that is over, by the game's id."""


def strike(events: Sequence[Event], struck: Sequence[int], reason: str | None, games: Games) -> SittingCorrected:
    """Strike entries of a sitting's book by their numbers.

    Raises Invalid for a number that no entry in force has, and Refused if a later entry would no longer be possible
    (with its number as `step`), a player would have less than nothing, or a game played since would be affected.
    """
    now = sittings.fold(events)
    check_open(now)
    if not struck:
        raise Invalid({"strike": ["must name at least one entry"]})
    in_force = entries_in_force(events)
    entries = {event.entry for event in in_force if isinstance(event, Entry)}
    if unknown := [n for n in struck if n not in entries]:
        raise Invalid({"strike": [f"this book has no entry {unknown[0]} that can be struck"]})
    left = [event for event in in_force if not (isinstance(event, Entry) and event.entry in struck)]
    correction = SittingCorrected(
        entry=now.entries + 1,
        struck=tuple(sorted(set(struck))),
        seats=now.seats,
        moved={},
        as_played=now.as_played,
        reason=reason,
    )
    complete, after = _amend(events, correction, left, games, strictly=True)
    if set(complete.affected) - set(now.affected):
        raise Refused(None, "affected_games", "a game that was played since would have gone otherwise")
    if after.in_play != now.in_play:
        raise Refused(None, "in_play", "a player of the running game would have begun it with other counters")
    assert isinstance(complete, SittingCorrected)
    return replace(complete, seats=after.seats)


def restate(
    events: Sequence[Event], game: str, ended: GameEnded | None, started: GameStarted | None, games: Games
) -> GameRestated:
    """Restate a game whose record was corrected: `ended` is its new end, None if it is to be played on; `started` is
    its new beginning, None if that stays.

    Raises Refused if the game is to be played on but others were played since, or if a later entry would no longer
    be possible.
    """
    now, in_force = sittings.fold(events), entries_in_force(events)
    if ended is None and over(in_force)[-1:] != (game,):
        raise Refused(None, "unfinished", "these acts do not end the game, and others have been played since")
    left: list[Event] = []
    for event in in_force:
        match event:
            case GameEnded(game=name) if name == game:
                left += [ended] if ended else []
            case GameStarted(game=name) if name == game:
                left.append(event if started in (None, event) else started)
            case _:
                left.append(event)
    rebased = started is not None
    as_played = tuple(name for name in now.as_played if not (rebased and name == game))
    restated = GameRestated(entry=now.entries + 1, game=game, reopened=ended is None, moved={}, as_played=as_played)
    complete, _ = _amend(events, restated, left, games, strictly=False)
    assert isinstance(complete, GameRestated)
    return complete


def stand(events: Sequence[Event], game: str, reason: str | None, games: Games) -> GameStands:
    """Let a game that is affected stand as it was played. What the laws would have given otherwise is then a debt
    between members, where it can be told.

    Raises Refused if the game is not affected (`not_affected`), if the games before it did not leave it, as they are
    recorded, the pool that it began with (`carried_otherwise`), or if the kitty rewarded more than it had (`no_funds`).
    """
    now, in_force = sittings.fold(events), entries_in_force(events)
    check_open(now)
    if game not in now.affected or game not in games:
        raise Refused(None, "not_affected", "no correction or payment affects this game: it stands as it is")
    before = before_game(in_force, game)
    if left_otherwise(before, games[game]):
        what = f"the games before it leave {before.carried} as they are recorded, and this game began with another pool"
        remedy = "record first, by `paid`, what was paid out of them, or rebase this game"
        raise Refused(None, "carried_otherwise", f"{what} or other openers: {remedy}")
    stands = GameStands(entry=now.entries + 1, game=game, moved={}, as_played=(*now.as_played, game), reason=reason)
    complete, after = _amend(events, stands, in_force, games, strictly=False)
    if after.kitty < 0:
        raise Refused(
            None, "no_funds", "the kitty had less than it rewarded: record by `paid` what was set aside for it"
        )
    assert isinstance(complete, GameStands)
    return complete


@dataclass(frozen=True, slots=True)
class Terms:
    """What should have been set down when the sitting was opened; None for what was set down rightly."""

    ante: int | None = None
    limit: int | None = None
    readings: Mapping[str, str] | None = None
    seats: tuple[Member, ...] | None = None


def correct_articles(
    events: Sequence[Event], wanted: Terms, reason: str | None, agreed_by: Sequence[Member], games: Games
) -> ArticlesCorrected:
    """Correct articles or the order of the seats that were set down wrongly, by the consent of everybody seated (81).

    What was played stays as it was recorded; the games that it affects are named. Raises Refused while a game runs,
    without everybody's consent, and for an entry or a deal that would not have been possible; Invalid for terms that
    cannot be, or that are those in force.
    """
    now, in_force = sittings.fold(events), entries_in_force(events)
    check_open(now)
    if now.game:
        raise Refused(None, "game_running", "a game of this sitting is being played")
    opened = in_force[0]
    assert isinstance(opened, SittingOpened)
    changed = replace(opened, articles=_articles(opened.articles, wanted), seats=_seats(now, in_force, opened, wanted))
    if changed == opened:
        raise Invalid({"articles": ["are these already: name what was set down wrongly"]})
    check_articles(
        Seating(seats=now.seats, articles=changed.articles, held_on=opened.held_on, agreed_by=tuple(agreed_by))
    )
    if set(agreed_by) != set(now.seats):
        raise Refused(81, "not_agreed", "articles are corrected by the consent of everybody at the table, by name")
    correction = ArticlesCorrected(
        entry=now.entries + 1,
        articles=changed.articles,
        seats=changed.seats,
        agreed_by=tuple(agreed_by),
        moved={},
        as_played=now.as_played,
        reason=reason,
    )
    complete, after = _amend(events, correction, [changed, *in_force[1:]], games, strictly=True)
    assert isinstance(complete, ArticlesCorrected)
    return replace(complete, articles=after.articles, seats=after.seats)


def _articles(articles: Articles, wanted: Terms) -> Articles:
    return replace(
        articles,
        ante=articles.ante if wanted.ante is None else wanted.ante,
        limit=articles.limit if wanted.limit is None else wanted.limit,
        readings={**articles.readings, **(wanted.readings or {})},
    )


def _seats(now: Sitting, in_force: Sequence[Event], opened: SittingOpened, wanted: Terms) -> tuple[Member, ...]:
    """The seats at the opening. Their order can be corrected until somebody arrives or departs."""
    if wanted.seats in (None, now.seats):
        return opened.seats
    assert wanted.seats is not None
    if len(wanted.seats) != len(now.seats) or set(wanted.seats) != set(now.seats):
        raise Invalid({"seats": ["are those who sit there, each once, in another order"]})
    if any(isinstance(event, MemberArrived | MemberDeparted) for event in in_force):
        detail = "players have come or gone since: strike those entries first, and enter them again in the right places"
        raise Refused(None, "company_changed", detail)
    return wanted.seats


def withdraw(events: Sequence[Event], game: str, games: Games) -> GameWithdrawn:
    """Take a game that was made void out of the sitting, as if it had not begun."""
    now = sittings.fold(events)
    left = [e for e in entries_in_force(events) if not (isinstance(e, GameStarted | GameEnded) and e.game == game)]
    as_played = tuple(name for name in now.as_played if name != game)
    withdrawn = GameWithdrawn(entry=now.entries + 1, game=game, moved={}, as_played=as_played)
    complete, _ = _amend(events, withdrawn, left, games, strictly=False)
    assert isinstance(complete, GameWithdrawn)
    return complete


def _amend(
    events: Sequence[Event], amendment: Amendment, left: Sequence[Event], games: Games, *, strictly: bool
) -> tuple[Amendment, Sitting]:
    """Complete an amendment after which the entries in `left` are in force. Also gives the sitting after it."""
    before = entries_in_force(events)
    after, state = _entered_again(left, strictly=strictly)
    unchanged = set(map(id, before))
    moved, issued = difference_posted(before, after, "")
    by_law = chain(after, games)
    to_mend = affected(after, games, by_law, amendment.as_played)
    left_owing = debts(by_law, to_mend)
    complete = replace(
        amendment,
        replaced=tuple(event for event in after if id(event) not in unchanged),
        affected=to_mend,
        moved=_with_debts(moved, sittings.fold(events).debts, left_owing.between),
        issued=issued,
        carried=state.carried,
        minimum=state.minimum,
        running=state.game,
        untraced=left_owing.untraced,
        debts=left_owing.between,
        held=left_owing.held,
        parted=by_law.parted,
    )
    sittings.fold([*events, complete])
    return complete, state


def _with_debts(moved: Mapping[str, int], before: Sequence[GameDebt], after: Sequence[GameDebt]) -> dict[str, int]:
    """The differences of accounts, with those of what members owe one another where debts take the place of others."""
    was, now = owed(before), owed(after)
    total = dict(moved)
    for member in {**was, **now}:
        account = str(between_players(member))
        total[account] = total.get(account, 0) + now.get(member, 0) - was.get(member, 0)
    return {account: n for account, n in total.items() if n}


def _entered_again(left: Sequence[Event], *, strictly: bool) -> tuple[list[Event], Sitting]:
    """Enter all of these again, in order. Raises Refused with the number of the first that is no longer possible."""
    entered: list[Event] = []
    state: Sitting | None = None
    for event in left:
        if state is not None:
            again = decided_again(state, event)
            event = event if again == event else again
        entered.append(event)
        state = sittings.apply(state, event)
        if strictly and min(state.funds.values(), default=0) < 0:
            raise Refused(None, "no_funds", "a player would have less than nothing", step=_number(event))
    assert state is not None
    return entered, state


def _number(event: Event) -> int | None:
    return event.entry if isinstance(event, Entry) else None


def decided_again(state: Sitting, event: Event) -> Event:
    """An event of the sitting as the rules decide it now. Raises Refused, with the entry's number as the step."""
    if isinstance(event, GameStarted):
        return _started_again(state, event)
    # Money that passed between two members did pass, whatever the one still owes the other.
    if not isinstance(event, Entry) or (isinstance(event, PaymentMade) and event.to is not None):
        return event
    if isinstance(event, CutForDeal) and state.cut_dealer:
        # The first game had been made void, and the cut was open again.
        state = replace(state, cut_dealer=None)
    try:
        return replace(decide_entry(state, command_of_entry(event)), entry=event.entry)
    except Refused as refused:
        raise Refused(refused.law, refused.code, refused.detail, step=event.entry) from None
    except Invalid as why:
        raise Refused(None, "does_not_stand", str(why), step=event.entry) from None


def _started_again(state: Sitting, event: GameStarted) -> GameStarted:
    """The beginning of a game, unchanged. Raises Refused if one of its players would not have been seated, or if
    another player would have dealt (18)."""
    if any(m not in state.seats for m in event.players):
        raise Refused(None, "in_play", "a player of a later game would not have been seated")
    due = next_dealer(state)
    if due is not None and nearest(state.seats, due, event.players) != event.dealer:
        raise Refused(18, "not_the_dealer", "the deal of a later game would have been another player's")
    return event
