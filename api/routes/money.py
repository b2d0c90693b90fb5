"""The money of a sitting: its pools, its settlements, and the sheet by which its counters are bought back."""

from typing import Any

from flask import Response, request

from api.answers.adjustments import game_numbers
from api.answers.sheet import sheet_body
from api.joined import Joined
from api.lists import Answer as Listed
from api.lists import answered, freshened
from api.noun import Answer, Call, Noun
from api.printed import sheet_page
from api.problems import unavailable
from api.schemas.buyback import Sheet
from api.schemas.lists import FreshListQuery, FreshQuery, listed
from api.schemas.pools import Pools
from api.schemas.settlements import ListedSettlement
from api.service import service
from ledger.books.sheet import Reckoning
from ledger.roles import KEEPERS
from projections.buyback import reckoning_of
from projections.pools import pools_of
from projections.settlements import settlements_of
from projections.tables import ReadTables

noun = Noun("money", __name__, description="The money of a sitting: pools, settlements, and the reconciliation sheet.")


@noun.reads("/v1/sittings/<id:sitting>/pool", Pools, query=FreshListQuery)
def read_pools(call: Call) -> Answer:
    """The pools of a sitting's games as they are now: what each player put in, of what kind, and where it went."""
    tables, sitting = service().read_tables(call.club), call.ids["sitting"]
    position = freshened(tables, call.input)
    page = pools_of(tables, sitting, limit=call.input["limit"], cursor=call.input["cursor"])
    body, headers = answered(page, call.input, position)
    reckoning = _reckoning(tables, call)
    return {"sitting": sitting, "carried": reckoning.carried, "kitty": reckoning.kitty, **body}, headers


@noun.reads("/v1/sittings/<id:sitting>/settlements", listed(ListedSettlement), query=FreshListQuery)
def list_settlements(call: Call) -> Listed:
    """The settlements of a sitting's finished games, in the order of the games. They are as they are now;
    once the sitting is closed, as they were at the close, with what has been `adjusted` since."""
    tables = service().read_tables(call.club)
    position = freshened(tables, call.input)
    page = settlements_of(tables, call.ids["sitting"], limit=call.input["limit"], cursor=call.input["cursor"])
    return answered(page, call.input, position, shown=lambda settled: Joined(settled, settled.document))


@noun.reads("/v1/sittings/<id:sitting>/buy-back", Sheet, roles=KEEPERS, query=FreshQuery, printed=True)
def read_sheet(call: Call) -> Any:
    """The reconciliation sheet: counters by colour and by player, differences by name, cash, and what must be
    nought. Ask for `text/html` to print it.

    The sheet of a closed sitting stays as it was at the close; `adjusted` says what has been adjusted since."""
    if request.accept_mimetypes.best_match(["application/json", "text/html"]) == "text/html":
        return printed_sheet(call)
    return _sheet(call)


def _sheet(call: Call) -> Answer:
    tables, sitting = service().read_tables(call.club), call.ids["sitting"]
    headers = {**freshened(tables, call.input), "Vary": "Accept"}
    return sheet_body(_reckoning(tables, call), call.books, sitting, call.reader), headers


def printed_sheet(call: Call) -> Response:
    """The sheet of a sitting as a page to be printed."""
    sheet, headers = _sheet(call)
    club, name = call.books.club(), service().clubs.entry(call.club).name
    page = sheet_page(
        Sheet().dump(sheet),
        club=name,
        currency=club.currency,
        name_of=club.name_of,
        numbers=game_numbers(call.books, call.ids["sitting"]),
        address=request.host_url.rstrip("/"),
    )
    return Response(page.text, content_type="text/html; charset=utf-8", headers={**headers, **page.headers})


def _reckoning(tables: ReadTables, call: Call) -> Reckoning:
    """The reckoning of the sitting. Raises a 503 problem if the tables have not come to its opening."""
    reckoning = reckoning_of(tables, call.ids["sitting"])
    if reckoning is None:
        raise unavailable(f"the read tables have come to {tables.position()}, and not yet to this sitting")
    return reckoning
