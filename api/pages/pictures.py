"""The geometry of pictures. Templates draw it as SVG, without styles of their own, which the pages' policy forbids."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

APART = 200
"""The least distance between two labels below a line, in units."""
SLOT, BAR = 72, 40
"""How many units a bar has in a picture of pools, and how wide it is drawn."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a picture of pools, from its top: what was carried in lies below the rest."""

    x: float
    y: float
    height: float
    carried: float


@dataclass(frozen=True, slots=True)
class Bars:
    """Bars side by side, in a picture of `width` by `height` units."""

    width: int
    height: int
    bars: tuple[Bar, ...]


def bars(pools: Sequence[tuple[int, int]], *, height: int = 160) -> Bars:
    """A bar for each pool, given with what was carried into it; the greatest is `height` high."""
    greatest = max((pool for pool, _ in pools), default=0) or 1
    drawn = (
        Bar(
            SLOT * n + (SLOT - BAR) / 2,
            height - height * pool / greatest,
            height * pool / greatest,
            height * in_ / greatest,
        )
        for n, (pool, in_) in enumerate(pools)
    )
    return Bars(SLOT * len(pools), height, tuple(drawn))


@dataclass(frozen=True, slots=True)
class Line:
    """A line through amounts, in a picture of `width` by `height` units, and where its nought lies."""

    width: int
    height: int
    points: tuple[tuple[float, float], ...]
    nought: float
    highest: int
    lowest: int

    @property
    def path(self) -> str:
        """The points as an SVG polyline takes them."""
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in self.points)

    @property
    def end(self) -> tuple[float, float]:
        """The last point."""
        return self.points[-1]


def line(amounts: Sequence[int], *, before: int = 0, width: int = 640, height: int = 240) -> Line:
    """A line through amounts from left to right, `before` ahead of them. Nought always lies within the picture."""
    amounts = (before, *amounts)
    highest, lowest = max(0, *amounts), min(0, *amounts)
    span = (highest - lowest) or 1
    step = width / max(len(amounts) - 1, 1)

    def down(amount: int) -> float:
        return height * (highest - amount) / span

    points = tuple((n * step, down(amount)) for n, amount in enumerate(amounts))
    return Line(width, height, points, down(0), highest, lowest)


@dataclass(frozen=True, slots=True)
class Mark:
    """A place on a line at which something new begins. `labelled` is false where its label would meet another."""

    x: float
    index: int
    labelled: bool


def beginnings(groups: Sequence[Hashable], drawn: Line) -> tuple[Mark, ...]:
    """Where each group of neighbouring amounts begins, for a line that was drawn through these amounts."""
    marks: list[Mark] = []
    for n, group in enumerate(groups):
        if n and group == groups[n - 1]:
            continue
        x = drawn.points[n][0]
        free = max((mark.x for mark in marks if mark.labelled), default=-APART) + APART
        marks.append(Mark(x, n, x >= free))
    return tuple(marks)
