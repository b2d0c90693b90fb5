"""Which part of a club's record is to be exported."""

from api.schemas.fields import Id
from api.schemas.lists import PeriodQuery


class ExportQuery(PeriodQuery):
    """Which part of the record is wanted; without any, the whole club. A game belongs to the day on which its sitting
    was held, whenever it was written down."""

    sitting = Id(load_default=None, metadata={"description": "only this sitting"})
    game = Id(load_default=None, metadata={"description": "only this game"})
