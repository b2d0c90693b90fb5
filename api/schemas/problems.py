"""The shape of every error."""

from marshmallow import Schema, fields

from api.schemas.games import LegalAction


class Slip(Schema):
    """A line of a game file that is wrong."""

    line = fields.Integer(required=True, metadata={"description": "its number, from 1"})
    message = fields.String(required=True, metadata={"description": "a sentence for people"})
    law = fields.Integer(
        required=True, allow_none=True, metadata={"description": "the law that forbids it, if one does"}
    )
    column = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "where the word that is wrong begins, in characters from 1; null: the whole line"},
    )
    code = fields.String(
        required=True, allow_none=True, metadata={"description": "a stable word for programs, if there is one"}
    )
    suggestion = fields.String(
        required=True, allow_none=True, metadata={"description": "what may have been meant in its place"}
    )
    hint = fields.String(
        required=True, allow_none=True, metadata={"description": "whose turn it is, and what he may do"}
    )


class Problem(Schema):
    """A problem (RFC 9457)."""

    type = fields.String(required=True, metadata={"description": "`/problems/` and the kind of problem"})
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True, metadata={"description": "a sentence for people"})
    instance = fields.String(
        required=True, metadata={"description": "the id of the request, as in `X-Request-Id` and in the service's log"}
    )
    errors = fields.Dict(
        keys=fields.String(), metadata={"description": "for `/problems/invalid`: what is wrong, by field"}
    )
    law = fields.Integer(
        allow_none=True, metadata={"description": "for `/problems/refused`: the law that forbids it, if one does"}
    )
    code = fields.String(metadata={"description": "for `/problems/refused`: a stable word for programs"})
    step = fields.Integer(metadata={"description": "for `/problems/refused`: where a replay was refused"})
    index = fields.Integer(metadata={"description": "of the act refused, in a list of acts: its place from 0"})
    to_act = fields.String(
        metadata={"description": "for the code `out_of_turn`: the member whose turn it is, in a replay at its `step`"}
    )
    legal = fields.List(
        fields.Nested(LegalAction),
        metadata={"description": "for the code `out_of_turn`: what he may do there, as in the game"},
    )
    version = fields.Integer(metadata={"description": "for `/problems/stale`: the present version"})
    slips = fields.List(
        fields.Nested(Slip), metadata={"description": "for a game file: every line that is wrong, in their order"}
    )
    notes = fields.List(
        fields.String(), metadata={"description": "for a game file: which of its games are not judged, and why"}
    )
    recorded = fields.Integer(metadata={"description": "for a game file: how many lines are recorded all the same"})
    sitting = fields.String(metadata={"description": "for the code `stands_already`: the sitting of that evening"})
