"""Sittings: their seats and articles."""

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema, ValidationError, fields, missing, validate, validates_schema

from api.schemas.described import described_by
from api.schemas.fields import Id, Truth, Whole, by_member, members, optional
from api.schemas.names import Named
from ledger import articles
from ledger.articles import JACK_POT_SERIES, VARIANTS
from ledger.events import amendment
from ledger.laws.hands import HandClass
from ledger.laws.readings import READINGS, complete
from ledger.laws.register import LAWS

_VARIANT = {"enum": list(VARIANTS)}
_CLASSES = [str(hand_class) for hand_class in HandClass]

Readings = Schema.from_dict(
    {
        name: fields.String(
            validate=validate.OneOf(tuple(reading.values)), metadata={"description": f"default: {reading.default}"}
        )
        for name, reading in READINGS.items()
    },
    name="Readings",
)
"""Readings by name, each with one of its values."""


class NewKitty(Schema):
    """A kitty: the amount set aside from every pool that is won. A reward names the class of hand that earns it."""

    amount = Whole(least=1, required=True)
    purpose = fields.String(required=True, validate=validate.OneOf(("expenses", "reward")))
    hand_class = optional(
        fields.String, validate=validate.OneOf(_CLASSES), data_key="class", metadata={"enum": [*_CLASSES, None]}
    )

    @validates_schema
    def _a_reward_is_for_something(self, loaded: dict[str, Any], **_: object) -> None:
        if (loaded.get("purpose") == "reward") != (loaded.get("hand_class") is not None):
            raise ValidationError("a reward names the class of hand that earns it, and nothing else does", "class")


class NewArticles(Schema):
    """Departures from the book, and choices where the book leaves one."""

    variants = fields.List(
        fields.String(validate=validate.OneOf(VARIANTS)), load_default=list, validate=validate.Length(max=len(VARIANTS))
    )
    readings = fields.Nested(Readings, load_default=dict)
    kitty = optional(fields.Nested, NewKitty)
    abrogated = fields.List(Whole(least=1, most=len(LAWS)), load_default=list, validate=validate.Length(max=len(LAWS)))
    loans = Truth(load_default=True)


class NewSitting(Schema):
    """A sitting to be opened: `players` in seat order to the left, amounts in minor units."""

    ante = Whole(least=1, required=True)
    limit = Whole(least=1, required=True)
    players = members(required=True)
    held_on = optional(fields.Date, format="iso", metadata={"description": "today where it is left out"})
    carried_from = optional(
        Id,
        metadata={
            "description": "the closed sitting whose carried pool stands over to this one: everybody who was seated "
            "at its close sits down again, others may sit beside them"
        },
    )
    articles = optional(fields.Nested, NewArticles)
    agreed_by = members(load_default=list)


@described_by(articles.Kitty)
class Kitty(Schema):
    """The kitty as agreed."""

    hand_class = fields.String(required=True, allow_none=True, data_key="class", metadata={"enum": [*_CLASSES, None]})


class AllReadings(fields.Nested):
    """Every reading of the register, with its default where articles that are older than the reading have no value."""

    def __init__(self) -> None:
        super().__init__(Readings, required=True)

    def get_value(self, obj: Any, attr: str, accessor: Any = None, default: Any = missing) -> Any:
        return complete(super().get_value(obj, attr, accessor, default))


class Articles(Schema):
    """The articles in force, complete."""

    variants = fields.List(fields.String(metadata=_VARIANT), required=True)
    readings = AllReadings()
    kitty = fields.Nested(Kitty, required=True, allow_none=True)
    abrogated = fields.List(fields.Integer(), required=True)
    loans = fields.Boolean(required=True)


class CounterValues(Schema):
    """What each colour is worth in minor units."""

    red = fields.Integer(required=True)
    white = fields.Integer(required=True)
    blue = fields.Integer(required=True)


class JackPot(Schema):
    """The openers that a jack-pot requires: a pair of these or better."""

    minimum = fields.String(required=True, validate=validate.OneOf(JACK_POT_SERIES))


class JackPotDue(fields.Nested):
    """The jack-pot that is due at a sitting or in a game, by the `minimum` of its openers; null if none is due."""

    def __init__(self) -> None:
        super().__init__(JackPot, attribute="minimum", required=True, allow_none=True)

    def get_value(self, obj: Any, attr: str, accessor: Any = None, default: Any = missing) -> Any:
        minimum = super().get_value(obj, attr, accessor, default)
        return minimum and {"minimum": minimum}


@described_by(amendment.GameDebt, names={"debtor": "from", "creditor": "to"})
class GameDebt(Schema):
    """What one member owes another because a game was paid otherwise than the laws give it. A payment between the two
    settles it: POST …/payments with `to`."""


class SittingState(Schema):
    """One table, from seating to buy-back, as it stands. `funds` are the counters that each player has now."""

    id = Id(required=True)
    number = fields.Integer(required=True)
    held_on = fields.String(required=True, metadata={"format": "date"})
    status = fields.String(required=True, validate=validate.OneOf(("open", "closed")))
    ante = fields.Integer(required=True, attribute="articles.ante")
    limit = fields.Integer(required=True, attribute="articles.limit")
    counters = fields.Nested(CounterValues, required=True, attribute="articles.counter_values")
    seats = fields.List(fields.String(), required=True)
    articles = fields.Nested(Articles, required=True)
    funds = by_member(fields.Integer(), required=True)
    next_dealer = fields.String(required=True, allow_none=True)
    carried = fields.Integer(required=True)
    jack_pot = JackPotDue()
    kitty = fields.Integer(required=True, metadata={"description": "what is in the kitty now"})
    game = fields.String(required=True, allow_none=True, metadata={"description": "the running game"})
    pen = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "the label of the token that holds the pen; null where everybody may write"},
    )
    advice = fields.String(
        required=True, allow_none=True, metadata={"description": "a warning, where more than six are seated"}
    )
    affected = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "games to be mended, or to be left as they were played, before the sitting closes"},
    )
    as_played = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "games that stand as they were played, though the laws left them something else"},
    )
    untraced = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "those of them of which nobody can tell how the laws would have ended them"},
    )
    debts = fields.List(fields.Nested(GameDebt), required=True)
    held = by_member(
        fields.Integer(),
        required=True,
        metadata={"description": "what each has of money that the laws carry or set aside, and that is nobody's yet"},
    )
    version = fields.Integer(required=True)


class Sitting(SittingState, Named):
    """One table, from seating to buy-back. `funds` are the counters that each player has now."""


class WrittenSitting(SittingState):
    """A sitting after a write."""

    position = fields.Integer(required=True)


class Division(Schema):
    """A carried pool divided by the consent of everybody seated."""

    divided = by_member(Whole(), required=True)
    agreed_by = members(required=True)


class Carried(fields.Field[Any]):
    """`"stands_over"`, or how the carried pool was divided."""

    def __init__(self, **kwargs: Any) -> None:
        kinds = [{"type": "string", "enum": ["stands_over"]}, {"type": "object"}, {"type": "null"}]
        about = "`stands_over`, or how everybody agreed to divide it: `divided` by member, and `agreed_by`"
        super().__init__(metadata={"oneOf": kinds, "description": about}, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        return value if value == "stands_over" else Division().load(value)


class KittyGiven(Schema):
    """An unclaimed reward kitty that becomes the club's, by the consent of everybody seated."""

    to_club = Truth(required=True, validate=validate.Equal(True))
    agreed_by = members(required=True)


class Closing(Schema):
    """The close of a sitting, and what becomes of a pool that is still carried, and of a reward that nobody claimed."""

    carried = optional(Carried)
    kitty = optional(
        fields.Nested,
        KittyGiven,
        metadata={"description": "left out, an unclaimed reward stands over to the club's next sitting with a reward"},
    )
