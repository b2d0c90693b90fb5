"""Several objects dumped as one answer, for example a state and values computed from it."""

from collections.abc import Mapping
from typing import Any


class Joined:
    """Several objects that a schema dumps as one. The value of a name is that of the first object that has it.

    The objects are mappings, dataclasses, or Joined themselves. Indexing raises KeyError for a name that none has.
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
