"""The season: games of the whole club, found by what happened in them, and the head of a game's page."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Response, request, url_for

from api.lists import freshened
from api.noun import Call
from api.pages.screens import Screens, page
from api.routes.games import wanted_of
from api.schemas.results import CLASSES, GamesQuery
from api.service import service
from ledger.afterwards.disputes import disputes
from ledger.events.amendment import GameCorrected
from ledger.events.base import Event
from ledger.laws.register import LAWS
from ledger.state.game import Game
from projections.season import Winner, games_of_club, winners

screens = Screens("season", __name__)

CONDITIONS = ("member", "sitting", "state", "class", "jack_pot", "disputed", "corrected", "law", "from", "to")
"""The conditions that the address keeps from page to page."""


@screens.shows("/clubs/<id:club>/games", query=GamesQuery)
def games(call: Call) -> Response:
    """The games of the whole club that meet every condition, the last first."""
    tables, query = service().read_tables(call.club), call.input
    freshened(tables, query)
    found = games_of_club(tables, wanted_of(query), limit=query["limit"], cursor=query["cursor"])
    return page(
        "games.html",
        here="games",
        games=found.items,
        next=found.next,
        query=query,
        chosen={name: request.args[name] for name in CONDITIONS if request.args.get(name)},
        members=by_name(call),
        classes=CLASSES,
        laws=LAWS.values(),
    )


def by_name(call: Call) -> list[tuple[str, str]]:
    """The club's members in the order of their names: each member's id, and his name."""
    club = call.books.club()
    return sorted(((member, club.name_of(member)) for member in club.members), key=lambda entry: entry[1].casefold())


@dataclass(frozen=True, slots=True)
class Head:
    """What a game was, at the head of its page, with an address that may be sent to anybody of the club."""

    winners: tuple[Winner, ...]
    carried_out: int
    corrected: bool
    disputes: int
    paid_otherwise: bool
    address: str


def head_of(call: Call, seen: Game, events: Sequence[Event]) -> Head:
    """The head of a game, of which the reader sees this much. `events` are all events of the game."""
    settlement = None if seen.phase == "void" else seen.settlement
    return Head(
        winners=winners(settlement) if settlement else (),
        carried_out=settlement.carried_out if settlement else 0,
        corrected=any(isinstance(event, GameCorrected) for event in events),
        disputes=len(disputes(events)),
        paid_otherwise=seen.paid is not None,
        address=f"{request.host_url.rstrip('/')}{url_for('page_replay.game', game=call.ids['game'])}",
    )
