"""Teach PokerKit five-card draw with stakes of any size, the variant `F5CD` of the hands that poolbook exports as PHH.

    from poolbook.pokerkit_draw import teach
    from pokerkit import HandHistory

    teach()
    for hand in HandHistory.loads_all(open("green-baize-hands-1895.phhs").read()):
        *_, last = hand
        print(hand.finishing_stacks, last.stacks)

Hands of the variant `N2L1D` need nothing of this. The module needs PokerKit and no other part of poolbook, so the file
can be copied to wherever the hands are read. PokerKit's own games have no draw with the standard ranking, and refuse a
raise that is smaller than the raise before.
"""

from typing import Any

from pokerkit import Deck, HandHistory, StandardHighHand
from pokerkit.games import NoLimitPokerMixin, SingleDraw
from pokerkit.state import State

CODE = "F5CD"
"""The variant: five-card draw, one draw, stakes of any size."""


class AnyStake(State):
    """A state in which a raise may be of any size, and a player may pass with nothing to meet."""

    @property
    def completion_betting_or_raising_amount(self) -> int:
        """The least raise that the raise before asks for: none."""
        return 0

    @completion_betting_or_raising_amount.setter
    def completion_betting_or_raising_amount(self, amount: int) -> None: ...

    def verify_folding(self) -> None:
        """Raise ValueError if nobody is to act."""
        if not self.actor_indices:
            raise ValueError("nobody is to act")


class FiveCardDraw(NoLimitPokerMixin, SingleDraw):
    """Five-card draw with one draw, a standard pack and the standard ranking of hands."""

    deck = Deck.STANDARD
    hand_types = (StandardHighHand,)
    hole_dealing_count = 5

    def __call__(self, raw_starting_stacks: Any, player_count: int) -> State:
        """The state before the deal."""
        terms: dict[str, Any] = {"mode": self.mode, "divmod": self.divmod, "rake": self.rake}
        return AnyStake(
            self.automations,
            self.deck,
            self.hand_types,
            self.streets,
            self.betting_structure,
            self.ante_trimming_status,
            self.raw_antes,
            self.raw_blinds_or_straddles,
            self.bring_in,
            raw_starting_stacks,
            player_count,
            **terms,
        )


def teach() -> None:
    """Register the variant with PokerKit's reader of hand histories. To do so twice does no harm."""
    HandHistory.game_types[CODE] = FiveCardDraw
    HandHistory.variants[FiveCardDraw] = CODE
    HandHistory.required_field_names[CODE] = HandHistory.required_field_names["N2L1D"]
