"""A sitting's recorded events as a game file, which plays them again."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ledger.afterwards.by_law import chain
from ledger.afterwards.payout import as_awarded
from ledger.articles import Articles
from ledger.events.adjustment import SittingAdjusted
from ledger.events.amendment import GamePaid
from ledger.events.base import Event
from ledger.events.game import Action, GameBegun
from ledger.events.pen import PenTaken
from ledger.events.sitting import (
    Counters,
    Entry,
    GameEnded,
    GameStarted,
    PaymentMade,
    SittingClosed,
    SittingOpened,
)
from ledger.gamefile.lines import (
    Act,
    AsPlayed,
    Close,
    Enter,
    ExpectCarried,
    ExpectResults,
    GameFile,
    Line,
    Name,
    OpenSitting,
    Record,
    StartGame,
    seated_by,
)
from ledger.gamefile.names import renamed
from ledger.gamefile.payouts import payout_of
from ledger.gamefile.writer import written
from ledger.play.commands import Command, Draw
from ledger.play.commands_again import command_of
from ledger.seats import Member
from ledger.state.game_fold import fold
from ledger.state.in_force import begun_and_acts, entries_in_force, events_in_force
from ledger.table.commands import SellCounters
from ledger.table.entries import command_of_entry


def from_events(
    sitting_events: Iterable[Event],
    games_events: Mapping[str, Sequence[Event]],
    names: Mapping[Member, str],
    currency: str | None = None,
) -> GameFile:
    """The file of a sitting. `games_events` holds all events of each of its games, by the game's id.

    The file holds what is in force: no struck entry or act, and no void game. The results of each game follow it
    as expectations, so playing the file checks the record. A member who has no name, or shares his name with
    another, appears under his id. Raises ValueError if the number of a draw was withheld, or if a game file has no
    line for an event.
    """
    acts: list[Act] = []
    running: list[Act] = []
    entries = entries_in_force(sitting_events)
    as_played = _as_played(entries, games_events)
    for event in entries:
        match event:
            case GameStarted(game=game):
                begun, *running = _game(games_events[game])
                acts.append(begun)
            case GameEnded(game=game):
                # Entries made while the game ran are written between its beginning and its acts.
                acts, running = acts + running + as_played.get(game, []), []
            case PenTaken():
                continue  # Who held the pen alters no game.
            case SittingAdjusted() | PaymentMade() if _is_closed(acts):
                continue  # What is adjusted or paid after the close is no part of the evening.
            case _:
                acts += _acts_of(event, currency)
    acts += running
    return _file(acts, names)


def _file(acts: Sequence[Act], names: Mapping[Member, str]) -> GameFile:
    """The file of these acts, the head first, with names for ids."""
    assert isinstance(acts[0], OpenSitting), "a sitting's first event is SittingOpened"
    known_as = _told_apart(seated_by(acts), names)
    return GameFile(tuple(_line(n, renamed(act, known_as.__getitem__)) for n, act in enumerate(acts, start=1)))


def game_from_events(
    opened: SittingOpened,
    game_events: Sequence[Event],
    names: Mapping[Member, str],
    currency: str | None = None,
) -> GameFile:
    """The file of one game, as if its sitting had begun with it. `opened` is the first event of its sitting.

    The head takes over what was carried into the game and what the reward held; every player buys the counters that he
    had. Otherwise as `from_events`, and it raises the same.
    """
    begun = begun_and_acts(game_events)[0]
    of_reward = begun.articles.kitty is not None and begun.articles.kitty.purpose == "reward"
    head = OpenSitting(
        seats=begun.table,
        articles=begun.articles,
        agreed_by=begun.table if opened.agreed_by else (),
        currency=currency,
        held_on=opened.held_on or None,
        carried=begun.carried_in,
        minimum=begun.minimum,
        kitty=begun.kitty if of_reward else 0,
    )
    bought = [_bought(player, funds, begun.articles) for player, funds in begun.funds.items() if funds]
    started, *acts = _game(game_events)
    assert isinstance(started, StartGame), "a game's first event is GameBegun"
    return _file([head, *bought, replace(started, dealer=begun.dealer), *acts], names)


def _bought(player: Member, funds: int, articles: Articles) -> Act:
    """The sale of counters worth so much, the dearest first and the rest as odd."""
    counters = {}
    for colour, worth in sorted(articles.counter_values.items(), key=lambda priced: -priced[1]):
        counters[colour], funds = divmod(funds, worth)
    return Enter(SellCounters(player=player, counters=Counters(**counters, odd=funds)))


def _as_played(entries: Sequence[Event], games_events: Mapping[str, Sequence[Event]]) -> dict[str, list[Act]]:
    """The line of each game that stands as it was played, though the laws left it something else, by the game's id."""
    begun = [event.game for event in entries if isinstance(event, GameStarted)]
    differing = [game.game for game in chain(entries, games_events).games if game.differs]
    return {game: [AsPlayed(begun.index(game) + 1)] for game in differing}


def _is_closed(acts: Sequence[Act]) -> bool:
    return bool(acts) and isinstance(acts[-1], Close)


def _line(number: int, act: Act) -> Line:
    return Line(number, written(act), act)


def _told_apart(members: Sequence[Member], names: Mapping[Member, str]) -> dict[Member, Name]:
    taken = [names.get(m) for m in members]
    fit = {name for name in taken if name and name.strip() and name != "bank" and taken.count(name) == 1}
    return {m: name if name and name in fit else m for m, name in zip(members, taken, strict=True)}


def _acts_of(event: Event, currency: str | None) -> list[Act]:
    """The lines from which an event of a sitting follows. Raises ValueError where no line leads to it."""
    match event:
        case SittingOpened():
            return [_opening(event, currency)]
        case Entry():
            return [Enter(command_of_entry(event))]
        case SittingClosed(carried=carried, divided=divided, agreed_by=agreed_by, kitty_agreed_by=giving):
            consented = agreed_by if divided else giving
            return [Close(stands_over=carried > 0, divided=divided, agreed_by=consented, kitty_to_club=bool(giving))]
    # A file that left an event out would not play as the sitting was played.
    raise ValueError(f"a game file has no line for {event.topic}")


def _opening(event: SittingOpened, currency: str | None) -> OpenSitting:
    return OpenSitting(
        seats=event.seats,
        articles=event.articles,
        agreed_by=event.agreed_by,
        currency=currency,
        held_on=event.held_on or None,
        carried=event.carried,
        minimum=event.minimum,
        kitty=event.kitty,
    )


def _game(events: Sequence[Event]) -> list[Act]:
    acts: list[Act] = []
    for event in events_in_force(events):
        match event:
            case GameBegun(dealer=dealer, dealer_by=how, table=table, seats=seats):
                out = tuple(m for m in table if m not in seats)
                acts.append(StartGame(dealer=dealer if how == "named" else None, sitting_out=out))
            case Action():
                acts.append(Record(_plain(command_of(event))))
    document = as_awarded(events)
    if document is None:
        return acts
    game, done, paid = fold(events), document.to_be_done, _payment(events)
    if paid is not None:
        acts.append(payout_of(events, document, paid))
        done = game.as_done or done
    acts.append(ExpectResults(paid.results if paid else document.results))
    if done.carried_out:
        acts.append(ExpectCarried(done.carried_out, done.minimum))
    return acts


def _payment(events: Sequence[Event]) -> GamePaid | None:
    """The last payment that was recorded out of a game's pool."""
    return next((event for event in reversed(events_in_force(events)) if isinstance(event, GamePaid)), None)


def _plain(command: Command) -> Command:
    """A draw that kept the hand, as a number instead of an empty list of cards."""
    if isinstance(command, Draw) and not command.discarded:
        return replace(command, discard=0, cards=command.cards or None)
    return command
