"""What a verification found: the first difference, what it could not judge, and how much it looked at."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from uuid import UUID

KINDS = ("rows", "log", "settlements", "tables", "accounts")
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
)
"""What is counted as it is checked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Something that is not what it follows to be.

    `kind` is one of KINDS. Where it is, as far as that applies: `stream`, `version` and `position` of an event, or
    `table`, `key` and `column` of a row. `expected` and `found` are told where they hold nothing hidden.
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
    """Something that is no failure and yet worth saying, how often it was met, and where first."""

    code: str
    sentence: str
    times: int = 1
    stream: UUID | None = None
    version: int | None = None
    position: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The outcome for one club. `checked` counts by the names of COUNTED."""

    checked: Mapping[str, int]
    first_difference: Difference | None = None
    notices: tuple[Notice, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether everything is what it follows to be."""
        return self.first_difference is None


class Differs(Exception):
    """Raised by a part of the verification that has found its first difference."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(difference.sentence)
        self.difference = difference


@dataclass(slots=True)
class Findings:
    """What is gathered on the way: counts, and notices by their code."""

    checked: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTED, 0))
    notices: dict[str, Notice] = field(default_factory=dict)

    def count(self, what: str, number: int = 1) -> None:
        """So many more were looked at."""
        self.checked[what] += number

    def notice(
        self,
        code: str,
        sentence: str,
        *,
        stream: UUID | None = None,
        version: int | None = None,
        position: int | None = None,
    ) -> None:
        """Say this once, where it is met first, and count it from then on."""
        met = self.notices.get(code)
        self.notices[code] = (
            replace(met, times=met.times + 1)
            if met
            else Notice(code=code, sentence=sentence, stream=stream, version=version, position=position)
        )


def lone_row(kind: str, table: str, key: str, *, missing: bool, position: int | None = None) -> Difference:
    """A row that is missing, or else follows from no event."""
    what = "is missing" if missing else "follows from no event"
    sentence = f"the row of {table} with {key} {what}"
    return Difference(kind=kind, sentence=sentence, position=position, table=table, key=key)


def unlike_row(
    kind: str, table: str, key: str, column: str, expected: object, found: object, position: int | None = None
) -> Difference:
    """A row that has another value in a column than follows from the events."""
    was, now = short(expected), short(found)
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
    """A value in a sentence: of a long one its beginning."""
    text = str(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


_LONGEST = 200
