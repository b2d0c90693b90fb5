"""The ends of a deposit, each with the refusal of an amount beyond it.

The chapters say how far each law lets a player go, as a `Bound`; `betting` puts the ends together. What may be
staked is offered, and what may not is refused, by the same `Bounds`.
"""

from dataclasses import dataclass

from ledger.refusals import Refused


@dataclass(frozen=True, slots=True)
class Bound:
    """One end of a deposit: the amount, the law that sets it (None where the book has none), and the refusal.

    `detail` is the sentence of the refusal, in which `{bound}` is this end and `{amount}` what was to be deposited.
    """

    amount: int
    law: int | None
    code: str
    detail: str

    def check_not_below(self, amount: int) -> None:
        """Refuse less than this."""
        if amount < self.amount:
            raise self._refusal(amount)

    def check_not_above(self, amount: int) -> None:
        """Refuse more than this."""
        if amount > self.amount:
            raise self._refusal(amount)

    def _refusal(self, amount: int) -> Refused:
        return Refused(self.law, self.code, self.detail.format(bound=self.amount, amount=amount))


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a player may deposit: from the least to the most, as far as his counters reach."""

    least: Bound
    most: Bound
    funds: Bound

    def check(self, amount: int) -> None:
        """Refuse a deposit that is too small, too large, or more than he has: the first of these is named."""
        self.least.check_not_below(amount)
        self.most.check_not_above(amount)
        self.funds.check_not_above(amount)

    @property
    def law(self) -> int:
        """The law that sets the least, by which the deposit is judged."""
        assert self.least.law is not None, "the cap has no number, but every least has"
        return self.least.law

    @property
    def lawful(self) -> range:
        """Every amount that `check` lets pass; empty where there is none."""
        return range(self.least.amount, min(self.most.amount, self.funds.amount) + 1)


def at_most(amount: int) -> Bound:
    """The cap of the description on what is staked at one time; it has no number in the book."""
    return Bound(amount, None, "above_limit", "he may stake {bound} at the most, not {amount}")
