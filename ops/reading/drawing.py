"""A member's running result as a line in the terminal."""

import sys
from collections.abc import Sequence

import click

from ops.printing import amount, console, writes_unicode
from projections.season import Evening

HIGH, WIDEST = 14, 100
"""The rows of the drawing, and its columns at the most."""
NARROWEST = 30
LABELS = 4
"""How many evenings and how many amounts are named beside the axes."""


def draw_running(evenings: Sequence[Evening], currency: str, wanted: bool | None) -> None:
    """Draw the running result of one member, evening by evening, from nought at the beginning.

    `wanted` None: only in a terminal that can show it. Where it is wanted and cannot be shown, standard error says so.
    """
    width = min(console().width, WIDEST)
    able = writes_unicode() and width >= NARROWEST
    if wanted and not able:
        click.echo("poolbook: this terminal is too narrow for a drawing, or writes ASCII only", err=True)
    if able and (sys.stdout.isatty() if wanted is None else wanted):
        click.echo("\n" + _drawn(evenings, currency, width))


def _drawn(evenings: Sequence[Evening], currency: str, width: int) -> str:
    import plotext  # type: ignore[import-untyped] # here, because loading it takes longer than most commands do

    before = evenings[0].running - evenings[0].net
    amounts = [before, *(evening.running for evening in evenings)]
    figure = plotext.figure
    figure.clear()
    figure.theme("colorless")
    figure.plot_size(width, HIGH)
    line = figure.signal(list(range(len(amounts))), amounts, marker="braille")
    line.lines()
    figure.draw(line)
    places = _spread(range(1, len(amounts)))
    figure.ruler("x").ticks(places, [evenings[place - 1].held_on for place in places])
    steps = sorted({0, *_spread(sorted({*amounts}))} | {min(amounts), max(amounts)})
    figure.ruler("y").ticks(steps, [amount(step, currency) for step in steps])
    drawn: str = figure.build().string(colorless=True)
    return "\n".join(row.rstrip() for row in drawn.splitlines())


def _spread(items: Sequence[int]) -> list[int]:
    """Some of the items, as far apart as may be, the first and the last among them."""
    if len(items) <= LABELS:
        return list(items)
    return [items[round(n * (len(items) - 1) / (LABELS - 1))] for n in range(LABELS)]
