"""The register of the eighty-one laws, and of the functions and classes that keep them.

`book.toml` beside this module holds one entry for each law in our own words. Nobody writes down whether a law is
carried out: it follows from the functions and classes of `ledger.laws` that are marked with `keeps`.
"""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module, resources
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

Keeper = TypeVar("Keeper", bound=Callable[..., object])

_PACKAGE = "ledger.laws"
# Law 80 excepts these laws, though some of them only refuse. The laws of division are effects: their kind excepts them.
_NEVER_WAIVED = frozenset({1, 9, 19, 27, 28, 33, 37, 51})

_KEEPERS: dict[int, dict[str | None, Callable[..., object]]] = {}
"""The keepers of each law by the part that they keep; None stands for the law as such."""


@dataclass(frozen=True, slots=True)
class Law:
    """One law as the service understands it.

    `chapter` names a module of `ledger.laws`. `kinds` holds one or two of constraint, effect, procedure, ranking,
    dispute. `readings` names the points on which the letter of the law leaves a choice.
    """

    number: int
    chapter: str
    title: str
    kinds: tuple[str, ...]
    restatement: str
    readings: tuple[str, ...]

    @property
    def waivable(self) -> bool:
        """Whether the players may waive it for a game (law 80) or abrogate it for a sitting (law 81)."""
        return self.kinds == ("constraint",) and self.number not in _NEVER_WAIVED


def _read_law(entry: dict[str, Any]) -> Law:
    return Law(
        number=entry["number"],
        chapter=entry["chapter"],
        title=entry["title"],
        kinds=tuple(entry["kinds"]),
        restatement=entry["restatement"],
        readings=tuple(entry["readings"]),
    )


def _read_book() -> Mapping[int, Law]:
    text = resources.files(_PACKAGE).joinpath("book.toml").read_text(encoding="utf-8")
    laws: dict[int, Law] = {}
    for entry in tomllib.loads(text)["law"]:
        read = _read_law(entry)
        if read.number in laws:
            raise ValueError(f"book.toml has two entries for law {read.number}")
        laws[read.number] = read
    return MappingProxyType(laws)


LAWS: Mapping[int, Law] = _read_book()

EDITION = "2"
"""The edition of the rules code. It is stored with every game, and rises when a settlement would differ."""


def law(number: int) -> Law:
    """The entry for one law. Raises LookupError for a number the book has not."""
    try:
        return LAWS[number]
    except KeyError:
        raise LookupError(f"there is no law {number}; the laws run from 1 to {len(LAWS)}") from None


class Home(NamedTuple):
    """Where a law is kept: the object as 'module:qualname', and the part that it keeps (None: the law as such)."""

    place: str
    part: str | None


def keeps(*numbers: int, part: str | None = None) -> Callable[[Keeper], Keeper]:
    """Mark a function or class as a keeper of these laws, or of a part of them. It is returned unchanged.

    One function or class keeps a law as such; others may keep a part of it, and name the part. Raises ValueError if
    there is no such law, or if another keeps the law or that part already.
    """
    for number in numbers:
        if number not in LAWS:
            raise ValueError(f"there is no law {number} to keep")

    def mark(keeper: Keeper) -> Keeper:
        for number in numbers:
            _check_unclaimed(number, part, keeper)
        for number in numbers:
            _KEEPERS.setdefault(number, {})[part] = keeper
        return keeper

    return mark


def _check_unclaimed(number: int, part: str | None, keeper: Callable[..., object]) -> None:
    holder = _KEEPERS.get(number, {}).get(part)
    # A module that is imported again marks a new object of the same name, which is no second claim.
    if holder is None or (holder is not keeper and _place_of(holder) == _place_of(keeper)):
        return
    claim = f"law {number}" if part is None else f"{part!r} of law {number}"
    raise ValueError(f"{claim} is already kept by {_place_of(holder)}; {_place_of(keeper)} may not keep it too")


def _place_of(keeper: Callable[..., object]) -> str:
    return f"{keeper.__module__}:{keeper.__qualname__}"


@cache
def import_keepers() -> None:
    """Import every module of `ledger.laws`, so that all keepers are marked whatever was imported before."""
    for module in iter_modules(import_module(_PACKAGE).__path__):
        import_module(f"{_PACKAGE}.{module.name}")


def kept_at(number: int) -> tuple[Home, ...]:
    """Every home of a law: first that of the law as such, then those of its parts, sorted by their names.

    Empty where nothing keeps the law. Raises LookupError for an unknown number.
    """
    entry = law(number)
    import_keepers()
    keepers = _KEEPERS.get(entry.number, {})
    return tuple(Home(_place_of(keepers[part]), part) for part in sorted(keepers, key=lambda part: part or ""))


def how_kept(number: int) -> str:
    """How the service keeps a law: 'kept' or 'manners'. Raises LookupError for an unknown number.

    It is 'kept' where marked functions carry it out, 'manners' where its breach leaves no trace in a record.
    """
    return "kept" if kept_at(number) else "manners"
