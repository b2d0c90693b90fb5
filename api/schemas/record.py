"""The record of a game, step by step."""

from marshmallow import Schema, fields

from api.schemas.described import described_by
from api.schemas.fields import Id, by_member
from api.schemas.games import Game, LegalAction
from api.schemas.names import Named
from api.schemas.settlements import Refund
from ledger.telling import replay


class GameEvent(Schema):
    """One recorded event, with what its reader may see. What is withheld from him is null."""

    type = fields.String(required=True)
    step = fields.Integer(required=True, allow_none=True, metadata={"description": "null for what is no act"})
    law = fields.Integer(required=True, allow_none=True)
    phase = fields.String(required=True, allow_none=True, metadata={"description": "the phase after it"})
    to_act = fields.String(required=True, allow_none=True, metadata={"description": "the player to act after it"})
    irregular = fields.Boolean()
    note = fields.String(allow_none=True)
    player = fields.String(allow_none=True, metadata={"description": "null for what the whole table did"})
    amount = fields.Integer()
    act = fields.String(
        metadata={"description": "opened, went_in, made_good, called, bet, raised; irregular: ahead, short"}
    )
    on_loan = fields.Boolean(metadata={"description": "raised on borrowed counters (62)"})
    unseen = fields.Boolean(metadata={"description": "a hand thrown away at the show (59)"})
    total = fields.Integer(metadata={"description": "what a show was demanded for"})
    others = fields.List(fields.String(), metadata={"description": "the players in the game at the demand"})
    lender = fields.String()
    red = fields.Integer()
    white = fields.Integer()
    blue = fields.Integer()
    hands = by_member(fields.List(fields.String()), allow_none=True, metadata={"description": "the hands dealt"})
    discarded = fields.Integer(allow_none=True)
    discards = fields.List(fields.String(), allow_none=True)
    cards = fields.List(fields.String(), allow_none=True, metadata={"description": "the cards drawn, or shown"})
    original = fields.List(fields.String())
    joker_as = fields.String(allow_none=True)
    strikes = fields.List(fields.Integer(), metadata={"description": "the steps that a correction struck"})
    inserts = fields.List(fields.Integer(), metadata={"description": "the numbers of the acts that it put in"})
    paid = by_member(fields.Integer())
    n = fields.Integer(metadata={"description": "the number of a dispute"})
    parties = fields.List(fields.String())
    kind = fields.String()
    question = fields.String(allow_none=True)
    referee = fields.String(allow_none=True)
    witnesses = fields.List(fields.String())
    witness = fields.String()
    can_give = fields.Boolean()
    statement = fields.String(allow_none=True)
    ruling = fields.String(allow_none=True)
    by_waiver = fields.Integer(allow_none=True, metadata={"description": "the waived law that let it through (80)"})
    counts = by_member(
        fields.Integer(), metadata={"description": "the players who were not dealt five cards, each with his number"}
    )
    uncut = fields.Boolean()
    asked = fields.Integer(allow_none=True)
    given = fields.Integer(allow_none=True)
    made_right = fields.Boolean(allow_none=True)
    fouled = fields.Boolean(metadata={"description": "the draw has fouled the hand (45, 47, 48)"})
    card = fields.String(metadata={"description": "the card exposed"})
    reason = fields.String(allow_none=True, metadata={"description": "of a misdeal: uncut, face_up or wrong_count"})
    say_again = fields.Boolean(metadata={"description": "a misdeal begins the say again"})
    returned = by_member(fields.Integer(), metadata={"description": "stakes given back by a misdeal"})
    number = fields.Integer(metadata={"description": "of cards: in a foul hand, or disputed"}, allow_none=True)
    found = fields.String(metadata={"description": "dealt or drawn"})
    refund = fields.Nested(Refund, allow_none=True)
    answer = fields.Integer(allow_none=True, metadata={"description": "how many the dealer drew, for who asked (49)"})
    cut_by = fields.String(allow_none=True)
    collected = fields.Integer(allow_none=True)
    announced = by_member(fields.Integer(), allow_none=True)
    reading = fields.Dict(
        keys=fields.String(), values=fields.String(), metadata={"description": "that a ruling fixed for the game"}
    )
    waived = fields.Integer(metadata={"description": "the law that was waived (80)"})
    agreed_by = fields.List(fields.String())
    entry = fields.Integer(metadata={"description": "the number of an adjusting entry in the sitting's book"})
    since = fields.Integer(metadata={"description": "the version from which what is adjusted was recorded"})
    changes = by_member(fields.Integer(), metadata={"description": "by how much each result was adjusted"})


class RecordedEvent(GameEvent):
    """One recorded event, with its time and the role that recorded it."""

    struck = fields.Boolean(required=True, metadata={"description": "taken back by a correction"})
    inserted = fields.Boolean(required=True, metadata={"description": "put in by a correction"})
    version = fields.Integer(required=True, metadata={"description": "of the game's stream, at which it was written"})
    texts = fields.List(
        fields.String(), required=True, metadata={"description": "the parts of it that an owner may erase"}
    )
    at = fields.String(required=True)
    role = fields.String(required=True)


class Recorded(Schema):
    """The events that followed from an act, or from a list of acts, and the game after them."""

    step = fields.Integer(required=True, metadata={"description": "the number of the last act"})
    events = fields.List(fields.Nested(GameEvent), required=True)
    game = fields.Nested(Game, required=True)
    position = fields.Integer(required=True)


class ReplayEntry(GameEvent):
    """One line of a frame: an event, with its sentence."""

    sentence = fields.String(required=True)
    struck = fields.Boolean(required=True, metadata={"description": "taken back by a correction"})
    inserted = fields.Boolean(required=True, metadata={"description": "put in by a correction"})


@described_by(replay.Contribution)
class Contribution(Schema):
    """What one player has put into the pool."""


class Frame(Schema):
    """The table after a step, with the events of that step. Step 0 is the beginning."""

    step = fields.Integer(required=True)
    entries = fields.List(fields.Nested(ReplayEntry), required=True)
    phase = fields.String(required=True, attribute="turn.phase")
    to_act = fields.String(required=True, allow_none=True, attribute="turn.player")
    law = fields.Integer(
        required=True,
        allow_none=True,
        attribute="turn.law",
        metadata={"description": "by which it is that player's turn"},
    )
    pool = fields.Integer(required=True)
    carried_in = fields.Integer(required=True)
    contributed = by_member(fields.Nested(Contribution), required=True)
    funds = by_member(fields.Integer(), required=True)
    in_game = fields.List(fields.String(), required=True)
    cards = by_member(fields.List(fields.String(), allow_none=True), required=True)
    legal = fields.List(fields.Nested(LegalAction), required=True)


class Beside(Schema):
    """A second record of the game: as it was first written, or under another reading."""

    record = fields.String(required=True, metadata={"description": "`written`, or `reading=value`"})
    frames = fields.List(fields.Nested(Frame), required=True)
    unlawful_at = fields.Integer(
        required=True, allow_none=True, metadata={"description": "the first step that the reading forbids"}
    )


class Replay(Named):
    """A game from its beginning, step by step."""

    game = Id(required=True)
    frames = fields.List(fields.Nested(Frame), required=True)
    beside = fields.Nested(
        Beside, required=True, allow_none=True, metadata={"description": "a second record, where one was asked for"}
    )
