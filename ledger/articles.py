"""The articles of a sitting: what the players agreed before play."""

from collections.abc import Mapping
from dataclasses import dataclass

VARIANTS = ("blaze", "joker", "skip_sequence", "ace_high_sequences")
"""The modifications a sitting may agree to."""

JACK_POT_SERIES = ("J", "Q", "K")
"""The pairs that open successive jack-pots (30 to 32)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kitty:
    """So much set aside whenever a pool is won, for `expenses` or as a `reward` for a class of hand."""

    amount: int
    purpose: str
    hand_class: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Articles:
    """Ante and limit in minor units; `readings` is complete, each with its value; `abrogated` are law numbers."""

    ante: int
    limit: int
    readings: Mapping[str, str]
    variants: tuple[str, ...] = ()
    kitty: Kitty | None = None
    abrogated: tuple[int, ...] = ()
    loans: bool = True

    @property
    def counter_values(self) -> dict[str, int]:
        """What each colour is worth in minor units: red the ante, white three antes, blue the limit."""
        return {"red": self.ante, "white": 3 * self.ante, "blue": self.limit}
