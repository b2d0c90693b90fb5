"""Find the games of a sitting that a correction affects, and begin such a game again on what the sitting now has.

A later game keeps its own record. It is affected if the pool carried into it or the openers of its jack-pot would be
others now, or if its acts, played with the counters that the players would now have, are unlawful or settle otherwise.
It is affected as well if the laws would have left it another pool, other openers or another reward, because a game
before it was paid otherwise. A game that stands as it was played is affected no more, unless the table itself could not
have begun it so.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from ledger.afterwards.by_law import Chain
from ledger.afterwards.disputes import readings_ruled
from ledger.afterwards.game_corrections import Slips, replayed
from ledger.articles import Articles
from ledger.events.base import Event
from ledger.events.game import GameBegun, GameSettled, GameUnopened
from ledger.events.settlement import Settlement
from ledger.events.sitting import GameEnded, GameStarted
from ledger.laws.ante import check_payments, paid_in, payments
from ledger.laws.register import EDITION
from ledger.refusals import Invalid, Refused
from ledger.seats import round_from_left_of
from ledger.state import sitting as sittings
from ledger.state.in_force import begun_and_acts
from ledger.state.sitting import Sitting


def affected(
    entries: Sequence[Event], games: Mapping[str, Sequence[Event]], by_law: Chain, as_played: Collection[str]
) -> tuple[str, ...]:
    """The ids of the games to be mended, in the order of play.

    `entries` are the entries of the sitting in force, `games` all events of each game that is over, by its id, and
    `by_law` is their chain. `as_played` are the games that stand as they were played.
    """
    differing = {game.game for game in by_law.games if game.differs}
    to_mend: list[str] = []
    state: Sitting | None = None
    for event in entries:
        if isinstance(event, GameStarted):
            assert state is not None
            if event.game not in games:
                to_mend += [event.game] if by_law.parted else []
            elif left_otherwise(state, games[event.game]) or (
                event.game not in as_played
                and (
                    event.game in differing
                    or _set_down_otherwise(state, games[event.game])
                    or _ends_otherwise(state, games[event.game])
                )
            ):
                to_mend.append(event.game)
        state = sittings.apply(state, event)
    return tuple(to_mend)


def left_otherwise(before: Sitting, events: Sequence[Event]) -> bool:
    """Whether a game began with another pool or other openers than its sitting now has before it."""
    begun, _ = begun_and_acts(events)
    return (begun.carried_in, begun.minimum) != (before.carried, before.minimum)


def _set_down_otherwise(before: Sitting, events: Sequence[Event]) -> bool:
    """Whether a game began with another table or other articles than its sitting now has before it."""
    begun, _ = begun_and_acts(events)
    articles = as_ruled(before.articles, begun, readings_ruled(events))
    return (begun.table, begun.articles) != (before.seats, articles)


def _ends_otherwise(before: Sitting, events: Sequence[Event]) -> bool:
    """Whether a game, played with what the sitting now has before it, is unlawful or settles otherwise."""
    begun, acts = begun_and_acts(events)
    settlements = [event.settlement for event in acts if isinstance(event, GameSettled | GameUnopened)]
    try:
        begun_again = rebased(before, begun, readings_ruled(events))
    except Refused:
        return True
    if begun_again == begun:
        return False
    if not settlements:
        return True
    # Today's rules do not judge again what an older edition settled: they judge both beginnings, or neither.
    was = settlements[-1] if begun.edition == EDITION else _settlement_anew(events, begun)
    return _settlement_anew(events, begun_again) != (was and _without_funds(was))


def _settlement_anew(events: Sequence[Event], begun: GameBegun) -> Settlement | None:
    """The settlement of the acts on another beginning, without the funds; None where they are unlawful there."""
    try:
        settlement = replayed(events, Slips(), begun).game.settlement
    except (Refused, Invalid):
        return None
    return settlement and _without_funds(settlement)


def as_ruled(articles: Articles, begun: GameBegun, ruled: Iterable[str]) -> Articles:
    """The articles of the sitting for one game, with the readings that a ruling fixed for it (77)."""
    fixed = {name: begun.articles.readings[name] for name in ruled}
    return replace(articles, readings={**articles.readings, **fixed}) if fixed else articles


def _without_funds(settlement: Settlement) -> Settlement:
    return replace(settlement, funds={}, edition="")


def rebased(before: Sitting, begun: GameBegun, ruled: Iterable[str] = ()) -> GameBegun:
    """The beginning of a game with the table, articles, funds, carried pool, openers and kitty that the sitting has
    before it now. The readings in `ruled` stay, which a ruling fixed for the game.

    Raises Refused (20) if a player has not enough to pay in.
    """
    articles = as_ruled(before.articles, begun, ruled)
    players = tuple(m for m in before.seats if m in begun.seats)
    ante_man = round_from_left_of(players, begun.dealer)[0]
    ante, paid = payments(articles, players, jack_pot=before.minimum is not None)
    due = paid_in(players, ante_man, ante, paid)
    funds = {m: before.funds[m] for m in players}
    check_payments(funds, due)
    return replace(
        begun,
        articles=articles,
        table=before.seats,
        seats=players,
        ante_man=ante_man,
        funds=funds,
        ante=ante,
        payments=paid,
        carried_in=before.carried,
        minimum=before.minimum,
        kitty=before.kitty,
    )


def before_game(entries: Sequence[Event], game: str) -> Sitting:
    """The state of the sitting, by its entries in force, before a game began."""
    state: Sitting | None = None
    for event in entries:
        if isinstance(event, GameStarted) and event.game == game:
            break
        state = sittings.apply(state, event)
    assert state is not None
    return state


def after_game(entries: Sequence[Event], game: str) -> str | None:
    """The id of the game that was begun next after a game, by the entries in force; None if there was none."""
    begun = [event.game for event in entries if isinstance(event, GameStarted)]
    return next(iter(begun[begun.index(game) + 1 :]), None)


def restarted(started: GameStarted, begun: GameBegun) -> GameStarted:
    """The sitting's event of a game's beginning, with what was paid in and carried in after the game was rebased."""
    due = paid_in(begun.seats, begun.ante_man, begun.ante, begun.payments)
    staked = {m: n for m, n in due.items() if n}
    return replace(started, players=begun.seats, staked=staked, carried_in=begun.carried_in)


def over(entries: Sequence[Event]) -> tuple[str, ...]:
    """The ids of the games of a sitting that have ended, in the order in which they did."""
    return tuple(event.game for event in entries if isinstance(event, GameEnded))
