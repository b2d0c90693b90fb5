"""What may be recorded in a game: one schema for each kind of act, chosen by `action`."""

from collections.abc import Mapping
from typing import Any, ClassVar

from marshmallow import Schema, ValidationError, fields, post_load, validate

from api.schemas.fields import CardField, Id, Truth, Whole, Words, by_member, card_list, members, optional
from ledger.play.commands import (
    AskDealer,
    Borrow,
    CollectDiscards,
    Command,
    CutPack,
    Deal,
    DemandShow,
    Distract,
    Draw,
    Expose,
    Foul,
    Misdeal,
    Pass,
    Show,
    Shuffle,
    Stake,
    Stand,
    Straddle,
    TakeUp,
    WaiveLaw,
)
from ledger.play.dealing import LAW_OF_MISDEAL
from ledger.state.game import BANK


class Discard(fields.Field[Any]):
    """How many cards were thrown away, or which."""

    def __init__(self, **kwargs: Any) -> None:
        named = {"type": "array", "items": {"type": "string"}}
        super().__init__(metadata={"oneOf": [{"type": "integer", "minimum": 0}, named]}, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        kind: fields.Field[Any] = card_list() if isinstance(value, list) else Whole()
        return kind.deserialize(value, attr, data)


class Lender(fields.String):
    """A member, or the bank."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(metadata={"description": "a member's id, or `bank`"}, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        return BANK if value == BANK else Id().deserialize(value, attr, data, **kwargs)


def word(of: str) -> fields.String:
    """The word for an act: the only one that its schema takes."""
    return fields.String(required=True, validate=validate.OneOf((of,)))


class Act(Schema):
    """What every act may say: whose it is (his whose turn it is, where it is left out), and a note."""

    command: ClassVar[type[Command]]

    player = optional(Id)
    irregular = Truth(load_default=False)
    note = optional(Words, longest=2000)

    @post_load
    def _as_command(self, said: dict[str, Any], **_: object) -> Command:
        said.pop("action")
        return self.command(**self.meant(said))

    def meant(self, said: dict[str, Any]) -> dict[str, Any]:
        """The command's fields from what was said."""
        return said


class StraddleAct(Act):
    """Raise the ante before the deal. The amount follows from law 21."""

    command = Straddle
    action = word("straddle")


class DealAct(Act):
    """A finished deal: nothing seen, some hands, or the whole pack in order from the top.

    `counts` names those who had another number than five, `cut` is false where the pack was not cut; both are
    irregular.
    """

    command = Deal
    action = word("deal")
    counts = optional(by_member, Whole(most=53))
    cut = optional(Truth)
    hands = optional(by_member, card_list(), data_key="cards")
    pack = optional(card_list)

    def meant(self, said: dict[str, Any]) -> dict[str, Any]:
        hands = said["hands"]
        pack = said["pack"]
        return {
            **said,
            "hands": None if hands is None else {m: tuple(held) for m, held in hands.items()},
            "pack": None if pack is None else tuple(pack),
        }


class StakeAct(Act):
    """Deposit this much now. Whether that opened, made good, called, bet or raised follows from it."""

    command = Stake
    action = word("stake")
    amount = Whole(required=True)


class PassAct(Act):
    """Throw the hand down. At the show this is irregular: the hand is thrown away unseen."""

    command = Pass
    action = word("pass")


class StandAct(Act):
    """Decline to bet while nobody has bet."""

    command = Stand
    action = word("stand")


class DemandShowAct(Act):
    """Deposit everything and be shown for that (60)."""

    command = DemandShow
    action = word("demand_show")


class BorrowAct(Act):
    """Borrow counters of another player, or of the bank (62)."""

    command = Borrow
    action = word("borrow")
    lender = Lender(required=True)
    amount = Whole(least=1, required=True)
    red = Whole(load_default=0)
    white = Whole(load_default=0)
    blue = Whole(load_default=0)

    def meant(self, said: dict[str, Any]) -> dict[str, Any]:
        return {**said, "lender": None if said["lender"] == BANK else said["lender"]}


class DrawAct(Act):
    """Discard so many cards, or these, and draw as many; 0 keeps the hand.

    `asked` and `given` where they were other numbers, which is irregular; `made_right` where the difference was
    pointed out before the cards were raised.
    """

    command = Draw
    action = word("draw")
    asked = optional(Whole, most=53)
    given = optional(Whole, most=53)
    made_right = optional(Truth)
    discard = Discard(required=True)
    cards = optional(card_list)

    def meant(self, said: dict[str, Any]) -> dict[str, Any]:
        discard, drawn = said.pop("discard"), said["cards"]
        named = isinstance(discard, list)
        return {
            **said,
            "discarded": len(discard) if named else discard,
            "discards": tuple(discard) if named else None,
            "cards": None if drawn is None else tuple(drawn),
            "made_right": bool(said["made_right"]),
        }


class ShowAct(Act):
    """Lay the hand open; `original` are cards of the hand first dealt, which prove openers (33)."""

    command = Show
    action = word("show")
    cards = card_list(load_default=list)
    original = card_list(load_default=list)
    joker_as = optional(CardField)

    def meant(self, said: dict[str, Any]) -> dict[str, Any]:
        return {**said, "cards": tuple(said["cards"]), "original": tuple(said["original"])}


class ShuffleAct(Act):
    """Shuffle the pack before the deal (3)."""

    command = Shuffle
    action = word("shuffle")


class CutAct(Act):
    """Cut the pack before the deal (4). It is for the player on the dealer's right, and his where none is named."""

    command = CutPack
    action = word("cut")


class DistractAct(Act):
    """Speak to the dealer while he deals (15)."""

    command = Distract
    action = word("distract")


class ExposeAct(Act):
    """A card for this player was seen by all, in the deal or in the draw (11, 40); irregular."""

    command = Expose
    action = word("expose")
    card = CardField(required=True)


class MisdealAct(Act):
    """The deal is void (8, 10, 12); irregular. For `wrong_count` the player is he who had the wrong number."""

    command = Misdeal
    action = word("misdeal")
    reason = fields.String(required=True, validate=validate.OneOf(tuple(LAW_OF_MISDEAL)))


class TakeUpAct(Act):
    """Raise the cards that lie before the player."""

    command = TakeUp
    action = word("take_up")


class AskDealerAct(Act):
    """Ask the dealer how many cards he drew (49). The answer is for the asker."""

    command = AskDealer
    action = word("ask_dealer")


class CollectDiscardsAct(Act):
    """The pack is too short: the discards are shuffled, cut by the dealer's right, and used (41)."""

    command = CollectDiscards
    action = word("collect_discards")
    announced = optional(by_member, Whole(most=53))
    cut_by = optional(Id)


class FoulAct(Act):
    """A hand is found to hold so many `cards`, as it was dealt or drawn (13, 48, 64); irregular."""

    command = Foul
    action = word("foul")
    number = Whole(required=True, most=53, data_key="cards")
    found = fields.String(required=True, validate=validate.OneOf(("dealt", "drawn")))


ACTS: Mapping[str, type[Act]] = {
    "straddle": StraddleAct,
    "deal": DealAct,
    "stake": StakeAct,
    "pass": PassAct,
    "stand": StandAct,
    "demand_show": DemandShowAct,
    "borrow": BorrowAct,
    "draw": DrawAct,
    "show": ShowAct,
    "shuffle": ShuffleAct,
    "cut": CutAct,
    "distract": DistractAct,
    "expose": ExposeAct,
    "misdeal": MisdealAct,
    "take_up": TakeUpAct,
    "ask_dealer": AskDealerAct,
    "collect_discards": CollectDiscardsAct,
    "foul": FoulAct,
}
"""Every kind of act by the word that `action` has for it."""


class Waiver(Schema):
    """The consent of everybody dealt into a game to set a law aside in it (80)."""

    law = Whole(required=True)
    agreed_by = members(required=True)

    @post_load
    def _as_command(self, said: dict[str, Any], **_: object) -> WaiveLaw:
        return WaiveLaw(law=said["law"], agreed_by=tuple(said["agreed_by"]))


class AnyAct(Schema):
    """Any act. Loading gives the command for it."""

    kinds: ClassVar[Mapping[str, type[Act]]] = ACTS
    action = fields.String(required=True, validate=validate.OneOf(tuple(ACTS)))

    def load(self, data: Any, **kwargs: Any) -> Any:
        """The command that was meant. Raises ValidationError."""
        word = data.get("action") if isinstance(data, Mapping) else None
        if not isinstance(data, Mapping) or word is None:
            return super().load(data, unknown="include", **kwargs)
        if not isinstance(word, str) or word not in ACTS:
            raise ValidationError({"action": [f"There is no such act. The acts are {', '.join(ACTS)}."]})
        return ACTS[word]().load(data, **kwargs)
