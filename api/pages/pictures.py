"""The geometry of pictures. Templates draw it as SVG, without styles of their own, which the pages' policy forbids."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a picture that is 100 units high, from its top."""

    x: float
    y: float
    height: float


def bars(amounts: Sequence[int]) -> tuple[Bar, ...]:
    """A bar for each amount, 10 units from one to the next; the greatest amount is 100 high."""
    greatest = max(amounts, default=0) or 1
    return tuple(
        Bar(10 * n, 100 - 100 * amount / greatest, 100 * amount / greatest) for n, amount in enumerate(amounts)
    )


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


def line(amounts: Sequence[int], *, before: int = 0, width: int = 960, height: int = 280) -> Line:
    """A line through amounts from left to right, `before` ahead of them. Nought always lies within the picture."""
    amounts = (before, *amounts)
    highest, lowest = max(0, *amounts), min(0, *amounts)
    span = (highest - lowest) or 1
    step = width / max(len(amounts) - 1, 1)

    def down(amount: int) -> float:
        return height * (highest - amount) / span

    points = tuple((n * step, down(amount)) for n, amount in enumerate(amounts))
    return Line(width, height, points, down(0), highest, lowest)
