"""A game, with what its reader may see."""

from uuid import UUID

from api.joined import Joined
from ledger.play.legal import irregular_actions, legal_actions
from ledger.seats import Member
from ledger.state.game import Game


def game_body(game_id: UUID, seen: Game) -> Joined:
    """A game as its reader sees it: the state that follows from the events he may know, and from no others."""
    beside = {
        "id": game_id,
        "retired": [m for m in seen.seats if seen.players[m].retired],
        "demanded": [m for m in seen.seats if seen.players[m].demand],
        "legal": legal_actions(seen),
        "irregular": irregular_actions(seen),
        "stakes": {m: _stake(seen, m) for m in seen.seats},
        "cards": {m: seen.players[m].hand for m in seen.seats},
    }
    return Joined(beside, seen)


def _stake(game: Game, member: Member) -> Joined:
    player = game.players[member]
    return Joined({"funds": game.settlement.funds[member] if game.settlement else player.funds}, player)
