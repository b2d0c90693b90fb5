"""Game files sent over HTTP."""

from marshmallow import Schema, fields


def _flag(description: str) -> fields.Boolean:
    return fields.Boolean(truthy={"true"}, falsy={"false"}, load_default=False, metadata={"description": description})


class GameFileQuery(Schema):
    """What is to be done with a game file."""

    dry_run = _flag("judge the file, and record nothing")
    add_members = _flag("enter players whom the club does not know as new members; takes a role that may enter members")
    anyway = _flag("record a sitting of the same day, players and first dealer as another one")


class RecordedFile(Schema):
    """A game file that was judged, and what was recorded of it."""

    sitting = fields.UUID(required=True, allow_none=True, metadata={"description": "null after a dry run"})
    games = fields.List(fields.UUID(), required=True, metadata={"description": "in the order of the file"})
    players = fields.Dict(
        keys=fields.String(),
        values=fields.String(allow_none=True),
        required=True,
        metadata={"description": "by the names in the file: the member; null for one whom a dry run does not enter"},
    )
    results = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(),
        required=True,
        metadata={"description": "by the names in the file: what he won or lost in these games"},
    )
    lines = fields.Integer(required=True, metadata={"description": "how many lines are acts or entries"})
    replayed = fields.Integer(required=True, metadata={"description": "how many of them were recorded before"})
    position = fields.Integer(required=True, allow_none=True, metadata={"description": "null after a dry run"})
