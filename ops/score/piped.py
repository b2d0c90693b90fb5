"""Lines from a file or a program instead of a terminal: each answered plainly, ended by the first that is refused."""

from collections.abc import Callable, Iterable

from ops.score.session import Session


def run(session: Session, lines: Iterable[bytes], echo: Callable[..., None], *, keep_going: bool) -> int:
    """Take every line. Returns how many were refused; without `keep_going` the first ends it."""
    refused = 0
    for number, raw in enumerate(lines, 1):
        try:
            typed = raw.decode("utf-8").rstrip("\r\n")
        except UnicodeDecodeError:
            rows: tuple[str, ...] = ("this is not text in UTF-8",)
            was_refused = True
        else:
            answer = session.enter(typed)
            if answer.leaves:
                return refused
            rows, was_refused = answer.rows, answer.refused
        if not was_refused:
            for row in rows[:1] if rows[:1] and rows[0].startswith("= ") else rows:
                echo(row)
            continue
        refused += 1
        for row in (f"line {number}: {rows[0]}", *rows[1:]):
            echo(row, err=True)
        if not keep_going:
            return refused
    return refused
