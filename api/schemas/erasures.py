"""Erasures of names and free texts."""

from marshmallow import Schema, fields

from api.schemas.clubs import Member
from api.schemas.corrections import LONGEST
from api.schemas.fields import Id, Whole, Words


class NewNameErasure(Schema):
    """Why a member's name is erased. The reason is recorded, and can itself be erased later."""

    reason = Words(longest=LONGEST, required=True)


class NewErasure(NewNameErasure):
    """Which words are erased, and why: `part` is the name of a part of one event of a game, a sitting or the club."""

    stream = Id(required=True, metadata={"description": "the id of the game, the sitting or the club"})
    version = Whole(least=1, required=True)
    part = Words(longest=200, required=True, metadata={"description": "as `texts` has it where the event is listed"})


class ErasedPart(Schema):
    """A part that was erased. Its event and its hash stay."""

    stream = Id(required=True, attribute="of_stream")
    version = fields.Integer(required=True, attribute="of_version")
    part = fields.String(required=True)


class Erasure(Schema):
    """What was erased: the named part, and every other part with the same words."""

    erased = fields.List(fields.Nested(ErasedPart), required=True)
    position = fields.Integer(required=True)


class ErasedMember(Member):
    """A member whose name has just been erased, and what was erased with it: the labels of his tokens."""

    erased = fields.List(fields.Nested(ErasedPart), required=True)
    position = fields.Integer(required=True)
