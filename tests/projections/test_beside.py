"""Work in another process gives the same as in this one: its result, its error, and how far it has come."""

import os
from time import monotonic, sleep

import pytest

from projections.verify.beside import beside
from projections.verify.passes import Progress


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


def test_the_result_comes_and_before_it_how_much_is_done() -> None:
    heard: list[int] = []
    with beside(counts) as work:
        assert work.result(heard.append) == "counted"
        assert work.done == 3
    assert heard[-1] == 3
    assert heard == sorted(heard)


def test_an_error_is_raised_where_the_result_is_waited_for() -> None:
    with beside(fails) as work, pytest.raises(ZeroDivisionError, match="nothing to divide"):
        work.result(lambda done: None)


def test_a_process_that_was_ended_is_not_waited_for() -> None:
    with beside(is_ended) as work, pytest.raises(EOFError, match="was ended before it had a result"):
        work.result(lambda done: None)


def test_no_process_is_left_when_its_result_is_not_needed() -> None:
    deadline = monotonic() + 30
    with beside(never_ends) as work:
        while not (process := work.done) and monotonic() < deadline:
            sleep(0.02)
    assert process
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
