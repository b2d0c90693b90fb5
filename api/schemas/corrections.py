"""Corrections, what-ifs, void games, payments as made, and hands unsealed."""

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate

from api.schemas.actions import AnyAct
from api.schemas.adjustments import Adjustment
from api.schemas.described import described_by
from api.schemas.fields import MOST, Id, Truth, Whole, Words, by_member, members, optional
from api.schemas.games import Game
from api.schemas.names import Named
from api.schemas.settlements import Settlement
from ledger.afterwards import evening
from ledger.laws.readings import READINGS
from ledger.play.commands import Command

LONGEST = 2000
"""Characters of free text."""
MOST_STEPS = 1000
"""Steps that one correction strikes or puts in, at the most."""


class ActToInsert(fields.Field[Any]):
    """An act as POST …/actions takes it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(metadata={"type": "object", "description": "an act, as POST …/actions takes it"}, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Command:
        if not isinstance(value, Mapping) or "action" not in value:
            raise ValidationError("Not an act.")
        command: Command = AnyAct().load(value)
        return command


class Insertion(Schema):
    """An act that the record left out, to stand after the step `after`; 0 is the beginning of the game."""

    after = Whole(required=True)
    action = ActToInsert(required=True)


class Slips(Schema):
    """What is to be struck, by the numbers of steps, and what is to be put in."""

    strike = fields.List(Whole(least=1), load_default=list, validate=validate.Length(max=MOST_STEPS))
    insert = fields.List(fields.Nested(Insertion), load_default=list, validate=validate.Length(max=MOST_STEPS))


class PaidFrom(Schema):
    """Where a payment in another total than the laws award came from."""

    carried = Whole(
        least=-MOST,
        load_default=0,
        metadata={"description": "of what the laws carry; below nought where more was carried than the laws carry"},
    )
    kitty = Whole(
        least=-MOST,
        load_default=0,
        metadata={"description": "of what the laws set aside; below nought where more was set aside"},
    )
    penalties = by_member(Whole(), load_default=dict, metadata={"description": "not collected, by who owed them"})
    refunds = by_member(Whole(), load_default=dict, metadata={"description": "not collected, by who was due them"})


_PAID = {"description": "what each was in fact paid out of the pool"}
_FROM = {
    "description": "where the money came from if it is not as much as the laws award: carried money that was paid out, "
    "a kitty that was forgotten, penalties and refunds that were not collected"
}


class NewCorrection(Slips):
    """A correction of a game. `rebase`: begin it on what the games before it leave now. `as_played`: a game that is
    affected stands as it was played, and is not corrected. A payment that was recorded stands after a correction; where
    the corrected pool never held as much, the correction says in `paid` what was paid, as POST …/paid does."""

    rebase = Truth(load_default=False)
    as_played = Truth(load_default=False)
    paid = by_member(Whole(), load_default=None, allow_none=True, metadata=_PAID)
    sources = optional(fields.Nested, PaidFrom, data_key="from", metadata=_FROM)
    reason = Words(longest=LONGEST, required=True)


class RuledCorrection(Slips):
    """The correction that follows from a ruling. Without a reason the ruling is its reason."""

    rebase = Truth(load_default=False)
    reason = Words(longest=LONGEST, load_default=None, allow_none=True)


class WhatIf(Slips):
    """Another record and other readings, to be judged on what the reader may know. A player's acts name no cards."""

    by_law = Truth(
        load_default=False,
        metadata={
            "description": "on the pool, the openers and the kitty that the laws leave to this game, by how the games "
            "before it should have been paid"
        },
    )
    readings = fields.Dict(
        keys=fields.String(validate=validate.OneOf(tuple(READINGS))), values=fields.String(), load_default=dict
    )


class ForeseenSettlement(Settlement, Named):
    """The settlement that would follow, and the later games that a correction would leave to be mended."""

    affected = fields.List(
        fields.String(),
        required=True,
        allow_none=True,
        metadata={"description": "null where an entry of the sitting's book would no longer be possible"},
    )


class EveningReadings(Schema):
    """The readings under which an evening is to be judged."""

    readings = fields.Dict(
        keys=fields.String(validate=validate.OneOf(tuple(READINGS))), values=fields.String(), required=True
    )


@described_by(evening.Stopped)
class Stopped(Schema):
    """The first act that would not have been: a step of a game (0 is its beginning), or an entry of the book."""


@described_by(evening.GameForeseen)
class ForeseenGame(Schema):
    """One game as it would have been settled, with the differences from the results that the laws gave on the record,
    as far as they are not nought."""


@described_by(evening.EveningForeseen, says={"carried": "the pool that the last of these games leaves"})
class ForeseenEvening(Named):
    """An evening as far as its record would have been lawful under these readings; `stopped` is null where that is to
    its end. `totals` are each player's results over these games, `changes` their differences from the record."""


class ArticlesSetRight(Schema):
    """Articles that were set down wrongly when the sitting was opened, as they were agreed in truth; and the order of
    the seats, to the left. What is left out was set down rightly. Everybody at the table agrees, by name."""

    ante = optional(Whole, least=1)
    limit = optional(Whole, least=1)
    readings = fields.Dict(
        keys=fields.String(validate=validate.OneOf(tuple(READINGS))), values=fields.String(), load_default=dict
    )
    seats = members(load_default=None, allow_none=True)
    agreed_by = members(required=True)
    reason = Words(longest=LONGEST, required=True)


@described_by(evening.Mending)
class Mending(Schema):
    """A game that is to be mended, and what it would be if it were rebased: its settlement, or the first act that would
    not have been."""


class CorrectedArticles(Schema):
    """Articles just corrected: the entry in the sitting's book, the ante, limit and readings in force from the
    beginning, the seats, and the games that are to be mended."""

    id = fields.Integer(required=True)
    ante = fields.Integer(required=True)
    limit = fields.Integer(required=True)
    readings = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    seats = fields.List(fields.String(), required=True)
    affected = fields.List(fields.Nested(Mending), required=True)
    position = fields.Integer(required=True)


class NewVoid(Schema):
    """A game to be made void, by the consent of every one of its players."""

    reason = Words(longest=LONGEST, required=True)
    agreed_by = members(required=True)


class NewPayout(Schema):
    """What each was in fact paid out of the pool. If that is not as much in all as the laws award, `from` says where
    the difference came from: the total is what they award, with `carried` and `kitty`, less penalties that were not
    collected and would have been part of the pool. It stands through every correction of the game."""

    paid = by_member(Whole(), required=True, metadata=_PAID)
    sources = optional(fields.Nested, PaidFrom, data_key="from", metadata=_FROM)
    reason = Words(
        longest=LONGEST,
        load_default=None,
        allow_none=True,
        metadata={"description": "needed once the sitting is closed"},
    )


class GameAfterwards(Schema):
    """A game after a correction, its settlement if it is over, and the games that are to be mended."""

    game = fields.Nested(Game, required=True)
    settlement = fields.Nested(Settlement, required=True, allow_none=True)
    affected = fields.List(fields.String(), required=True)
    adjustment = fields.Nested(
        Adjustment,
        required=True,
        allow_none=True,
        metadata={"description": "null until the sitting is closed; `affected` then stay as they were played"},
    )


class CorrectedGame(GameAfterwards):
    """A game after the correction that was just recorded."""

    position = fields.Integer(required=True)


class NewSittingCorrection(Schema):
    """Entries of a sitting's book to be struck."""

    strike = fields.List(Whole(least=1), required=True, validate=validate.Length(max=MOST_STEPS))
    reason = Words(longest=LONGEST, required=True)


class NewUnsealing(Schema):
    """An unsealing: the player whose hand an auditor reads, and the reason."""

    player = Id(required=True)
    reason = Words(longest=LONGEST, required=True)


class UnsealedHand(Schema):
    """The cards of a player as far as they are recorded; null where they are not."""

    player = fields.String(required=True)
    original = fields.List(fields.String(), required=True, allow_none=True)
    discards = fields.List(fields.String(), required=True, allow_none=True)
    drawn = fields.List(fields.String(), required=True, allow_none=True, attribute="drew")
    cards = fields.List(
        fields.String(),
        required=True,
        allow_none=True,
        attribute="hand",
        metadata={"description": "the hand he had last"},
    )
    position = fields.Integer(required=True)
