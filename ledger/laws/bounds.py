"""The least and the most that a player may deposit, each with the refusal of an amount beyond it.

Each chapter gives the bounds of its laws as a `Bound`; `betting` puts them together as `Bounds`. Offers of what may be
staked and refusals of what may not both come from the same `Bounds`.
"""

from msgspec import Struct

from ledger.refusals import Refused


class Bound(Struct, frozen=True):
    """The least or the most of a deposit: the amount, the law that sets it (None where the book has none), the refusal.

    `code` is the refusal's word, `detail` its sentence, in which `{bound}` is this amount and `{amount}` the deposit.
    """

    amount: int
    law: int | None
    code: str
    detail: str

    def check_not_below(self, amount: int) -> None:
        """Raise Refused for less than this amount."""
        if amount < self.amount:
            raise self._refusal(amount)

    def check_not_above(self, amount: int) -> None:
        """Raise Refused for more than this amount."""
        if amount > self.amount:
            raise self._refusal(amount)

    def _refusal(self, amount: int) -> Refused:
        return Refused(self.law, self.code, self.detail.format(bound=self.amount, amount=amount))


class Bounds(Struct, frozen=True):
    """What a player may deposit: from the least to the most, and no more than his counters."""

    least: Bound
    most: Bound
    funds: Bound

    def check(self, amount: int) -> None:
        """Raise Refused for a deposit that is too small, too large, or more than he has; the first of these counts."""
        self.least.check_not_below(amount)
        self.most.check_not_above(amount)
        self.funds.check_not_above(amount)

    @property
    def law(self) -> int:
        """The law that judges the deposit: the one that sets the least."""
        assert self.least.law is not None, "only the most may have no law; every least has one"
        return self.least.law

    @property
    def lawful(self) -> range:
        """Every amount that `check` accepts; empty where there is none."""
        return range(self.least.amount, min(self.most.amount, self.funds.amount) + 1)


def at_most(amount: int) -> Bound:
    """The most that may be staked at one time. The book's description sets it; no law has it."""
    return Bound(amount, None, "above_limit", "he may stake {bound} at the most, not {amount}")
