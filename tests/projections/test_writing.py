"""Writes are carried out in a thread of their own, in their order, and none after one that failed."""

from threading import Event, Timer, current_thread

import pytest

from projections.read_model import ClubCursor, Write
from projections.tables import ReadTables
from projections.writing import Writing


def fail(cursor: ClubCursor) -> None:
    raise ZeroDivisionError


def test_writes_are_carried_out_in_their_order_by_another_thread(tables: ReadTables) -> None:
    done: list[tuple[int, bool]] = []
    with tables.transaction() as cursor:
        with Writing(cursor) as writing:
            for n in range(100):
                writing.hand_over(lambda _, n=n: done.append((n, current_thread().name == "poolbook writing")))  # type: ignore[misc]
        assert done == [(n, True) for n in range(100)]


def test_writes_use_the_cursor_of_the_transaction(tables: ReadTables) -> None:
    given: list[ClubCursor] = []
    with tables.transaction() as cursor, Writing(cursor) as writing:
        writing.hand_over(given.append)
    assert given == [cursor]


def handed_over(tables: ReadTables, *writes: Write) -> None:
    """Hand over these writes in a transaction."""
    with tables.transaction() as cursor, Writing(cursor) as writing:
        for write in writes:
            writing.hand_over(write)


def test_after_a_write_that_failed_none_is_carried_out_and_the_block_fails(tables: ReadTables) -> None:
    done: list[ClubCursor] = []
    with pytest.raises(ZeroDivisionError):
        handed_over(tables, fail, *[done.append] * 100)
    assert done == []


def broken_off(tables: ReadTables, *writes: Write) -> None:
    """Hand over these writes while an earlier one is carried out, then fail."""
    begun, on = Event(), Event()

    def wait(cursor: ClubCursor) -> None:
        begun.set()
        assert on.wait(timeout=20)

    with tables.transaction() as cursor, Writing(cursor) as writing:
        for write in (wait, *writes):
            writing.hand_over(write)
        assert begun.wait(timeout=20)
        Timer(0.1, on.set).start()
        raise KeyError


def test_after_an_error_in_the_block_the_writes_that_wait_are_dropped(tables: ReadTables) -> None:
    done: list[ClubCursor] = []
    with pytest.raises(KeyError):
        broken_off(tables, done.append, done.append)
    assert done == []
