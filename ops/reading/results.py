"""Command: `results`, of every member, or of one evening by evening with his running result."""

from datetime import date, datetime

import click

from api.schemas.results import Result
from ops.plainly import Day, club_option, plainly
from ops.printing import Column, Row, format_option, ids_option, show
from ops.reading.drawing import draw_running
from ops.reading.opened import EVERY, ClubRead, club_read, fields_of, text, whole
from projections.results import Period, totals_of_club
from projections.season import Evening, evenings_of_club

period_options = (
    click.option("--from", "first", type=Day(), metavar="DAY", help="The first day, as in 1895-10-01."),
    click.option("--to", "last", type=Day(), metavar="DAY", help="The last day, itself included."),
)
OF_AN_EVENING = ("player", "sitting", "number", "held_on", "games", "net", "running")
"""What is told of one member's evening."""
NONE_YET = "no game is over in that time: `poolbook sittings` lists the evenings"


def period(first: datetime | None, last: datetime | None) -> Period:
    """The days from `first` to `last`. Raises UsageError if they are the wrong way round."""
    days: tuple[date | None, date | None] = (first and first.date(), last and last.date())
    if days[0] and days[1] and days[1] < days[0]:
        raise click.UsageError("--to is before --from")
    return Period(first=days[0], last=days[1])


@click.command()
@click.argument("member", metavar="[MEMBER]", required=False)
@period_options[0]
@period_options[1]
@click.option("--draw/--no-draw", default=None, help="Draw the running result of MEMBER. Default: in a terminal.")
@club_option
@format_option
@ids_option
@plainly
def results(
    member: str | None,
    first: datetime | None,
    last: datetime | None,
    draw: bool | None,
    chosen: str | None,
    form: str,
    ids: bool,
) -> None:
    """Show what each member won or lost, he who won most first; with a MEMBER his evenings and his running result.

    A game counts on the day of its sitting. CSV and JSON have the API's fields and amounts in whole minor units.
    """
    days = period(first, last)
    with club_read(chosen, ids) as club:
        _of_member(club, member, days, form, draw) if member else _of_all(club, days, form)


def _of_all(club: ClubRead, days: Period, form: str) -> None:
    totals = sorted(totals_of_club(club.tables, days, limit=EVERY).items, key=lambda total: -total.net)
    columns = [
        text("member", "player"),
        club.money("result", "net"),
        *(whole(name, name) for name in ("games", "played", "opened", "won")),
        Column("jack-pots", lambda row: f"{row['jack_pots_won']} of {row['jack_pots_played']}", "right"),
    ]
    show(club.rows(Result(), totals), columns, form, empty=NONE_YET, header=fields_of(Result()))


def _of_member(club: ClubRead, name: str, days: Period, form: str, wants_drawing: bool | None) -> None:
    member = club.naming.member(name)
    evenings = evenings_of_club(club.tables, days, member=member, most=EVERY)
    columns = [
        text("evening", "held_on"),
        whole("no.", "number"),
        whole("games", "games"),
        club.money("result", "net"),
        club.money("running", "running"),
    ]
    show([_row(evening, club) for evening in evenings], columns, form, empty=NONE_YET, header=OF_AN_EVENING)
    if form == "table" and evenings:
        draw_running(evenings, club.books.club().currency, wants_drawing)


def _row(evening: Evening, club: ClubRead) -> Row:
    """An evening of a member under the names that the API has for its fields."""
    ids = (evening.member, str(evening.sitting))
    player, sitting = ids if club.ids else map(club.naming.called, ids)
    values = (player, sitting, evening.number, evening.held_on, evening.games, evening.net, evening.running)
    return dict(zip(OF_AN_EVENING, values, strict=True))
