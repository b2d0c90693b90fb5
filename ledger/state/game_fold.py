"""A game folded from its events: `apply(game, event)`, which never refuses, and the counters conserved at every event.

Every recorded act folds its game, so speed counts here.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from ledger.events.adjustment import GameAdjusted
from ledger.events.amendment import GameCorrected, GamePaid, GameVoided
from ledger.events.base import Event
from ledger.events.game import (
    Action,
    Borrowed,
    GameBegun,
    GameSettled,
    GameUnopened,
    Phase,
    StakeCounted,
    Turn,
)
from ledger.refusals import BooksDoNotBalance
from ledger.state.game import Game
from ledger.state.game_acts import changes_of
from ledger.state.in_force import BESIDE, events_in_force, record_of
from ledger.state.player import Player


def begin(event: GameBegun) -> Game:
    """The state after a game's first event."""
    players = {
        m: Player(funds=event.funds[m] - event.payments.get(m, 0), payment=event.payments.get(m, 0))
        for m in event.seats
    }
    ante_man = players[event.ante_man]
    players[event.ante_man] = replace(ante_man, funds=ante_man.funds - event.ante, ante=event.ante, round=event.ante)
    return Game(
        sitting=event.sitting,
        number=event.number,
        articles=event.articles,
        table=event.table,
        seats=event.seats,
        dealer=event.dealer,
        ante_man=event.ante_man,
        carried_in=event.carried_in,
        minimum=event.minimum,
        kitty=event.kitty,
        edition=event.edition,
        turn=event.turn,
        players=players,
        highest=event.ante,
    )


def _new_round(game: Game, turn: Turn) -> Game:
    return replace(game, players={m: replace(p, round=0) for m, p in game.players.items()}, highest=0, turn=turn)


def apply(game: Game | None, event: Event) -> Game:
    """The state after one more event. It judges nothing: what the event says has happened.

    A GameCorrected must be resolved first, as `fold` does.
    """
    if isinstance(event, GameBegun):
        return begin(event)
    assert game is not None, "a game's first event is GameBegun"
    if isinstance(event, (Action, StakeCounted)):
        return turned(acted(game, event), event.turn)
    if isinstance(event, (GameSettled, GameUnopened)):
        return replace(game, turn=event.turn, settlement=event.settlement, version=game.version + 1)
    if isinstance(event, GameAdjusted):
        changed = {m: game.adjusted.get(m, 0) + n for m, n in event.changes.items()}
        return replace(game, adjusted={**game.adjusted, **changed}, version=game.version + 1)
    if isinstance(event, BESIDE):
        return replace(game, version=game.version + 1)
    assert isinstance(event, (GameVoided, GamePaid)), event
    return _afterwards(game, event)


def enter_betting(game: Game) -> Game:
    """The game after the draw: the stakes of the betting start at nothing (53)."""
    return _new_round(game, replace(game.turn, phase=Phase.BETTING))


def acted(game: Game, event: Action | StakeCounted) -> Game:
    """The game after an act, in which the turn is still the one before it."""
    return replace(game, **changes_of(game, event), step=event.step, version=game.version + 1)


def turned(game: Game, turn: Turn) -> Game:
    """The game when its turn has passed on. After the draw the stakes of the betting start at nothing (53)."""
    if game.turn.phase == Phase.DRAW and turn.phase in (Phase.BETTING, Phase.SHOW):
        return _new_round(game, turn)
    return replace(game, turn=turn)


def _afterwards(game: Game, event: GameVoided | GamePaid) -> Game:
    """The game after it was made void, each stake with its owner again, or after its pool was paid otherwise."""
    version = game.version + 1
    if isinstance(event, GamePaid):
        assert game.settlement is not None
        document = replace(game.settlement, results=event.results, funds=event.funds, advances=event.advances)
        return replace(game, settlement=document, paid=event.paid, done=event.done, version=version)
    players = {
        m: replace(p, funds=event.funds[m], ante=0, stake=0, payment=0, round=0, borrowed=0)
        for m, p in game.players.items()
    }
    return replace(game, players=players, highest=0, carried_in=0, turn=event.turn, version=version)


def fold(events: Iterable[Event], game: Game | None = None) -> Game:
    """Replay the events of a game that are in force. Events that follow on `game` are taken as they are.

    The number of a struck step is not given again: `step` is the highest there ever was. Raises BooksDoNotBalance when
    counters were made or lost on the way.
    """
    events = list(events)
    if game is not None or not any(isinstance(event, GameCorrected) for event in events):
        return _folded(events, game)
    state = _folded(events_in_force(events), None)
    steps = [line.event.step for line in record_of(events) if isinstance(line.event, Action)]
    return replace(state, step=max(steps, default=0), version=len(events))


def _folded(events: Iterable[Event], game: Game | None) -> Game:
    for event in events:
        after = apply(game, event)
        check_conserved(game, after, event)
        game = after
    assert game is not None, "no events"
    return game


def counters(game: Game) -> int:
    """The value of all counters in the game: with its players, and in its pool until that is divided."""
    if game.settlement is None:
        return game.carried_in + sum([p.counters for p in game.players.values()])
    document, done = game.settlement, game.as_done
    assert done is not None
    reward = done.reward.amount if done.reward else 0
    paid_in = reward + sum(document.advances.values())
    return sum(document.funds.values()) + done.carried_out + done.kitty - paid_in


def check_conserved(before: Game | None, after: Game, event: Event) -> None:
    """Check that an event neither made nor lost counters, except for what the bank lent. Raises BooksDoNotBalance."""
    if before is None:
        assert isinstance(event, GameBegun)
        expected = sum(event.funds.values()) + event.carried_in
        if counters(after) != expected:
            raise _not_conserved(after, event, expected)
        return
    issued = _put_in_issue(before, event) if isinstance(event, (Borrowed, GameVoided)) else 0
    if _gained(before, after) != issued:
        raise _not_conserved(after, event, counters(before) + issued)


def _gained(before: Game, after: Game) -> int:
    """How many more counters there are after an event.

    Only a player who was changed can hold more or less than before, and an act changes one or two of them.
    """
    players = before.players
    if before.settlement is not None or after.settlement is not None or len(after.players) != len(players):
        return counters(after) - counters(before)
    gained = after.carried_in - before.carried_in
    for member, player in after.players.items():
        if player is not players[member]:
            gained += player.counters - players[member].counters
    return gained


def _not_conserved(after: Game, event: Event, expected: int) -> BooksDoNotBalance:
    return BooksDoNotBalance(f"{counters(after)} counters after {type(event).__name__}, not {expected}")


def _put_in_issue(before: Game, event: Event) -> int:
    """What an event adds to the counters in the game: a loan of the bank; less than 0 for what a void game gives up."""
    match event:
        case Borrowed(lender=lender, amount=n):
            return 0 if lender in before.players else n
        case GameVoided(issued=n):
            return n - before.carried_in
    return 0
