"""The books, and the account of a member."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validates_schema

from api.schemas.described import Group, described_by
from api.schemas.fields import MOST, Moment
from api.schemas.lists import FreshListQuery, FreshQuery, WholeInQuery
from projections import books, statements
from projections.statements import KINDS


class _AsOf(Schema):
    """As of which moment something is asked; of now, where neither is said."""

    position = WholeInQuery(
        0, MOST, load_default=None, metadata={"description": "as of this position in the club's log"}
    )
    at = Moment(load_default=None, metadata={"description": "as of this time"})

    @validates_schema
    def _one_moment(self, said: dict[str, Any], **_: Any) -> None:
        if said["position"] is not None and said["at"] is not None:
            raise ValidationError("Not together with `position`.", "at")


class BooksQuery(_AsOf, FreshQuery):
    """As of which moment the books are wanted, and how fresh they have to be."""


class AccountQuery(_AsOf, FreshListQuery):
    """As of which moment an account is wanted, and which part of its lines."""


class Owner(fields.String):
    """Whose an account is; null where it is nobody's."""

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> str | None:
        return value or None


@described_by(books.AccountBalance)
class AccountAccountBalance(Schema):
    """An account that is not at nought: debits positive, credits negative. The owner is a member, or a pool's game."""

    owner = Owner(required=True, allow_none=True)


Totals = Schema.from_dict({kind: fields.Integer(required=True) for kind in KINDS}, name="Totals")
Totals.__doc__ = "The sum of each kind of account."


class Postings(Schema):
    """The first identity: what all accounts come to is nought."""

    sum = fields.Integer(required=True)
    holds = fields.Boolean(required=True)


class CountersInIssue(Schema):
    """The second identity: what the till and the bank put in issue lies with players, in pools, carried or kitty."""

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
class Books(Schema):
    """Every account that is not at nought, as of a position in the club's log."""

    totals = fields.Nested(Totals, required=True)
    identities = fields.Nested(Identities, required=True)


@described_by(statements.AtTable)
class CountersAtTable(Schema):
    """The counters a member has at one table."""


@described_by(statements.Owing)
class Owing(Schema):
    """What a member owes another for counters lent in a game; negative, where it is owed to him."""


class AtTable(Schema):
    """What came about at the table of a line, before it and after."""

    before = fields.Integer(required=True)
    after = fields.Integer(required=True)


@described_by(statements.AccountLine, names={"kind": "account"}, without=("owner",))
class AccountLine(Schema):
    """A line of one of a member's accounts: debits positive, credits negative.

    `before` and `after` are the account's balances in the whole club; `topic` is what happened, the `version` of a
    `stream`, to be found at `position` in the club's log.
    """

    at_table = Group(AtTable, before="table_before", after="table_after")


@described_by(statements.MembersAccount)
class MembersAccount(Schema):
    """What a member has and owes as of a position, and the lines of his accounts up to it, the last first.

    `counters` lie before him, at the `tables`; `credit` and `loan` he owes the bank; `differences` is by how much
    he handed in more than the book had for him; `between_players` is what he owes other players, less what they owe
    him, as `between` has it one by one.
    """

    items = fields.List(fields.Nested(AccountLine), required=True)
    next = fields.String(required=True, allow_none=True, metadata={"description": "the next `cursor`; null at the end"})
