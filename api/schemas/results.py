"""Lists of sittings and games, and results."""

from marshmallow import Schema, fields, validate

from api.schemas.described import described_by
from api.schemas.fields import Id
from api.schemas.lists import FreshListQuery, PeriodQuery, WholeInQuery
from api.schemas.names import Named
from api.schemas.sittings import JackPotDue
from ledger.laws.hands import HandClass
from ledger.laws.register import LAWS
from projections import daybook, results, season

CLASSES = tuple(str(kind) for kind in HandClass)


@described_by(
    daybook.SittingRow,
    names={"sitting": "id", "stake_limit": "limit", "running": "game"},
    says={"games": "how many games were begun", "running": "the running game"},
)
class ListedSitting(Schema):
    """A sitting in the club's list."""

    jack_pot = JackPotDue()


@described_by(daybook.GameRow, names={"game": "id", "players": "seats"})
class ListedGame(Schema):
    """A game in the list of its sitting."""

    jack_pot = JackPotDue()


@described_by(
    results.Total,
    names={"member": "player"},
    says={
        "jack_pots_played": "those in which he staked",
        "shows_net": "the net result of the games in which he demanded a show",
        "shows_took": "what he was given out of the pools of those games",
        "adjusted": "what of `net` came by adjusting entries, after the close of the sitting",
        "adjusted_in": "the day on which an adjustment counts: `held_on`, that of its sitting, as the game does",
    },
)
class Result(Schema):
    """What a player won or lost in finished games, and in how many he was dealt in, played and so on."""


@described_by(
    results.Result,
    without=("member", "begun_position"),
    first=("game", "sitting", "number", "held_on", "settled_at"),
)
class GameResult(Schema):
    """The result of one game for one player. `took` is what he took from the pool, `running` his net result in all his
    games of the period up to this one."""

    held_on = fields.String(required=True, metadata={"format": "date"})


class MemberResults(Named):
    """A member's results: the total of the period, and one page of them game by game, the last begun first."""

    total = fields.Nested(Result, required=True)
    items = fields.List(fields.Nested(GameResult), required=True)
    next = fields.String(required=True, allow_none=True, metadata={"description": "the next `cursor`; null at the end"})


class ResultsQuery(FreshListQuery, PeriodQuery):
    """Which part of a list is wanted, how fresh, and of which days. A game belongs to the day on which its sitting
    was held, whenever it was written down."""


class SittingsQuery(ResultsQuery):
    """Which sittings of the club are wanted: those that meet every condition."""

    held = fields.String(
        load_default=None,
        validate=validate.Regexp(
            r"\d{4}(-\d\d)?\Z", error="Not a year or a month, as in 1895 or 1895-11; `from` and `to` take days."
        ),
        metadata={"description": "the year or the month in which the sitting was held, as in `1895` or `1895-11`"},
    )
    status = fields.String(load_default=None, validate=validate.OneOf(("open", "closed")))
    member = Id(
        load_default=None,
        metadata={"description": "a member who has a seat or was dealt in, not one who left without a game"},
    )


class MemberResultsQuery(ResultsQuery):
    """Which results of a member are wanted."""

    sitting = Id(load_default=None, metadata={"description": "one sitting only"})


def _yes_or_no(description: str) -> fields.Boolean:
    return fields.Boolean(truthy={"true"}, falsy={"false"}, load_default=None, metadata={"description": description})


class GamesQuery(ResultsQuery):
    """Which games of the club are wanted: those that meet every condition."""

    member = Id(load_default=None, metadata={"description": "a member who was dealt in"})
    sitting = Id(load_default=None, metadata={"description": "one sitting only"})
    state = fields.Enum(
        season.GameState,
        by_value=True,
        load_default=None,
        metadata={"description": "`running`, or how it ended: the phase `settled`, `unopened` or `void`"},
    )
    hand_class = fields.String(
        load_default=None,
        data_key="class",
        validate=validate.OneOf(CLASSES),
        metadata={"description": "the class of a hand that a winner showed"},
    )
    jack_pot = _yes_or_no("whether the game was a jack-pot")
    disputed = _yes_or_no("whether a dispute was laid before a referee")
    corrected = _yes_or_no("whether its record was corrected")
    law = WholeInQuery(
        1, len(LAWS), load_default=None, metadata={"description": "a law on which its settlement turned"}
    )


@described_by(season.Winner)
class Winner(Schema):
    """A player who took a part of the pool, and the hand that he showed; null where he showed none."""

    hand_class = fields.String(
        required=True, allow_none=True, data_key="class", validate=validate.OneOf([*CLASSES, None])
    )


@described_by(
    season.FoundGame,
    names={"game": "id", "players": "seats"},
    says={
        "winners": "who took a part of the pool by the laws, he who took most first",
        "paid_otherwise": "whether the table paid other sums than the laws award",
    },
)
class FoundGame(Schema):
    """A game in the list of the club, with its evening and what became of it."""

    jack_pot = JackPotDue()
    held_on = fields.String(required=True, metadata={"format": "date"})
