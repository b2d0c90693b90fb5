"""The queries of lists, and their pages."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from api.schemas.fields import MOST, Day, Id
from api.schemas.names import Named

FEWEST, MANY = 1, 200


class WholeInQuery(fields.Integer):
    """A whole number in a query: digits and nothing else."""

    def __init__(self, least: int, most: int, **kwargs: object) -> None:
        super().__init__(validate=validate.Range(least, most), **kwargs)  # type: ignore[arg-type]

    def _deserialize(self, value: object, attr: object, data: object, **kwargs: object) -> int:
        if not (isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 16):
            raise ValidationError("Not a whole number.")
        return int(value)


class ListQuery(Schema):
    """Which part of a list is wanted."""

    limit = WholeInQuery(FEWEST, MANY, load_default=50, metadata={"description": "how many items at the most"})
    cursor = fields.String(
        load_default=None,
        # A cursor is a number or an id. Anything else is refused here, before it reaches the database.
        validate=validate.Regexp(r"[0-9a-f-]{1,36}\Z", error="Not a cursor."),
        metadata={"description": "`next` of the answer before"},
    )


class LongListQuery(ListQuery):
    """Which part of a list is wanted; the list is short enough for one page."""

    limit = WholeInQuery(FEWEST, MANY, load_default=MANY, metadata={"description": "how many items at the most"})


class FreshQuery(Schema):
    """How fresh an answer must be."""

    at_least = WholeInQuery(
        0, MOST, load_default=0, metadata={"description": "a `Poolbook-Position` that the answer must have seen"}
    )


class FreshListQuery(ListQuery, FreshQuery):
    """Which part of a list is wanted, and how fresh it must be."""


class PeriodQuery(Schema):
    """Which days are wanted."""

    first = Day(load_default=None, data_key="from", metadata={"description": "the first day"})
    last = Day(load_default=None, data_key="to", metadata={"description": "the last day, itself included"})

    @validates_schema
    def _a_period_does_not_end_before_it_begins(self, loaded: dict[str, Any], **_: object) -> None:
        if loaded["first"] and loaded["last"] and loaded["last"] < loaded["first"]:
            raise ValidationError("is before `from`", "to")


class FrameQuery(Schema):
    """Which frame of a replay is wanted."""

    step = WholeInQuery(0, MOST, load_default=None, metadata={"description": "one frame only, that after this step"})
    beside = fields.String(
        load_default=None,
        validate=validate.Regexp(
            r"written\Z|[a-z_]{1,40}=[a-z_0-9]{1,40}\Z", error="Not `written`, nor a reading=value."
        ),
        metadata={"description": "a second record: `written` before its corrections, or under `reading=value`"},
    )


class CheckpointQuery(Schema):
    """How fresh a checkpoint of the log must be."""

    at_least = WholeInQuery(
        0, MOST, load_default=0, metadata={"description": "a `Poolbook-Position` that the checkpoint must cover"}
    )


class ReceiptQuery(CheckpointQuery):
    """The game of which a receipt is wanted."""

    game = Id(required=True, metadata={"description": "a game of the club that is over"})


ConsistencyQuery = Schema.from_dict(
    {
        "from": WholeInQuery(1, MOST, required=True, metadata={"description": "how many events the log had"}),
        "to": WholeInQuery(1, MOST, required=True, metadata={"description": "how many it had later"}),
    },
    name="ConsistencyQuery",
)
"""The two sizes of the log between which a proof is wanted. Made from a dict, because `from` is a keyword of Python."""


def listed(item: type[Schema], page_of: type[Schema] = Named) -> type[Schema]:
    """The schema of one page of a list. `page_of` has what the page says besides."""
    page = page_of.from_dict(
        {
            "items": fields.List(fields.Nested(item), required=True),
            "next": fields.String(
                required=True, allow_none=True, metadata={"description": "the next `cursor`; null at the end"}
            ),
        },
        name=f"{item.__name__}List",
    )
    page.__doc__ = f"One page of a list of {item.__name__}."
    return page
