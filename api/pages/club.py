"""The club's own side: its members with their accounts, a member's account line by line, and its tokens."""

from dataclasses import dataclass
from uuid import UUID

from flask import Response

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
from projections.statements import OF_A_MEMBER, books_of_club, lines_of_account

screens = Screens("club", __name__)

EVENTS = {
    "sitting.counters_sold": "counters bought",
    "sitting.counters_bought_back": "counters handed in",
    "sitting.payment_made": "a payment",
    "sitting.opened": "what stood over from an earlier sitting",
    "sitting.closed": "the close of a sitting",
    "sitting.corrected": "entries struck",
    "sitting.articles_corrected": "articles corrected",
    "sitting.game_corrected": "a game corrected",
    "sitting.game_stands": "a game as it was played",
    "sitting.adjusted": "an adjustment after the close",
    "sitting.game_voided": "a game made void",
    "game.begun": "paid before the deal",
    "game.straddled": "a straddle",
    "game.staked": "a stake",
    "game.show_demanded": "a show demanded",
    "game.borrowed": "counters borrowed",
    "game.misdealt": "stakes returned at a misdeal",
    "game.settled": "the settlement",
    "game.unopened": "a game that nobody opened",
    "game.corrected": "a game corrected",
    "game.voided": "a game made void",
    "game.paid": "paid otherwise than awarded",
}
"""What a line of an account comes from, by the topic of its event."""
ACCOUNTS = {
    "player": "counters",
    "credit": "credit",
    "loan": "loan of the bank",
    "differences": "differences",
    "between_players": "with other players",
}
"""A member's accounts, as people call them."""
assert set(ACCOUNTS) == set(OF_A_MEMBER)


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
