"""A game, with what its reader may see."""

from marshmallow import Schema, fields, validate

from api.schemas.described import described_by
from api.schemas.fields import Id, by_member, members, optional
from api.schemas.names import Named
from api.schemas.sittings import JackPotDue
from ledger.events.game import Phase
from ledger.play import legal


class NewGame(Schema):
    """The next game of a sitting. `dealer` is named only for a first game without a cut."""

    dealer = optional(Id)
    sitting_out = members(load_default=list)


@described_by(legal.LegalAction)
class LegalAction(Schema):
    """An act that is lawful now, with the least and the most it may deposit; null where it deposits nothing."""


class Stake(Schema):
    """What a player has staked: ante with straddles, the rest, both together, in this round; and what he has left."""

    ante = fields.Integer(required=True)
    stake = fields.Integer(required=True)
    total = fields.Integer(required=True, metadata={"description": "without jack-pot payments"})
    round = fields.Integer(required=True)
    funds = fields.Integer(required=True)


class Game(Schema):
    """A game, with what this reader may see. Members are ids; lists of members are in seat order to the left."""

    id = Id(required=True)
    number = fields.Integer(required=True)
    sitting = fields.String(required=True)
    phase = fields.String(required=True, validate=validate.OneOf([*Phase]))
    dealer = fields.String(required=True)
    ante_man = fields.String(required=True)
    to_act = fields.String(required=True, allow_none=True, attribute="turn.player")
    seats = fields.List(fields.String(), required=True)
    in_game = fields.List(fields.String(), required=True)
    retired = fields.List(fields.String(), required=True)
    demanded = fields.List(fields.String(), required=True)
    legal = fields.List(fields.Nested(LegalAction), required=True)
    irregular = fields.List(fields.String(), required=True)
    pool = fields.Integer(required=True)
    carried_in = fields.Integer(required=True)
    highest = fields.Integer(required=True, metadata={"description": "the highest stake of the present round"})
    stakes = by_member(fields.Nested(Stake), required=True)
    cards = by_member(
        fields.List(fields.String(), allow_none=True),
        required=True,
        metadata={"description": "the cards each holds; null where they are not known, or not for this reader"},
    )
    jack_pot = JackPotDue()
    version = fields.Integer(required=True)


class OneGame(Game, Named):
    """A game by itself."""


class BegunGame(Game):
    """A game just begun."""

    position = fields.Integer(required=True)
