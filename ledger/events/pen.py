"""The pen of a table: the token whose holder writes down the games of a sitting, while the others read."""

from collections.abc import Iterable

from ledger.events.base import Event, fact


@fact("sitting.pen_taken")
class PenTaken(Event, frozen=True, kw_only=True):
    """Somebody took the pen of a sitting. `token` is the id of his token; None where the reader may not know it."""

    token: str | None = None


@fact("game.pen_taken")
class GamePenTaken(Event, frozen=True, kw_only=True):
    """From now on the holder of `token` writes down this game. It is saved with the game's first event if somebody has
    the pen then, and with every PenTaken while the game runs: so the stream of the game tells who may write in it."""

    token: str | None = None


def pen_of_game(events: Iterable[Event]) -> str | None:
    """The id of the token that holds the pen by the events of a game; None where nobody has taken it."""
    held = [event.token for event in events if isinstance(event, GamePenTaken)]
    return held[-1] if held else None
