"""The till of a sitting: counters out, money in hand, each player's account, and the entries of the sitting's book.

What an entry would change is judged before it is made, by the function that decides it, and reckoned up by the
function that makes the sheet.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Response
from marshmallow import Schema, ValidationError, fields, validate

from api import requests, strict_json
from api.noun import Call
from api.pages.debts import debts_between
from api.pages.screens import Screens, page
from api.printed import money
from api.problems import Problem, problem_of
from api.routes.sittings import ListedEntry, known_entries
from api.routes.till import check_worth
from api.schemas.entries import NewBuyBack, NewEntry, NewPayment, NewSale
from api.schemas.fields import MOST, Id
from api.schemas.lists import FreshQuery, WholeInQuery
from ledger.books.reckoning import reckon
from ledger.books.sheet import Holding, Reckoning
from ledger.events.amendment import Amendment, ArticlesCorrected, SittingCorrected
from ledger.events.base import Event
from ledger.events.sitting import Counters, CountersBoughtBack, CountersSold, Debt, PaymentMade
from ledger.refusals import Invalid, Refused
from ledger.roles import KEEPERS, RECORDERS
from ledger.seats import Member
from ledger.state import sitting as sittings
from ledger.state.sitting import Sitting, owed_between
from ledger.table.commands import BuyBack, SellCounters
from ledger.table.entries import KIND_OF_COMMAND, decide_entry
from ledger.telling.entry_sentences import entry_sentence
from ledger.telling.sentences import Amount, Name

screens = Screens("till", __name__)

ACTS: dict[str, type[NewEntry]] = {KIND_OF_COMMAND[new.command].word: new for new in (NewSale, NewBuyBack, NewPayment)}
"""What is done at the till, by the last word of its address in the API."""


class TillQuery(FreshQuery):
    """Whose account is open, which entry was just made, and which is to be struck."""

    player = Id(load_default=None)
    entry = WholeInQuery(1, MOST, load_default=None)
    strike = WholeInQuery(1, MOST, load_default=None)


class LineQuery(Schema):
    """An entry that is to be made: its kind, and the body that would be sent to the API, as JSON."""

    kind = fields.String(required=True, validate=validate.OneOf(tuple(ACTS)))
    body = fields.String(required=True, validate=validate.Length(max=2000))


@dataclass(frozen=True, slots=True)
class Owed:
    """What a player owes: to the bank where `to` is None; or, `by_bank`, what the bank owes him. Amounts are in minor
    units."""

    toward: Debt
    to: Member | None
    amount: int
    by_bank: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """A balance before and after an entry, in minor units. `of` says which balance it is."""

    of: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class BookLine:
    """A line of the sitting's book: the number of an entry, its sentence, and what became of it."""

    n: int
    sentence: str
    reason: str | None
    struck: bool
    may_be_struck: bool


def _line(listed: ListedEntry, name: Name, amount: Amount) -> BookLine:
    entry = listed.entry
    return BookLine(
        n=entry.entry,
        sentence=entry_sentence(entry, name, amount),
        reason=entry.reason if isinstance(entry, SittingCorrected | ArticlesCorrected) else None,
        struck=not listed.stands,
        may_be_struck=listed.stands and not isinstance(entry, Amendment),
    )


@screens.shows("/sittings/<id:sitting>/till", roles=KEEPERS, query=TillQuery)
def till(call: Call) -> Response:
    """The till, with one player's account open."""
    entries, events = known_entries(call), call.books.sitting_events(call.ids["sitting"])
    sitting, reckoning = sittings.fold(events), reckon(events)
    club = call.books.club()
    amount = partial(money, currency=club.currency)
    player = _open_account(sitting, reckoning, call.input["player"])
    owing = debts_between(events)
    return page(
        "till.html",
        here="tables",
        id=call.ids["sitting"],
        sitting=sitting,
        reckoning=reckoning,
        player=player,
        owing=owing,
        still_owed=any(_debts(sitting, member) for member in reckoning.players),
        debts=_debts(sitting, player),
        act=_next_act(sitting, reckoning.players[player]),
        usual=_usual_counters(events, reckoning.players[player]),
        next_player=_next_buyer(sitting, reckoning, player),
        lines=[_line(listed, club.name_of, amount) for listed in reversed(entries)],
        just_made=call.input["entry"],
        to_strike=call.input["strike"],
    )


@screens.shows("/sittings/<id:sitting>/till/line", roles=RECORDERS, query=LineQuery)
def line(call: Call) -> Response:
    """What an entry would change, or why it is refused. Nothing is recorded."""
    events = call.books.sitting_events(call.ids["sitting"])
    sitting = sittings.fold(events)
    try:
        entry = _decided(call, sitting)
    except (ValidationError, strict_json.Malformed, Invalid, Refused, Problem) as error:
        return page("till_line.html", version=sitting.version, problem=problem_of(error))
    changes = _changes(events, sitting, entry)
    return page("till_line.html", version=sitting.version, entry=entry, changes=changes)


def _decided(call: Call, sitting: Sitting) -> Any:
    """The entry that would be made. Raises what refuses it."""
    body = strict_json.read(call.input["body"].encode())
    command: Any = requests.loaded(ACTS[call.input["kind"]](), body)
    if isinstance(command, SellCounters | BuyBack) and command.counters is not None:
        check_worth(call, command.counters)
    return decide_entry(sitting, command)


def _changes(
    events: Sequence[Event], sitting: Sitting, entry: CountersSold | CountersBoughtBack | PaymentMade
) -> list[Change]:
    """The player's counters, the money in hand, and whatever else the entry changes. After the close, when the sheet
    stays as it was, only what is owed."""
    member, then, now = entry.player, sitting, sittings.apply(sitting, entry)
    debts = [
        Change("credit owed", then.credit.get(member, 0), now.credit.get(member, 0)),
        Change("loan of the bank owed", then.lent.get(member, 0), now.lent.get(member, 0)),
    ]
    if isinstance(entry, PaymentMade) and entry.to is not None:
        owed = (owed_between(state, member, entry.to) for state in (then, now))
        debts.append(Change("owed to", *owed))
    changed = [change for change in debts if change.before != change.after]
    if sitting.closed:
        return changed
    before, after = reckon(events), reckon([*events, entry])
    counters = Change("counters", before.players[member].in_hand, after.players[member].in_hand)
    return [counters, Change("money in hand", before.cash, after.cash), *changed]


def _open_account(sitting: Sitting, reckoning: Reckoning, wanted: Member | None) -> Member:
    """The player whose account is open: the one named, or else the first who has bought no counters; once the
    sitting is closed, the first who still owes something."""
    if wanted is not None:
        if wanted not in reckoning.players:
            raise Invalid({"player": ["has not been seated at this sitting"]})
        return wanted
    if sitting.closed:
        return next((m for m in reckoning.players if _debts(sitting, m)), sitting.seats[0])
    return next((m for m in sitting.seats if _has_bought_nothing(reckoning.players[m])), sitting.seats[0])


def _has_bought_nothing(holding: Holding) -> bool:
    return not (holding.paid or holding.on_credit)


def _next_buyer(sitting: Sitting, reckoning: Reckoning, player: Member) -> Member:
    """Whose account is opened after a sale: before the first game the next who has bought nothing, else the same."""
    if sitting.games:
        return player
    others = (m for m in sitting.seats if m != player and _has_bought_nothing(reckoning.players[m]))
    return next(others, player)


def _usual_counters(events: Sequence[Event], holding: Holding) -> Counters:
    """The counters to begin with in the form of a sale: those of the last sale where this player has bought none."""
    if not _has_bought_nothing(holding):
        return Counters()
    return next((event.counters for event in reversed(events) if isinstance(event, CountersSold)), Counters())


def _next_act(sitting: Sitting, holding: Holding) -> str:
    """What is probably done next for a player: `counter-sales`, `buy-backs` or `payments`."""
    if holding.in_hand:
        return "buy-backs" if sitting.games and not sitting.game else "counter-sales"
    return "payments" if holding.counted and _debts(sitting, holding.member) else "counter-sales"


def _debts(sitting: Sitting, member: Member) -> list[Owed]:
    """What a player owes to the bank and to each other player, as far as he owes anything, and what the bank owes him
    after an adjustment."""
    credit, lent = sitting.credit.get(member, 0), sitting.lent.get(member, 0)
    owed = [Owed(Debt.CREDIT, None, credit), Owed(Debt.LOAN, None, lent), Owed(Debt.LOAN, None, -lent, by_bank=True)]
    owed += [Owed(Debt.LOAN, other, owed_between(sitting, member, other)) for other in sitting.funds if other != member]
    return [debt for debt in owed if debt.amount > 0]
