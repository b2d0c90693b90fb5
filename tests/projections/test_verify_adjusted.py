"""What is adjusted after a close is worked out again when the books are verified."""

from collections.abc import Callable, Sequence

import pytest
from msgspec.structs import replace

from ledger.events.adjustment import GameAdjusted, SittingAdjusted, StandingAdjusted
from ledger.events.base import Event
from projections.verify import Report
from tests.corrections.afterwards import slips
from tests.corrections.test_after_the_close import C_BEATS_D, D_WINS, Closed, home
from tests.play.table import Table
from tests.projections.evenings import Placed, Writer
from tests.projections.test_verify import keeper, verified

__all__ = ["keeper", "verified"]

PASSED = "deal; C passes; D passes; E passes; A passes; B stakes 3"


def found_late(keeper: Writer, acts: str = C_BEATS_D) -> tuple[Closed, list[Placed]]:
    """A sitting that was closed and saved, and the events of an adjustment that are not saved yet."""
    book = home(Table().start("A").play(acts))
    keeper.write(book.table)
    had = len(book.events(0)), len(book.entries), len(book.table.club_events)
    book.mend(D_WINS if acts == C_BEATS_D else slips([6], [(6, "B passes")]))
    placed = [
        *((book.id(0), event) for event in book.events(0)[had[0] :]),
        *((book.table.name, event) for event in book.entries[had[1] :]),
        *(("club", event) for event in book.table.club_events[had[2] :]),
    ]
    return book, placed


def changed(placed: Sequence[Placed], kind: type[Event], **fields: object) -> list[Placed]:
    """The same events, with other fields in those of one kind."""
    return [(name, replace(event, **fields) if isinstance(event, kind) else event) for name, event in placed]


@pytest.mark.parametrize("acts", [C_BEATS_D, PASSED], ids=["between members", "what stands over"])
def test_an_adjustment_agrees_when_it_is_worked_out_again(
    acts: str, keeper: Writer, verified: Callable[[], Report]
) -> None:
    _, placed = found_late(keeper, acts)
    keeper.save(placed)
    report = verified()
    assert report.first_difference is None
    assert not report.notices or all(notice.code != "older_edition" for notice in report.notices)


@pytest.mark.parametrize(
    ("kind", "fields", "column"),
    [
        (SittingAdjusted, {"changes": {"C": -24, "D": 24}}, "changes"),
        (SittingAdjusted, {"since": 3}, "since"),
        (SittingAdjusted, {"affected": ("another",)}, "affected"),
        (SittingAdjusted, {"loans": ()}, "loans"),
        (GameAdjusted, {"changes": {}}, "changes"),
        (GameAdjusted, {"entry": 1}, "entry"),
    ],
)
def test_an_adjustment_with_another_field_is_found(
    kind: type[Event], fields: dict[str, object], column: str, keeper: Writer, verified: Callable[[], Report]
) -> None:
    _, placed = found_late(keeper)
    keeper.save(changed(placed, kind, **fields))
    difference = verified().first_difference
    assert difference is not None
    assert (difference.kind, difference.column) == ("settlements", column)


def test_what_stands_over_otherwise_after_an_adjustment_is_found(
    keeper: Writer, verified: Callable[[], Report]
) -> None:
    _, placed = found_late(keeper, PASSED)
    keeper.save(changed(placed, StandingAdjusted, carried=4))
    difference = verified().first_difference
    assert difference is not None
    assert difference.column == "carried"


@pytest.mark.parametrize(
    ("acts", "missing"),
    [(C_BEATS_D, GameAdjusted), (C_BEATS_D, SittingAdjusted), (PASSED, StandingAdjusted)],
    ids=["the game's note", "the entry", "what stands over"],
)
def test_a_part_of_an_adjustment_that_is_missing_is_found(
    acts: str, missing: type[Event], keeper: Writer, verified: Callable[[], Report]
) -> None:
    _, placed = found_late(keeper, acts)
    keeper.save([(name, event) for name, event in placed if not isinstance(event, missing)])
    difference = verified().first_difference
    assert difference is not None
    assert difference.kind == "settlements"


def test_an_adjustment_that_no_correction_calls_for_is_found(keeper: Writer, verified: Callable[[], Report]) -> None:
    _, placed = found_late(keeper)
    keeper.save([(name, event) for name, event in placed if event.topic != "game.corrected"])
    difference = verified().first_difference
    assert difference is not None
    assert "follows no correction after a close" in difference.sentence
