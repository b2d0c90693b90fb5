"""PokerKit taught five-card draw, as the head of ledger/exports/phh.py says it is done."""

from pokerkit import Deck, HandHistory, StandardHighHand
from pokerkit.games import NoLimitPokerMixin, SingleDraw
from pokerkit.state import State


class AnyStake(State):
    completion_betting_or_raising_amount = property(lambda state: 0, lambda state, amount: None)

    def verify_folding(self):
        if not self.actor_indices:
            raise ValueError("nobody is to act")


class FiveCardDraw(NoLimitPokerMixin, SingleDraw):
    deck, hand_types, hole_dealing_count = Deck.STANDARD, (StandardHighHand,), 5

    def __call__(self, raw_starting_stacks, player_count):
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
            mode=self.mode,
            divmod=self.divmod,
            rake=self.rake,
        )


HandHistory.game_types["F5CD"] = FiveCardDraw
HandHistory.variants[FiveCardDraw] = "F5CD"
HandHistory.required_field_names["F5CD"] = HandHistory.required_field_names["N2L1D"]
