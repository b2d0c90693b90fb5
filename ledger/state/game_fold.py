"""A game folded from its events: `apply(game, event)`, which never refuses, and the counters conserved at every event.

Every recorded act folds its game, so speed counts here.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from ledger.cards import HAND
from ledger.events.amendment import GameCorrected, GamePaid, GameVoided
from ledger.events.base import Event
from ledger.events.game import (
    Action,
    Borrowed,
    Dealt,
    Drew,
    GameBegun,
    GameSettled,
    GameUnopened,
    Passed,
    Phase,
    ShowDemanded,
    StakeCounted,
    Staked,
    StakeKind,
    Stood,
    Straddled,
    Turn,
)
from ledger.events.mishaps import (
    CardExposed,
    DiscardsCollected,
    Distracted,
    HandFouled,
    LawWaived,
    Misdealt,
    PackCut,
    Shuffled,
)
from ledger.refusals import BooksDoNotBalance
from ledger.seats import Member
from ledger.state.game import Borrowing, Game
from ledger.state.in_force import BESIDE, events_in_force, record_of
from ledger.state.player import Player, player_after, undealt


def spends_a_turn(event: Event, phase: Phase) -> bool:
    """Whether an act spent a turn. The player who last spent a turn shows last (59).

    An act out of turn spends none, and a player who deposited too little still has his turn (55, 56).
    """
    match event:
        case (
            Staked(act=StakeKind.AHEAD | StakeKind.SHORT)
            | StakeCounted(act=StakeKind.SHORT)
            | Passed(irregular=True, unseen=False)
        ):
            return False
        case StakeCounted():
            return phase != Phase.DRAW
        case _:
            return isinstance(event, Staked | Stood | Passed | ShowDemanded | Drew) and phase != Phase.SHOW


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
    )


def _changes(game: Game, event: Action | StakeCounted) -> dict[str, Any]:
    """The fields of the game that an action changes, without the turn and the step."""
    match event:
        case Dealt():
            return _deal(game, event)
        case Misdealt():
            return _misdeal(game, event)
        case DiscardsCollected():
            return _collect(game, event)
        case LawWaived(waived=law):
            return {"waived": (*game.waived, law)}
        case Shuffled(player=m):
            return {"shuffled_by_dealer": game.shuffled_by_dealer or m == game.dealer, "pack_cut": False}
        case PackCut():
            return {"pack_cut": True}
        case Distracted(player=m):
            return {"distracted_by": game.distracted_by or m}
        case CardExposed():
            return _expose(game, event)
        case _:
            return _act(game, event)


def _act(game: Game, event: Action | StakeCounted) -> dict[str, Any]:
    """The fields that a player's act changes. An act that names no player changes none."""
    member: Member | None = getattr(event, "player", None)
    if member is None:
        return {}
    players = {**game.players, member: player_after(game.players[member], event)}
    changes: dict[str, Any] = {"players": players}
    match event:
        case Straddled():
            changes["straddlers"] = (*game.straddlers, member)
        case Borrowed(lender=lender, amount=n):
            borrowing = Borrowing(member, lender, n, event.red, event.white, event.blue)
            changes["loans"] = (*game.loans, borrowing)
            if lender in players:
                players[lender] = replace(players[lender], funds=players[lender].funds - n)
        case Drew() if game.pack is not None:
            changes["pack"] = game.pack[players[member].given :]
        case HandFouled(refund=refund) if refund:
            changes["refunds"] = (*game.refunds, refund)
        case Staked(act=StakeKind.OPENED) | StakeCounted(act=StakeKind.OPENED):
            changes["opener"] = member
    if spends_a_turn(event, game.phase):
        changes["last_actor"] = member
        if game.phase == Phase.BETTING:
            changes["last_bettor"] = member
    return changes


def _deal(game: Game, event: Dealt) -> dict[str, Any]:
    hands = event.hands or {}
    players = {
        m: replace(p, original=hands.get(m), dealt=event.counts.get(m, HAND), taken_up=False)
        for m, p in game.players.items()
    }
    undealt_cards = event.pack[sum(map(len, hands.values())) :] if event.pack is not None else None
    return {"players": players, "pack": undealt_cards}


def _misdeal(game: Game, event: Misdealt) -> dict[str, Any]:
    """Only the deal is void (8): what was paid and staked stands, unless the say begins again."""
    say_undone = {"opener": None, "last_actor": None} if event.say_again else {}
    return {
        "players": {m: undealt(p, event.say_again) for m, p in game.players.items()},
        "pack": None,
        "shuffled_by_dealer": False,
        "pack_cut": False,
        "distracted_by": None,
        "straddling_closed": True,
        "collected": 0,
        "refunds": (),
        **say_undone,
    }


def _expose(game: Game, event: CardExposed) -> dict[str, Any]:
    """In the deal the card is his for all to see (11); in the draw it goes to the bottom of the pack (40)."""
    member, card = event.player, event.card
    player = game.players[member]
    if game.phase != Phase.DRAW:
        return {"players": {**game.players, member: replace(player, exposed=(*player.exposed, card))}}
    after = replace(player, exposed_in_draw=(*player.exposed_in_draw, card))
    rest = tuple(c for c in game.pack if c != card) if game.pack is not None else None
    return {"players": {**game.players, member: after}, "pack": None if rest is None else (*rest, card)}


def _collect(game: Game, event: DiscardsCollected) -> dict[str, Any]:
    """The discards go back into the pack, and nobody knows its order any more (41)."""
    players = dict(game.players)
    for member, player in game.players.items():
        if player.drawn:
            players[member] = replace(player, discards_back=True)
        elif event.announced is not None and not player.retired:
            players[member] = replace(player, announced=event.announced.get(member, 0))
    return {"players": players, "collected": game.collected + (event.collected or 0), "pack": None}


def _new_round(players: Mapping[Member, Player]) -> dict[Member, Player]:
    return {m: replace(p, round=0) for m, p in players.items()}


def apply(game: Game | None, event: Event) -> Game:
    """The state after one more event. It judges nothing: what the event says has happened.

    A GameCorrected must be resolved first, as `fold` does.
    """
    if isinstance(event, GameBegun):
        return begin(event)
    assert game is not None, "a game's first event is GameBegun"
    if isinstance(event, GameSettled | GameUnopened):
        return replace(game, turn=event.turn, settlement=event.settlement, version=game.version + 1)
    if isinstance(event, BESIDE):
        return replace(game, version=game.version + 1)
    if isinstance(event, GameVoided | GamePaid):
        return _afterwards(game, event)
    assert isinstance(event, Action | StakeCounted), event
    return turned(acted(game, event), event.turn)


def enter_betting(game: Game) -> Game:
    """The game after the draw: the stakes of the betting start at nothing (53)."""
    return replace(game, players=_new_round(game.players), turn=replace(game.turn, phase=Phase.BETTING))


def acted(game: Game, event: Action | StakeCounted) -> Game:
    """The game after an act, in which the turn is still the one before it."""
    return replace(game, **_changes(game, event), step=event.step, version=game.version + 1)


def turned(game: Game, turn: Turn) -> Game:
    """The game when its turn has passed on. After the draw the stakes of the betting start at nothing (53)."""
    if game.turn.phase == Phase.DRAW and turn.phase in (Phase.BETTING, Phase.SHOW):
        return replace(game, players=_new_round(game.players), turn=turn)
    return replace(game, turn=turn)


def _afterwards(game: Game, event: GameVoided | GamePaid) -> Game:
    """The game after it was made void, each stake with its owner again, or after its pool was paid otherwise."""
    version = game.version + 1
    if isinstance(event, GamePaid):
        assert game.settlement is not None
        document = replace(game.settlement, results=event.results, funds=event.funds, advances=event.advances)
        return replace(game, settlement=document, paid=event.paid, version=version)
    players = {
        m: replace(p, funds=event.funds[m], ante=0, stake=0, payment=0, round=0, borrowed=0)
        for m, p in game.players.items()
    }
    return replace(game, players=players, carried_in=0, turn=event.turn, version=version)


def fold(events: Iterable[Event], game: Game | None = None) -> Game:
    """Replay the events of a game that are in force. Events that follow on `game` are taken as they are.

    The number of a struck step is not given again: `step` is the highest there ever was. Raises BooksDoNotBalance when
    counters were made or lost on the way.
    """
    events = list(events)
    state = _folded(events_in_force(events) if game is None else events, game)
    if not any(isinstance(event, GameCorrected) for event in events):
        return state
    steps = [line.event.step for line in record_of(events) if isinstance(line.event, Action)]
    return replace(state, step=max(steps, default=0), version=len(events))


def _folded(events: Iterable[Event], game: Game | None) -> Game:
    held = 0 if game is None else counters(game)
    for event in events:
        after = apply(game, event)
        held = _conserved(game, held, after, event)
        game = after
    assert game is not None, "no events"
    return game


def counters(game: Game) -> int:
    """The value of all counters in the game: with its players, and in its pool until that is divided."""
    if game.settlement is None:
        return game.carried_in + sum([p.funds + p.ante + p.stake + p.payment for p in game.players.values()])
    document = game.settlement
    reward = document.reward.amount if document.reward else 0
    paid_in = reward + sum(document.advances.values())
    return sum(document.funds.values()) + document.carried_out + document.kitty - paid_in


def check_conserved(before: Game | None, after: Game, event: Event) -> None:
    """Check that an event neither made nor lost counters, except for what the bank lent. Raises BooksDoNotBalance."""
    _conserved(before, 0 if before is None else counters(before), after, event)


def _conserved(before: Game | None, held: int, after: Game, event: Event) -> int:
    """The counters after an event, `held` being those before it. Raises BooksDoNotBalance."""
    if before is None:
        assert isinstance(event, GameBegun)
        expected = sum(event.funds.values()) + event.carried_in
    else:
        expected = held + _put_in_issue(before, event)
    holds = counters(after)
    if holds != expected:
        raise BooksDoNotBalance(f"{holds} counters after {type(event).__name__}, not {expected}")
    return holds


def _put_in_issue(before: Game, event: Event) -> int:
    """What an event adds to the counters in the game: a loan of the bank; less than 0 for what a void game gives up."""
    match event:
        case Borrowed(lender=lender, amount=n):
            return 0 if lender in before.players else n
        case GameVoided(issued=n):
            return n - before.carried_in
    return 0
