"""The result of a verification: the first difference, notices, and how much was checked."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from uuid import UUID

KINDS = ("rows", "log", "settlements", "tables", "accounts", "directory", "webhooks", "schema")
"""The parts of a verification, in the order in which the first difference is looked for."""

COUNTED = (
    "events",
    "sealed_parts",
    "commands",
    "leaves",
    "checkpoints",
    "settlements",
    "read_rows",
    "accounts",
    "postings",
    "tokens",
    "definitions",
)
"""The names under which a report counts what was checked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Something stored that differs from what follows from the record.

    `kind` is one of KINDS. The place, as far as it applies: `stream`, `version` and `position` of an event, or `table`,
    `key` and `column` of a row. `expected` and `found` are None if they may hold something hidden.
    """

    kind: str
    sentence: str
    stream: UUID | None = None
    version: int | None = None
    position: int | None = None
    table: str | None = None
    key: str | None = None
    column: str | None = None
    expected: str | None = None
    found: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """Something worth reporting that is not a difference: how often it was met, and where first."""

    code: str
    sentence: str
    times: int = 1
    stream: UUID | None = None
    version: int | None = None
    position: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The result for one club. `checked` has a count for each name of COUNTED."""

    checked: Mapping[str, int]
    first_difference: Difference | None = None
    notices: tuple[Notice, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether no difference was found."""
        return self.first_difference is None


class Differs(Exception):
    """A part of the verification has found its first difference."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(difference.sentence)
        self.difference = difference


@dataclass(slots=True)
class Findings:
    """What a verification gathers: counts by name, and notices by code."""

    checked: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTED, 0))
    notices: dict[str, Notice] = field(default_factory=dict)

    def count(self, what: str, number: int = 1) -> None:
        """Count `number` more that were checked."""
        self.checked[what] += number

    def add(self, others: "Findings") -> None:
        """Add what another pass has gathered. A notice of both is of the same thing."""
        for what, number in others.checked.items():
            self.checked[what] += number
        self.notices |= others.notices

    def notice(
        self,
        code: str,
        sentence: str,
        *,
        stream: UUID | None = None,
        version: int | None = None,
        position: int | None = None,
    ) -> None:
        """Add a notice where it is met first; from then on count it."""
        met = self.notices.get(code)
        self.notices[code] = (
            replace(met, times=met.times + 1)
            if met
            else Notice(code=code, sentence=sentence, stream=stream, version=version, position=position)
        )


def lone_row(kind: str, table: str, key: str, *, missing: bool, position: int | None = None) -> Difference:
    """The difference for a row that is missing, or that follows from no event."""
    what = "is missing" if missing else "follows from no event"
    sentence = f"the row of {table} with {key} {what}"
    return Difference(kind=kind, sentence=sentence, position=position, table=table, key=key)


def unlike_row(
    kind: str, table: str, key: str, column: str, expected: object, stored: object, position: int | None = None
) -> Difference:
    """The difference for a row with another value in a column than follows from the events."""
    was, now = short(expected), short(stored)
    return Difference(
        kind=kind,
        sentence=f"the row of {table} with {key} has {column} {now}, where {was} follows",
        position=position,
        table=table,
        key=key,
        column=column,
        expected=was,
        found=now,
    )


def short(value: object) -> str:
    """A value as text for a sentence, cut off after _LONGEST characters."""
    text = str(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


_LONGEST = 200
