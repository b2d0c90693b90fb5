"""Work in another process gives the same as in this one: its result, its error, and how far it has come."""

import os
from collections.abc import Callable
from time import monotonic, sleep

import pytest

from projections.beside import beside

Progress = Callable[[int], None]


def counts(progress: Progress) -> str:
    for number in range(1, 4):
        progress(number)
    return "counted"


def fails(progress: Progress) -> str:
    raise ZeroDivisionError("nothing to divide")


def is_ended(progress: Progress) -> str:
    os._exit(3)


def never_ends(progress: Progress) -> str:
    progress(os.getpid())
    sleep(3600)
    return ""


def test_the_messages_come_and_after_them_the_result() -> None:
    with beside(counts) as work:
        assert list(work.messages()) == [1, 2, 3]
        assert work.result() == "counted"


def test_what_has_not_come_yet_is_not_waited_for() -> None:
    heard: list[int] = []
    deadline = monotonic() + 30
    with beside(counts) as work:
        assert list(work.waiting()) == []
        while len(heard) < 3 and monotonic() < deadline:
            heard += work.waiting()
        assert work.result() == "counted"
    assert heard == [1, 2, 3]


def test_an_error_is_raised_where_the_result_is_waited_for() -> None:
    with beside(fails) as work, pytest.raises(ZeroDivisionError, match="nothing to divide"):
        work.result()


def test_a_process_that_was_ended_is_not_waited_for() -> None:
    with beside(is_ended) as work, pytest.raises(EOFError, match="was ended before it had a result"):
        work.result()


def test_no_process_is_left_when_its_result_is_not_needed() -> None:
    deadline = monotonic() + 30
    with beside(never_ends) as work:
        while not (processes := list(work.waiting())) and monotonic() < deadline:
            sleep(0.02)
    (process,) = processes
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
