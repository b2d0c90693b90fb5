"""Which part of a club's record is to be exported."""

from marshmallow import Schema

from api.schemas.fields import Id


class ExportQuery(Schema):
    """Which part of the record is wanted; without either, the whole club."""

    sitting = Id(load_default=None, metadata={"description": "only this sitting"})
    game = Id(load_default=None, metadata={"description": "only this game"})
