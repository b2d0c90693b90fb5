"""The acts of a game. Each is recorded as done, by the player named or by the one whose turn it is."""

from typing import Any, Literal, Unpack

from poolbook.client.game_answers import Recorded
from poolbook.client.values import Act, AnyMember, ByMember, Cards, cards_of, hands_of


class Acts:
    """A method for each act. The answer has what was recorded, and the game after it.

    Raises Refused if the laws forbid it, Invalid if it makes no sense.
    """

    def act(self, action: str, /, **fields: Any) -> Recorded:
        """Record any act by its word in the API, with the fields that the document at /openapi.json gives it."""
        raise NotImplementedError

    def straddle(self, **also: Unpack[Act]) -> Recorded:
        """Raise the ante before the deal (21); the amount follows from the law."""
        return self.act("straddle", **also)

    def shuffle(self, **also: Unpack[Act]) -> Recorded:
        """Shuffle the pack before the deal (3)."""
        return self.act("shuffle", **also)

    def cut(self, **also: Unpack[Act]) -> Recorded:
        """Cut the pack before the deal (4)."""
        return self.act("cut", **also)

    def deal(
        self,
        cards: ByMember[Cards] | None = None,
        *,
        pack: Cards | None = None,
        counts: ByMember[int] | None = None,
        cut: bool | None = None,
        **also: Unpack[Act],
    ) -> Recorded:
        """Record a finished deal: without cards, with some hands, or with the whole pack in order from the top.

        `counts` gives the number of cards of players who had not five; `cut` is False where the pack was not cut. Both
        are irregular.
        """
        order = None if pack is None else cards_of(pack)
        return self.act("deal", cards=hands_of(cards), pack=order, counts=counts, cut=cut, **also)

    def misdeal(self, reason: Literal["uncut", "face_up", "wrong_count"], **also: Unpack[Act]) -> Recorded:
        """Record that the deal is void (8, 10, 12); irregular. For `wrong_count`, `player` had the wrong number."""
        return self.act("misdeal", reason=reason, **also)

    def distract(self, **also: Unpack[Act]) -> Recorded:
        """Speak to the dealer while he deals (15)."""
        return self.act("distract", **also)

    def expose(self, card: str, **also: Unpack[Act]) -> Recorded:
        """Record that everybody saw a card on its way to `player`, in the deal or in the draw (11, 40); irregular."""
        return self.act("expose", card=card, **also)

    def take_up(self, **also: Unpack[Act]) -> Recorded:
        """Raise the cards that lie before the player."""
        return self.act("take_up", **also)

    def stake(self, amount: int, **also: Unpack[Act]) -> Recorded:
        """Deposit this amount now. Whether it opens, makes good, calls, bets or raises follows from the game."""
        return self.act("stake", amount=amount, **also)

    def pass_(self, **also: Unpack[Act]) -> Recorded:
        """Throw the hand down. At the show this is irregular: the hand is thrown away unseen."""
        return self.act("pass", **also)

    def stand(self, **also: Unpack[Act]) -> Recorded:
        """Decline to bet while nobody has bet."""
        return self.act("stand", **also)

    def demand_show(self, **also: Unpack[Act]) -> Recorded:
        """Deposit all counters left, and be shown for that (60)."""
        return self.act("demand_show", **also)

    def borrow(
        self,
        lender: AnyMember | Literal["bank"],
        amount: int,
        *,
        red: int = 0,
        white: int = 0,
        blue: int = 0,
        **also: Unpack[Act],
    ) -> Recorded:
        """Borrow counters of another player, or of the bank (62)."""
        return self.act("borrow", lender=lender, amount=amount, red=red, white=white, blue=blue, **also)

    def draw(
        self,
        discard: int | Cards = 0,
        *,
        cards: Cards | None = None,
        asked: int | None = None,
        given: int | None = None,
        made_right: bool | None = None,
        **also: Unpack[Act],
    ) -> Recorded:
        """Discard a number of cards, or the cards named, and draw as many; 0 keeps the hand.

        `asked` and `given` are the numbers asked for and given; where they differ from the number discarded, the draw
        is irregular. `made_right`: it was pointed out before the cards were raised, and he keeps the number asked for.
        """
        away = discard if isinstance(discard, int) else cards_of(discard)
        drawn = None if cards is None else cards_of(cards)
        return self.act("draw", discard=away, cards=drawn, asked=asked, given=given, made_right=made_right, **also)

    def ask_dealer(self, **also: Unpack[Act]) -> Recorded:
        """Ask the dealer how many cards he drew (49). Only the asker sees the answer."""
        return self.act("ask_dealer", **also)

    def collect_discards(
        self,
        announced: ByMember[int] | None = None,
        *,
        cut_by: AnyMember | None = None,
        **also: Unpack[Act],
    ) -> Recorded:
        """Shuffle the discards and draw from them, because the pack is too short (41).

        `announced` is the number of cards that each player who has still to draw discards now.
        """
        return self.act("collect_discards", announced=announced, cut_by=cut_by, **also)

    def foul(self, cards: int, found: Literal["dealt", "drawn"], **also: Unpack[Act]) -> Recorded:
        """Record that a hand holds a number of `cards` other than five, dealt or drawn so (13, 48, 64); irregular."""
        return self.act("foul", cards=cards, found=found, **also)

    def show(
        self, cards: Cards = (), *, original: Cards = (), joker_as: str | None = None, **also: Unpack[Act]
    ) -> Recorded:
        """Lay the hand open; `original` are cards of the hand first dealt, which prove openers (33)."""
        return self.act("show", cards=cards_of(cards), original=cards_of(original), joker_as=joker_as, **also)
