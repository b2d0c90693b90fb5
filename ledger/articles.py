"""The articles of a sitting: what the players agreed before play."""

from collections.abc import Mapping

from msgspec import Struct

VARIANTS = ("blaze", "joker", "skip_sequence", "ace_high_sequences")
"""The variants of the game that a sitting may agree to (81)."""

JACK_POT_SERIES = ("J", "Q", "K")
"""The pairs that open successive jack-pots (30 to 32)."""


class Kitty(Struct, frozen=True, kw_only=True):
    """A kitty: `amount` minor units are set aside from each pool that is won.

    `purpose` is `expenses` or `reward`; `hand_class` is the lowest class of hand that wins the reward.
    """

    amount: int
    purpose: str
    hand_class: str | None = None


class Articles(Struct, frozen=True, kw_only=True):
    """What is agreed for a sitting.

    `ante` and `limit` are in minor units, `readings` holds every reading with its value, `abrogated` numbers of laws.
    """

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
