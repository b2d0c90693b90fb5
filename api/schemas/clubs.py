"""Clubs, their members, and their tokens."""

from marshmallow import Schema, fields, validate

from api.access import Caller
from api.schemas.described import described_by
from api.schemas.fields import Id, Moment, Truth, Words, optional
from api.schemas.names import Named
from ledger import store
from ledger.books.currencies import CURRENCIES
from ledger.roles import READERS


@described_by(Caller, without=("token",))
class Me(Named):
    """The club, role and member of a token, and when it expires (null: never)."""


class NewClub(Schema):
    """A club to be founded."""

    name = Words(longest=200, required=True)
    currency = fields.String(
        required=True,
        validate=validate.OneOf(CURRENCIES, error="Not a currency of ISO 4217, nor LSD."),
        metadata={"description": "ISO 4217, or LSD (240 pence to the pound)"},
    )


@described_by(store.Club, without=("created_at",))
class Club(Schema):
    """A club."""


class FoundedClub(Club):
    """A new club, with its owner's token, which cannot be shown again."""

    token = fields.String(required=True, allow_none=True)
    position = fields.Integer(required=True)


class NewName(Schema):
    """Another name for the club."""

    name = Words(longest=200, required=True)


class RenamedClub(Club):
    """A club just renamed."""

    position = fields.Integer(required=True)


class NewMember(NewName):
    """A person who becomes a member, or another name for one. `same_name`: it may be the name of another member too."""

    same_name = Truth(load_default=False)


class Member(Schema):
    """A member. `name` is null once it has been erased."""

    id = fields.String(required=True)
    name = fields.String(required=True, allow_none=True)


class EnteredMember(Member):
    """A member just entered."""

    position = fields.Integer(required=True)


class NewToken(Schema):
    """A token to be issued. A player's token names its member; other tokens name none. From `expires_at` on, which is
    to come, the token opens nothing; without it the token is good until it is revoked."""

    role = fields.String(required=True, validate=validate.OneOf(READERS))
    member = optional(Id)
    label = Words(longest=200, required=True)
    expires_at = optional(Moment)


@described_by(store.Token, without=("club",), says={"label": "null once erased", "expires_at": "null: never"})
class Token(Schema):
    """A token, without its secret."""


class OneToken(Token, Named):
    """A token by itself."""


class IssuedToken(Token):
    """A new token. Its secret cannot be shown again: a repeat of the request is answered with null."""

    token = fields.String(required=True, allow_none=True)
    position = fields.Integer(required=True)


class RevokedToken(Token):
    """A token just revoked."""

    position = fields.Integer(required=True)
