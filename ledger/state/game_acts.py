"""What each act changes in its game, besides the turn: a table of the acts, and the function of each.

An act that is not in the table changes the player whose act it is (`player.AFTER`), and whose turn was spent last.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from ledger.cards import HAND
from ledger.events.base import Event
from ledger.events.game import (
    IRREGULAR_STAKES,
    Action,
    Borrowed,
    Dealt,
    Drew,
    Passed,
    Phase,
    ShowDemanded,
    StakeCounted,
    Staked,
    StakeKind,
    Stood,
    Straddled,
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
from ledger.seats import Member
from ledger.state.game import Borrowing, Game
from ledger.state.player import AFTER, undealt

Changes = dict[str, Any]
"""Fields of a game with their new values."""


def changes_of(game: Game, event: Action | StakeCounted) -> Changes:
    """The fields of the game that an act changes, without the turn and the step."""
    return CHANGES.get(type(event), _act)(game, event)


def spends_a_turn(event: Event, phase: Phase) -> bool:
    """Whether an act spent a turn. The player who last spent a turn shows last (59).

    An act out of turn spends none, and a player who deposited too little still has his turn (55, 56).
    """
    if type(event) not in _SPENT_IN_TURN or phase == Phase.SHOW:
        return False
    match event:
        case Staked(act=kind):
            return kind not in IRREGULAR_STAKES
        case StakeCounted(act=kind):
            return kind not in IRREGULAR_STAKES and phase != Phase.DRAW
        case Passed(irregular=out_of_turn):
            return not out_of_turn
    return True


_SPENT_IN_TURN = frozenset({Staked, StakeCounted, Passed, Stood, ShowDemanded, Drew})
"""The events that spend the turn of their player, if it is his turn."""


def _act(game: Game, event: Any) -> Changes:
    """The fields that a player's act changes. An act that names no player changes none."""
    member: Member | None = getattr(event, "player", None)
    if member is None:
        return {}
    changes: Changes = {}
    if change := AFTER.get(type(event)):
        player = change(game.players[member], event)
        changes["players"] = {**game.players, member: player}
        if player.round > game.highest:
            changes["highest"] = player.round
    if spends_a_turn(event, game.phase):
        changes["last_actor"] = member
        if game.phase == Phase.BETTING:
            changes["last_bettor"] = member
    return changes


def _stake(game: Game, event: Staked | StakeCounted) -> Changes:
    changes = _act(game, event)
    if event.act == StakeKind.OPENED:
        changes["opener"] = event.player
    return changes


def _straddle(game: Game, event: Straddled) -> Changes:
    return {**_act(game, event), "straddlers": (*game.straddlers, event.player)}


def _borrow(game: Game, event: Borrowed) -> Changes:
    borrowing = Borrowing(event.player, event.lender, event.amount, event.red, event.white, event.blue)
    changes = _act(game, event)
    if lender := changes["players"].get(event.lender):
        changes["players"][event.lender] = replace(lender, funds=lender.funds - event.amount)
    return {**changes, "loans": (*game.loans, borrowing)}


def _draw(game: Game, event: Drew) -> Changes:
    changes = _act(game, event)
    if game.pack is not None:
        changes["pack"] = game.pack[changes["players"][event.player].given :]
    return changes


def _foul(game: Game, event: HandFouled) -> Changes:
    refunds = {"refunds": (*game.refunds, event.refund)} if event.refund else {}
    return {**_act(game, event), **refunds}


def _deal(game: Game, event: Dealt) -> Changes:
    hands = event.hands or {}
    players = {
        m: replace(p, original=hands.get(m), dealt=event.counts.get(m, HAND), taken_up=False)
        for m, p in game.players.items()
    }
    undealt_cards = event.pack[sum(map(len, hands.values())) :] if event.pack is not None else None
    return {"players": players, "pack": undealt_cards}


def _misdeal(game: Game, event: Misdealt) -> Changes:
    """Only the deal is void (8): what was paid and staked stands, unless the say begins again."""
    players = {m: undealt(p, event.say_again, opened=m == game.opener) for m, p in game.players.items()}
    say_undone = {"opener": None, "last_actor": None} if event.say_again else {}
    return {
        "players": players,
        "highest": max([p.round for p in players.values()]),
        "pack": None,
        "shuffled_by_dealer": False,
        "pack_cut": False,
        "distracted_by": None,
        "straddling_closed": True,
        "collected": 0,
        "refunds": (),
        **say_undone,
    }


def _expose(game: Game, event: CardExposed) -> Changes:
    """In the deal the card is his for all to see (11); in the draw it goes to the bottom of the pack (40)."""
    member, card = event.player, event.card
    player = game.players[member]
    if game.phase != Phase.DRAW:
        return {"players": {**game.players, member: replace(player, exposed=(*player.exposed, card))}}
    after = replace(player, exposed_in_draw=(*player.exposed_in_draw, card))
    rest = tuple(c for c in game.pack if c != card) if game.pack is not None else None
    return {"players": {**game.players, member: after}, "pack": None if rest is None else (*rest, card)}


def _collect(game: Game, event: DiscardsCollected) -> Changes:
    """The discards go back into the pack, also those of players who have still to draw (41).

    Nobody knows the order of the pack any more, or where the cards are that were exposed in the draw.
    """
    players = {}
    for member, player in game.players.items():
        changes: Changes = {"exposed_in_draw": ()}
        if player.drawn:
            changes["discards_back"] = True
        elif not player.retired and (player.demand is None or game.reading("short_draw") == "draws"):
            changes["laid_away"] = True
            if event.announced is not None and player.announced is None:
                changes["announced"] = event.announced.get(member, 0)
        players[member] = replace(player, **changes)
    return {"players": players, "collected": game.collected + (event.collected or 0), "pack": None}


def _waive(game: Game, event: LawWaived) -> Changes:
    return {"waived": (*game.waived, event.waived)}


def _shuffle(game: Game, event: Shuffled) -> Changes:
    return {"shuffled_by_dealer": game.shuffled_by_dealer or event.player == game.dealer, "pack_cut": False}


def _cut(game: Game, event: PackCut) -> Changes:
    return {"pack_cut": True}


def _distract(game: Game, event: Distracted) -> Changes:
    return {"distracted_by": game.distracted_by or event.player}


CHANGES: Mapping[type[Event], Callable[[Game, Any], Changes]] = {
    Dealt: _deal,
    Misdealt: _misdeal,
    DiscardsCollected: _collect,
    LawWaived: _waive,
    Shuffled: _shuffle,
    PackCut: _cut,
    Distracted: _distract,
    CardExposed: _expose,
    Staked: _stake,
    StakeCounted: _stake,
    Straddled: _straddle,
    Borrowed: _borrow,
    Drew: _draw,
    HandFouled: _foul,
}
"""The function of each act that changes more of the game than its player. `_act` is that of every other act."""
