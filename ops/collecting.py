"""How often Python collects reference cycles."""

import gc

ALLOCATIONS = 100_000
"""Python collects when this many more objects were made than freed; its own default is 700."""


def collect_seldom() -> None:
    """Let Python collect cycles less often.

    Events and states are frozen, so they form no cycles and are freed by their reference counts. Searching them for
    cycles took a fifth of the time of a rebuild or a verification.
    """
    gc.set_threshold(ALLOCATIONS)
