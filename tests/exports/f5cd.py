"""Teach PokerKit five-card draw with the lines that the docstring of ledger/exports/hands/phh.py gives."""

from textwrap import dedent

from ledger.exports import phh


def learn() -> None:
    """Register the code F5CD with PokerKit."""
    assert phh.__doc__ is not None
    start = phh.__doc__.index("    from pokerkit import")
    lines = phh.__doc__[start:].split("\nThe first player")[0]
    exec(dedent(lines), {})
