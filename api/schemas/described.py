"""Schemas made from dataclasses and structs, so that the fields of an answer are described once, by their class."""

import base64
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields as fields_of
from datetime import datetime
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints
from uuid import UUID

import msgspec
from marshmallow import Schema, fields, missing, validate
from marshmallow.utils import get_value

from api.schemas.fields import Id, Moment

Described = TypeVar("Described", bound=type[Schema])

_SCHEMAS: dict[type, type[Schema]] = {}
"""The schema of each described class, for classes that have it as a field."""


class Base64(fields.String):
    """Bytes, in base64."""

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> str:
        return base64.b64encode(value).decode()


class Group(fields.Nested):
    """Some attributes of the dumped object, as a nested object.

    `attributes` names the attribute from which a field of the nested object is read, if it has another name.
    """

    def __init__(self, schema: type[Schema], **attributes: str) -> None:
        super().__init__(schema, required=True)
        self.attributes = {name: attributes.get(name, name) for name in schema._declared_fields}

    def get_value(self, obj: Any, attr: str, accessor: Any = None, default: Any = missing) -> Any:
        return {name: get_value(obj, attribute) for name, attribute in self.attributes.items()}


def described_by(
    kind: type,
    *,
    names: Mapping[str, str] | None = None,
    without: Sequence[str] = (),
    first: Sequence[str] = (),
    says: Mapping[str, str] | None = None,
) -> Callable[[Described], Described]:
    """Give a schema the fields of a dataclass or struct, each of them required.

    names    the names of fields in the answer, where they differ from those in the class
    without  fields that are not answered
    first    fields that come before the others
    says     descriptions of fields for the OpenAPI document

    If the schema itself has a field that is read from a field of the class, that one is used in its place. The
    schema's other fields come last. Raises TypeError for a field that the class does not have, for a type without a
    schema field, and for a class that describes another schema already.
    """
    names, says = names or {}, says or {}
    hints = get_type_hints(kind)
    every = _names_of(kind)
    if unknown := {*names, *without, *says}.difference(every):
        raise TypeError(f"{kind.__name__} has no field {', '.join(sorted(unknown))}")

    def describe(schema: Described) -> Described:
        own = dict(schema._declared_fields)
        described: dict[str, fields.Field[Any]] = {}
        for name in every:
            instead = {key: field for key, field in own.items() if name in _read_from(key, field)}
            if not instead and name not in without:
                about = {"description": says[name]} if name in says else {}
                instead[name] = _field(hints[name], required=True, data_key=names.get(name), metadata=about)
            described |= instead
        described |= own
        schema._declared_fields = {key: described[key] for key in first} | described
        if _SCHEMAS.setdefault(kind, schema) is not schema:
            raise TypeError(f"{kind.__name__} describes {_SCHEMAS[kind].__name__} already")
        return schema

    return describe


def _names_of(kind: type) -> list[str]:
    if issubclass(kind, msgspec.Struct):
        return list(kind.__struct_fields__)
    return [field.name for field in fields_of(kind)]  # type: ignore[arg-type]


def _read_from(key: str, field: fields.Field[Any]) -> set[str]:
    """The names of the fields of the class from which a field of the schema is read."""
    attributes = field.attributes.values() if isinstance(field, Group) else (field.attribute or key,)
    return {attribute.partition(".")[0] for attribute in attributes}


_PLAIN: Mapping[Any, type[fields.Field[Any]]] = {
    int: fields.Integer,
    bool: fields.Boolean,
    str: fields.String,
    bytes: Base64,
    UUID: Id,
    datetime: Moment,
}


def _field(hint: Any, **given: Any) -> fields.Field[Any]:
    """The schema field for a type hint. Raises TypeError if there is none."""
    origin, within = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType) and NoneType in within and len(within) == 2:
        (other,) = (alternative for alternative in within if alternative is not NoneType)
        return _field(other, allow_none=True, **given)
    if origin in (tuple, list, Sequence):
        return fields.List(_field(within[0]), **given)
    if origin in (dict, Mapping):
        return fields.Dict(keys=_field(within[0]), values=_field(within[1]), **given)
    if isinstance(hint, type) and hint in _SCHEMAS:
        return fields.Nested(_SCHEMAS[hint], **given)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return fields.String(validate=validate.OneOf([alternative.value for alternative in hint]), **given)
    if hint not in _PLAIN:
        raise TypeError(f"no schema field is known for {hint}")
    return _PLAIN[hint](**given)
