"""The books, and the account of a member."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validates_schema

from api.schemas.described import Group, described_by
from api.schemas.fields import MOST, Moment
from api.schemas.lists import FreshListQuery, FreshQuery, WholeInQuery
from api.schemas.names import Named
from projections import books, statements
from projections.statements import KINDS


class _AsOf(Schema):
    """The moment as of which something is asked; now, if neither field is given."""

    position = WholeInQuery(
        0, MOST, load_default=None, metadata={"description": "as of this position in the club's log"}
    )
    at = Moment(load_default=None, metadata={"description": "as of this time"})

    @validates_schema
    def _one_moment(self, loaded: dict[str, Any], **_: Any) -> None:
        if loaded["position"] is not None and loaded["at"] is not None:
            raise ValidationError("Not together with `position`.", "at")


class BooksQuery(_AsOf, FreshQuery):
    """The moment as of which the books are wanted, and how fresh they must be."""


class AccountQuery(_AsOf, FreshListQuery):
    """The moment as of which an account is wanted, and which part of its lines."""


class Owner(fields.String):
    """The owner of an account; null if it has none."""

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> str | None:
        return value or None


@described_by(books.AccountBalance)
class AccountBalance(Schema):
    """An account whose balance is not nought: debits positive. The owner is a member, or a pool's game."""

    owner = Owner(required=True, allow_none=True)


Totals = Schema.from_dict({kind: fields.Integer(required=True) for kind in KINDS}, name="Totals")
Totals.__doc__ = "The sum of each kind of account."


class Postings(Schema):
    """The first identity: the sum of all accounts is nought."""

    sum = fields.Integer(required=True)
    holds = fields.Boolean(required=True)


class CountersInIssue(Schema):
    """The second identity: the counters in issue equal those with players, in pools, carried and in the kitty."""

    in_issue = fields.Integer(required=True)
    players = fields.Integer(required=True)
    pools = fields.Integer(required=True)
    carried = fields.Integer(required=True)
    kitty = fields.Integer(required=True)
    holds = fields.Boolean(required=True)


class Identities(Schema):
    """The two identities of the books, as figures, and whether they hold."""

    postings = fields.Nested(Postings, required=True)
    counters = fields.Nested(CountersInIssue, required=True)


@described_by(statements.Books, without=("in_issue",))
class Books(Named):
    """Every account whose balance is not nought, as of a position in the club's log."""

    totals = fields.Nested(Totals, required=True)
    identities = fields.Nested(Identities, required=True)


@described_by(statements.AtTable)
class CountersAtTable(Schema):
    """The counters a member has at one table."""


@described_by(statements.Owing)
class Owing(Schema):
    """What a member owes another for counters lent in a game; negative if the other owes him."""


class AtTable(Schema):
    """The balance of the account at the table of a line, before and after it."""

    before = fields.Integer(required=True)
    after = fields.Integer(required=True)


@described_by(statements.AccountLine, names={"kind": "account"}, without=("owner",))
class AccountLine(Schema):
    """A line of one of a member's accounts: debits positive, credits negative.

    `before` and `after` are the account's balances in the whole club; `topic` is the kind of event, which is
    number `version` of the `stream`, at `position` in the club's log.
    """

    at_table = Group(AtTable, before="table_before", after="table_after")


@described_by(statements.MembersAccount)
class MembersAccount(Named):
    """What a member has and owes as of a position, and the lines of his accounts up to it, the last first.

    `counters` are those he has, by table in `tables`. He owes `credit` and `loan` to the bank; after an adjustment the
    bank may owe him (a negative `loan`). `differences` is by how
    much he handed in more than the book had for him. `between_players` is what he owes other players less what they
    owe him; `between` has it for each of them.
    """

    items = fields.List(fields.Nested(AccountLine), required=True)
    next = fields.String(required=True, allow_none=True, metadata={"description": "the next `cursor`; null at the end"})
