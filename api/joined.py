"""Answers that are put together: what a state says of itself, and what is said beside it."""

from collections.abc import Mapping
from typing import Any


class Joined:
    """Several things that a schema dumps as one: a name means that of the first of them that has it.

    They are mappings, dataclasses, or joined themselves.
    """

    __slots__ = ("_parts",)

    def __init__(self, *parts: Any) -> None:
        self._parts = parts

    def __getitem__(self, name: str) -> Any:
        for part in self._parts:
            try:
                return part[name] if isinstance(part, Mapping | Joined) else getattr(part, name)
            except (KeyError, AttributeError):
                continue
        raise KeyError(name)
