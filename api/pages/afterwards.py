"""What is found afterwards, for the pages: affected games with what the laws give, and adjusting entries."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from api.answers.adjustments import adjustments_in, game_numbers
from api.noun import Call
from ledger.afterwards.by_law import ByLaw
from ledger.afterwards.evening import Mending
from ledger.application.evenings import Evenings
from ledger.seats import Member


@dataclass(frozen=True, slots=True)
class Affected:
    """A game of an open sitting that is affected: what it would be if it were mended, and what the laws make of it."""

    mending: Mending
    by_law: ByLaw


@dataclass(frozen=True, slots=True)
class LaterGame:
    """A later game that stays as it was played, and what each would have won more by the laws; None if that cannot be
    told."""

    game: str
    number: int
    due: Mapping[Member, int] | None


@dataclass(frozen=True, slots=True)
class Adjusted:
    """An adjusting entry, with the number of its game and the later games that would have gone otherwise."""

    entry: Mapping[str, Any]
    number: int
    later: tuple[LaterGame, ...]


def affected_games(call: Call, sitting: UUID) -> tuple[Affected, ...]:
    """The affected games of an open sitting, in the order of play."""
    state = call.books.sitting(sitting)
    if state.closed or not state.affected:
        return ()
    evenings = Evenings(call.books)
    by_law = evenings.by_law(sitting, call.reader)
    return tuple(Affected(mending, by_law[mending.game]) for mending in evenings.to_be_mended(sitting, call.reader))


def adjustments_of(call: Call, sitting: UUID, game: UUID | None = None) -> tuple[Adjusted, ...]:
    """The adjusting entries of a closed sitting, the oldest first; those of one game, where it is named."""
    made = adjustments_in(call.books.recorded(sitting), call.books, call.reader)
    wanted = [entry for entry in made if game is None or entry["game"] == str(game)]
    if not wanted:
        return ()
    numbers = game_numbers(call.books, sitting)
    by_law = Evenings(call.books).by_law(sitting, call.reader)
    return tuple(Adjusted(entry, numbers[entry["game"]], _later(entry, numbers, by_law)) for entry in wanted)


def _later(entry: Mapping[str, Any], numbers: Mapping[str, int], by_law: Mapping[str, ByLaw]) -> tuple[LaterGame, ...]:
    games = (by_law[later["game"]] for later in entry["affected"])
    return tuple(LaterGame(one.game, numbers[one.game], one.due if one.settlement else None) for one in games)
