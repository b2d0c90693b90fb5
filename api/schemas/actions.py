"""The acts of a game: one schema for each entry of the table of acts, made from the fields of its command."""

from collections.abc import Mapping
from typing import Any, ClassVar

from marshmallow import Schema, ValidationError, fields, post_load, validate

from api.schemas.fields import MOST, CardField, Id, Truth, Whole, Words, by_member, members, optional
from ledger.play.acts import ACTS, Act
from ledger.play.commands import Command, WaiveLaw
from ledger.play.values import Field, Kind, Value, fields_of
from ledger.state.game import BANK

MOST_CARDS = 53
"""Cards in a pack with the joker."""


class Discard(fields.Field[Any]):
    """The number of cards thrown away, or the cards."""

    def __init__(self, number: fields.Field[Any], cards: fields.Field[Any], **kwargs: Any) -> None:
        named = {"type": "array", "items": {"type": "string"}}
        super().__init__(metadata={"oneOf": [{"type": "integer", "minimum": 0}, named]}, **kwargs)
        self._number = number
        self._cards = cards

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        kind = self._cards if isinstance(value, list) else self._number
        return kind.deserialize(value, attr, data)


class Lender(fields.String):
    """A member, or the bank."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(metadata={"description": "a member's id, or `bank`"}, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        return BANK if value == BANK else Id().deserialize(value, attr, data, **kwargs)


def field_for(field: Field) -> fields.Field[Any]:
    """The schema field for a field of a command."""
    if field.required:
        return _taking(field.value, required=True)
    if field.value.optional:
        return _taking(field.value, allow_none=True, load_default=field.default)
    return _taking(field.value, load_default=field.default)


def _taking(value: Value, **kwargs: Any) -> fields.Field[Any]:
    match value:
        case Value(kind=Kind.NUMBER, meta=meta) if meta is not None:
            return Whole(least=int(meta.ge or 0), most=int(meta.le or MOST), **kwargs)
        case Value(kind=Kind.CHOICE, words=words) if words is not None:
            return fields.Enum(words, by_value=fields.String, **kwargs)
        case Value(kind=Kind.LIST, of=of) if of is not None:
            return fields.List(_taking(of), validate=validate.Length(max=MOST_CARDS), **kwargs)
        case Value(kind=Kind.BY_MEMBER, of=of) if of is not None:
            return by_member(_taking(of), **kwargs)
        case Value(kind=Kind.EITHER, of=of, meta=meta):
            number = _taking(Value(kind=Kind.NUMBER, meta=meta))
            return Discard(number, _taking(Value(kind=Kind.LIST, of=of)), **kwargs)
    return _PLAIN[value.kind](**kwargs)


_PLAIN: Mapping[Kind, type[fields.Field[Any]]] = {
    Kind.MEMBER: Id,
    Kind.LENDER: Lender,
    Kind.CARD: CardField,
    Kind.LAW: Whole,
    Kind.FLAG: Truth,
}


def _unchanging(value: Any) -> Any:
    """The value with its lists as tuples, as commands have them."""
    if isinstance(value, list):
        return tuple(_unchanging(item) for item in value)
    return {key: _unchanging(item) for key, item in value.items()} if isinstance(value, dict) else value


class ActSchema(Schema):
    """The fields that every act has. Without `player` the act is that of the player whose turn it is."""

    command: ClassVar[type[Command]]

    player = optional(Id)
    irregular = Truth(load_default=False)
    note = optional(Words, longest=2000)

    @post_load
    def _as_command(self, loaded: dict[str, Any], **_: object) -> Command:
        del loaded["action"]
        return self.command(**{name: _unchanging(value) for name, value in loaded.items()})


def schema_for(act: Act) -> type[ActSchema]:
    """The schema of an act. Raises TypeError if a field of its command has a type without a schema field."""
    word = fields.String(required=True, validate=validate.OneOf((act.word,)))
    taken = {field.name: field_for(field) for field in fields_of(act.command)}
    name = f"{act.word.title().replace('_', '')}Act"
    schema = {"__doc__": act.command.__doc__, "command": act.command, "action": word, **taken}
    return type(name, (ActSchema,), schema)


SCHEMAS: Mapping[str, type[ActSchema]] = {act.word: schema_for(act) for act in ACTS if act.route == "actions"}
"""The schema of every act by its word in `action`."""

_MADE = {word: schema() for word, schema in SCHEMAS.items()}


class Waiver(Schema):
    """The consent of every player of a game to set a law aside in it (80)."""

    law = Whole(required=True)
    agreed_by = members(required=True)

    @post_load
    def _as_command(self, loaded: dict[str, Any], **_: object) -> WaiveLaw:
        return WaiveLaw(law=loaded["law"], agreed_by=tuple(loaded["agreed_by"]))


MOST_ACTS = 200
"""How many acts one request may hold."""


class AnyAct(Schema):
    """Any act. Loading gives the command for it."""

    kinds: ClassVar[Mapping[str, type[ActSchema]]] = SCHEMAS
    action = fields.String(required=True, validate=validate.OneOf(tuple(SCHEMAS)))

    def load(self, data: Any, **kwargs: Any) -> Any:
        """The command of the act. Raises ValidationError."""
        word = data.get("action") if isinstance(data, Mapping) else None
        if not isinstance(data, Mapping) or word is None:
            return super().load(data, unknown="include", **kwargs)
        if not isinstance(word, str) or word not in SCHEMAS:
            raise ValidationError({"action": [f"There is no such act. The acts are {', '.join(SCHEMAS)}."]})
        return _MADE[word].load(data, **kwargs)


class AnyActs(AnyAct):
    """Any act, or a list of acts. Loading gives the command for it, or a tuple of commands."""

    most = MOST_ACTS

    def load(self, data: Any, **kwargs: Any) -> Any:
        """The command of the act, or those of a list. Raises ValidationError, for a list by the places in it."""
        if not isinstance(data, list):
            return super().load(data, **kwargs)
        if not 1 <= len(data) <= MOST_ACTS:
            raise ValidationError(f"A list has 1 to {MOST_ACTS} acts, not {len(data)}.")
        commands, errors = [], {}
        for index, act in enumerate(data):
            try:
                commands.append(super().load(act, **kwargs))
            except ValidationError as wrong:
                errors[str(index)] = wrong.messages
        if errors:
            raise ValidationError(errors)
        return tuple(commands)
