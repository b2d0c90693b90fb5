"""Lists of sittings and games, and results, as the read tables have them."""

from typing import Any

from api.answers.sitting import jack_pot_body
from ledger.times import timestamp, timestamp_if
from projections.daybook import GameEntry, SittingEntry
from projections.results import Result, Total


def listed_sitting_body(entry: SittingEntry) -> dict[str, Any]:
    """A sitting in the club's list."""
    return {
        "id": str(entry.sitting),
        "number": entry.number,
        "held_on": entry.held_on,
        "status": entry.status,
        "ante": entry.ante,
        "limit": entry.stake_limit,
        "seats": list(entry.seats),
        "games": entry.games,
        "game": str(entry.running) if entry.running else None,
        "carried": entry.carried,
        "jack_pot": jack_pot_body(entry.minimum),
        "opened_at": timestamp(entry.opened_at),
        "closed_at": timestamp_if(entry.closed_at),
    }


def listed_game_body(entry: GameEntry) -> dict[str, Any]:
    """A game in the list of its sitting."""
    return {
        "id": str(entry.game),
        "sitting": str(entry.sitting),
        "number": entry.number,
        "phase": entry.phase,
        "dealer": entry.dealer,
        "seats": list(entry.players),
        "jack_pot": jack_pot_body(entry.minimum),
        "carried_in": entry.carried_in,
        "pool": entry.pool,
        "carried_out": entry.carried_out,
        "begun_at": timestamp(entry.begun_at),
        "settled_at": timestamp_if(entry.settled_at),
    }


def result_body(total: Total) -> dict[str, Any]:
    """What a player won or lost."""
    return {
        "player": total.member,
        "net": total.net,
        "games": total.games,
        "played": total.played,
        "opened": total.opened,
        "won": total.won,
        "shown": total.shown,
        "passed_before_draw": total.passed_before_draw,
        "passed_after_draw": total.passed_after_draw,
        "jack_pots_played": total.jack_pots_played,
        "jack_pots_won": total.jack_pots_won,
        "shows_demanded": total.shows_demanded,
        "shows_net": total.shows_net,
        "shows_took": total.shows_took,
    }


def game_result_body(result: Result) -> dict[str, Any]:
    """What one game was to one player."""
    return {
        "game": str(result.game),
        "sitting": str(result.sitting),
        "number": result.number,
        "held_on": result.held_on,
        "settled_at": timestamp(result.settled_at),
        "net": result.net,
        "running": result.running,
        "took": result.took,
        "played": result.played,
        "opened": result.opened,
        "passed_before_draw": result.passed_before_draw,
        "passed_after_draw": result.passed_after_draw,
        "won": result.won,
        "shown": result.shown,
        "jack_pot": result.jack_pot,
        "demanded": result.demanded,
    }
