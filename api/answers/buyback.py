"""The reconciliation sheet of a sitting."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from ledger.books.reckoning import Colour, Holding, Reckoning
from ledger.books.transfers import transfers
from ledger.seats import Member

SAYS: Mapping[str, str] = {
    "counters": "counters out by colour, with the differences found, less those the book has anywhere",
    "money": "cash, what is owed to the bank and the differences, less the counters in issue",
    "till": "the differences reckoned up here, less those the till answered",
    "lent": "the colours that the bank lent, less what is owed for them",
    "in_hand": "counters that players have not handed in",
    "in_pool": "carried into a game that still runs",
    "astray": "carried into games that are to be mended after a correction, more or less than there was",
}
"""What each line that must be nought is made of."""


def sheet_body(sitting: UUID, number: int, held_on: str, found: Reckoning) -> dict[str, Any]:
    """The whole sheet."""
    return {
        "sitting": str(sitting),
        "number": number,
        "held_on": held_on,
        "closed": found.closed,
        "game": found.running,
        "colours": [_colour_body(name, colour) for name, colour in found.colours.items()],
        "players": [_player_body(member, holding) for member, holding in found.players.items()],
        "totals": _totals_body(found),
        "must_be_nought": [
            {
                "line": line.name,
                "amount": line.amount,
                "when": "always" if line.always else "at_the_close",
                "says": SAYS[line.name],
            }
            for line in found.lines()
        ],
        "payments": [
            {"from": each.payer, "to": each.payee, "amount": each.amount} for each in transfers(found.standing())
        ],
    }


def _colour_body(name: str, colour: Colour) -> dict[str, Any]:
    return {
        "colour": name,
        "worth": colour.worth,
        "opened": colour.opened,
        "sold": colour.sold,
        "lent": colour.lent,
        "bought_back": colour.bought_back,
        "out": colour.out,
        "out_value": colour.out * colour.worth,
    }


def _player_body(member: Member, his: Holding) -> dict[str, Any]:
    return {
        "player": member,
        "bought": {"paid": his.paid, "on_credit": his.on_credit},
        "lent": his.lent,
        "borrowed": his.borrowed,
        "net": his.net,
        "book": his.book,
        "in_hand": his.in_hand,
        "counted": {
            "red": his.red,
            "white": his.white,
            "blue": his.blue,
            "odd": his.odd,
            "value": his.counted,
        },
        "difference": his.difference,
        "set_off": {"credit": his.credit, "loan": his.loan},
        "cash_due": his.cash_due,
        "repaid": {"credit": his.credit_repaid, "loan": his.loan_repaid, "players": his.repaid},
        "owed": {"credit": his.credit_owed, "loan": his.loan_owed, "players": his.players_owed},
        "divided": his.divided,
    }


def _totals_body(found: Reckoning) -> dict[str, Any]:
    return {
        "cash_taken": found.cash_taken,
        "cash_paid_out": found.cash_paid_out,
        "cash": found.cash_taken - found.cash_paid_out,
        "credit": found.total("credit_owed"),
        "loans": found.total("loan_owed"),
        "differences": found.total("difference"),
        "in_hand": found.total("in_hand"),
        "in_pool": found.in_pool,
        "carried": found.carried,
        "kitty": found.kitty,
        "divided": found.total("divided"),
        "to_club": found.to_club,
        "opened_with": {"carried": found.carried_before, "kitty": found.kitty_before},
        "stands_over": {"carried": found.carried_over, "kitty": found.kitty_over},
    }
