"""The club's own side: its members with their accounts, a member's account line by line, and its tokens."""

from dataclasses import dataclass
from uuid import UUID

from flask import Response

from api.account_words import ACCOUNTS, EVENTS
from api.lists import current, freshened
from api.noun import Call
from api.pages.debts import SittingsDebts, debts_between
from api.pages.screens import Screens, page
from api.routes.books import account_for
from api.schemas.books import AccountQuery
from api.schemas.lists import MANY, FreshQuery
from api.service import service
from ledger.roles import INSPECTORS, KEEPERS, MANAGERS, READERS
from ledger.seats import Member
from ledger.state import sitting as sittings
from projections.statements import books_of_club, lines_of_account

screens = Screens("club", __name__)


@screens.shows("/clubs/<id:club>/members", query=FreshQuery)
def members(call: Call) -> Response:
    """The members, and for those who keep the book what each has and owes. Inspectors see the tokens too."""
    current(call.books, call.input)
    balances = {}
    if call.caller.role in KEEPERS:
        tables = service().read_tables(call.club)
        freshened(tables, call.input)
        balances = {(account.kind, account.owner): account.balance for account in books_of_club(tables).accounts}
    return page(
        "members.html",
        here="club",
        members=call.books.club().members,
        balances=balances,
        tokens=service().clubs.directory.tokens(call.club) if call.caller.role in INSPECTORS else [],
        now=service().clubs.clock(),
        manages=call.caller.role in MANAGERS,
        roles=READERS,
    )


@screens.shows("/clubs/<id:club>/members/<id:member>/account", query=AccountQuery)
def account(call: Call) -> Response:
    """What a member has and owes, and the lines of his accounts. A player reads his own."""
    held, lines, _ = account_for(call)
    return page(
        "account.html",
        here="club",
        account=held,
        owing=_owing(call, held.member),
        manages=call.caller.role in MANAGERS,
        erased=call.books.club().members[held.member] is None,
        lines=lines.items,
        next=lines.next,
        events=EVENTS,
        accounts=ACCOUNTS,
        numbers={table.sitting: call.books.sitting(table.sitting, at=1).number for table in held.tables},
    )


@dataclass(frozen=True, slots=True)
class OfSitting:
    """The debts between the members of a sitting, its number, and whether it is closed."""

    number: int
    closed: bool
    owing: SittingsDebts


def _owing(call: Call, member: Member) -> dict[UUID, OfSitting]:
    """The sittings at which a member still owes another, or is owed, with their debts, the last first."""
    lines = lines_of_account(service().read_tables(call.club), member, ("between_players",), limit=MANY)
    found = {}
    for sitting in dict.fromkeys(line.sitting for line in lines.items):
        events = call.books.sitting_events(sitting)
        state, owing = sittings.fold(events), debts_between(events)
        if owing.of(member):
            found[sitting] = OfSitting(state.number, state.closed, owing)
    return found
