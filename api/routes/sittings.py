"""Sittings: opened, read, cut for the deal, closed; their list, and the entries of their books."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from msgspec.structs import replace

from api.answers.entries import listed_entry_body
from api.joined import Joined
from api.lists import Answer as Listed
from api.lists import answered, current, freshened, page_of
from api.noun import Answer, Call, Noun, entered, etag, unless_known, written
from api.routes.results import period_of
from api.schemas.entries import NewCut, OneEntry, SittingEntry
from api.schemas.lists import FreshListQuery, listed
from api.schemas.nothing import Nothing
from api.schemas.results import ListedSitting, SittingsQuery
from api.schemas.sittings import Closing, NewSitting, Sitting, WrittenSitting
from api.service import service
from ledger.application.club_books import ClubBooks, NotFound, Saved
from ledger.application.pens import Pens
from ledger.articles import Articles, Kitty
from ledger.events.amendment import SittingCorrected
from ledger.events.sitting import Entry
from ledger.laws.deal import next_dealer
from ledger.laws.readings import complete
from ledger.state import sitting as state
from ledger.state.game import Game
from ledger.store import Recorded
from ledger.table.agreement import Seating
from ledger.table.company import advice
from ledger.telling.redaction import redacted_entry, sees_entry
from projections import daybook

noun = Noun("sittings", __name__, description="One table, from seating to buy-back.")


@noun.writes("/v1/clubs/<id:club>/sittings", NewSitting, WrittenSitting, versioned=False, creates="/v1/sittings/{id}")
def open_sitting(call: Call) -> Answer:
    """Open a sitting."""
    saved = call.books.open_sitting(call.request, _seating(call))
    return written(saved, _body(call, saved))


def _seating(call: Call) -> Seating:
    body = call.input
    held_on = body["held_on"] or call.books.clock().date()
    return Seating(
        seats=tuple(body["players"]),
        articles=_articles(body["ante"], body["limit"], body["articles"] or {}),
        held_on=held_on.isoformat(),
        agreed_by=tuple(body["agreed_by"]),
        carried_from=body["carried_from"],
    )


def _articles(ante: int, limit: int, departures: dict[str, Any]) -> Articles:
    """The articles complete: where nothing was said, the book holds."""
    kitty = departures.get("kitty")
    return Articles(
        ante=ante,
        limit=limit,
        readings=complete(departures.get("readings", {})),
        variants=tuple(dict.fromkeys(departures.get("variants", ()))),
        kitty=kitty and Kitty(**kitty),
        abrogated=tuple(sorted(set(departures.get("abrogated", ())))),
        loans=departures.get("loans", True),
    )


def _body(call: Call, saved: Saved) -> Joined:
    return _shown(call, saved.stream, call.books.sitting(saved.stream, at=saved.last), None)


def _shown(call: Call, sitting_id: UUID, sitting: state.Sitting, running: Game | None) -> Joined:
    """The sitting with what follows from it; the counters of those who play are in its `running` game."""
    in_play = {m: player.funds for m, player in running.players.items()} if running else {}
    beside = {
        "id": sitting_id,
        "status": "closed" if sitting.closed else "open",
        "funds": {m: in_play.get(m, funds) for m, funds in sitting.funds.items()},
        "next_dealer": next_dealer(sitting),
        "advice": advice(sitting.seats),
        "pen": pen_label(call.books, sitting),
    }
    return Joined(beside, sitting)


def pen_label(books: ClubBooks, sitting: state.Sitting) -> str | None:
    """The label of the token that holds the pen of a sitting; None where nobody has it, or the token was revoked."""
    if sitting.pen is None:
        return None
    club = books.club()
    return club.label_of(sitting.pen) if sitting.pen in club.tokens else None


@noun.reads("/v1/clubs/<id:club>/sittings", listed(ListedSitting), query=SittingsQuery)
def list_sittings(call: Call) -> Listed:
    """The club's sittings that meet every condition of the query, the last first."""
    tables, query = service().read_tables(call.club), call.input
    position = freshened(tables, query)
    chosen = {name: query[name] for name in ("held", "status", "member", "limit", "cursor")}
    page = daybook.sittings(tables, period=period_of(query), **chosen)
    return answered(page, call.input, position)


@noun.reads("/v1/sittings/<id:sitting>", Sitting, conditional=True)
def read_sitting(call: Call) -> Any:
    """A sitting as it stands."""
    sitting_id = call.ids["sitting"]
    sitting = call.books.sitting(sitting_id)
    # The counters of those who play are in the game's stream, and the label of the pen in the club's: while there is
    # either, the version alone does not tell that nothing has changed.
    if sitting.game is None and sitting.pen is None:
        return unless_known(sitting.version, lambda: _shown(call, sitting_id, sitting, None))
    return _with_running(call, sitting_id, sitting), {"ETag": etag(sitting.version)}


def _with_running(call: Call, sitting_id: UUID, sitting: state.Sitting) -> Joined:
    running = call.books.game(UUID(sitting.game)) if sitting.game else None
    return _shown(call, sitting_id, sitting, running)


@noun.reads("/v1/sittings/<id:sitting>/entries", listed(SittingEntry), query=FreshListQuery)
def list_entries(call: Call) -> Listed:
    """The numbered entries of a sitting's book, struck ones marked. What passed between another and the till a
    player is not shown."""
    position = current(call.books, call.input)

    def shown(listed_entry: ListedEntry) -> dict[str, Any]:
        return listed_entry_body(listed_entry.recorded, stands=listed_entry.stands)

    return page_of(known_entries(call), call.input, position, shown=shown)


@noun.reads("/v1/sittings/<id:sitting>/entries/<number:n>", OneEntry)
def read_entry(call: Call) -> dict[str, Any]:
    """One entry of a sitting's book by its number. What passed between another and the till a player is not shown."""
    for entry in known_entries(call):
        if entry.entry.entry == call.numbers["n"]:
            return listed_entry_body(entry.recorded, stands=entry.stands)
    raise NotFound


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """An entry of a sitting's book as its reader may know it. `stands` is False once a correction has struck it."""

    recorded: Recorded
    stands: bool

    @property
    def entry(self) -> Entry:
        """The entry."""
        assert isinstance(self.recorded.event, Entry)
        return self.recorded.event


def known_entries(call: Call) -> list[ListedEntry]:
    """The entries of the sitting's book that the reader may know, struck ones too, in the order of their numbers."""
    events = call.books.recorded(call.ids["sitting"])
    struck = {n for record in events if isinstance(record.event, SittingCorrected) for n in record.event.struck}
    known = []
    for record in events:
        if isinstance(record.event, Entry) and sees_entry(record.event, call.reader):
            entry = replace(record, event=redacted_entry(record.event, call.reader))
            known.append(ListedEntry(entry, record.event.entry not in struck))
    return known


@noun.enters(NewCut)
def record_cut(call: Call) -> Answer:
    """Record the cut for the first deal (2)."""
    return entered(call)


@noun.writes("/v1/sittings/<id:sitting>/pen", Nothing, WrittenSitting)
def take_pen(call: Call) -> Answer:
    """Take the pen: this token writes down the games of the sitting, and others read.

    While nobody has the pen, everybody who may record may write. While one token has it, the others are refused
    (`pen_held`) what begins a game or changes one that runs: acts, waivers, corrections, and making it void. The till,
    disputes, payments and corrections of games that are over do not ask for the pen. Everybody who may record may take
    it, whoever has it; who has it already is answered as by a repeat. The pen of a token that is revoked is nobody's.
    """
    sitting_id = call.ids["sitting"]
    saved = Pens(call.books).take(call.request, sitting_id)
    return written(saved, _with_running(call, sitting_id, call.books.sitting(sitting_id, at=saved.last)))


@noun.writes("/v1/sittings/<id:sitting>/close", Closing, WrittenSitting)
def close_sitting(call: Call) -> Answer:
    """Close a sitting, every counter bought back and what is carried provided for.

    A carried pool stands over to a later sitting at which everybody seated now sits again, or is divided. A reward
    kitty that nobody claimed stands over to the club's next sitting that has a reward; by the consent of everybody
    seated it becomes the club's.
    """
    books, sitting_id, carried = call.books, call.ids["sitting"], call.input["carried"]
    divided: dict[str, Any] = carried if isinstance(carried, dict) else {"divided": None, "agreed_by": ()}
    kitty = call.input["kitty"]
    saved = books.close(
        call.request,
        sitting_id,
        carried == "stands_over",
        divided["divided"],
        divided["agreed_by"],
        kitty["agreed_by"] if kitty else None,
    )
    return written(saved, _body(call, saved))
