"""Command: `replay` shows a game step by step."""

import click

from ledger.refusals import Invalid
from ledger.roles import Role
from ledger.telling.redaction import Reader
from ops.foreseeing import choice_of_readings
from ops.plainly import DATA, ROLE, club_books, club_option, fail, naming_of, plainly
from ops.printing import console
from ops.showing import WRITTEN, Layout, show_game


@click.command()
@click.argument("game", metavar="GAME")
@club_option
@click.option("--step", type=click.IntRange(0), help="Show only this step, and the table after it.")
@click.option("--as", "role", type=ROLE, default=Role.OWNER.value, help="Show what this role may see.")
@click.option("--member", help="The member's name or id, with --as player.")
@click.option("--as-written", is_flag=True, help="Then show the game as it was before its corrections.")
@click.option("--under", metavar="READING=VALUE", help="Show how the same acts differ under another reading.")
@click.option("--whole", is_flag=True, help="With --under: show every step, also those that do not differ.")
@click.option("--beside", is_flag=True, help="With --under or --as-written: show the two records in columns.")
@plainly
def replay(
    game: str,
    chosen: str | None,
    step: int | None,
    role: str,
    member: str | None,
    as_written: bool,
    under: str | None,
    whole: bool,
    beside: bool,
) -> None:
    """Show a GAME step by step, with the law of each line.

    GAME is `latest`, its sitting and number (1895-11-02/7, 3/7, latest/7), or its id. Amounts are minor units, as in a
    game file. Lines that a correction struck are shown with the step before them. --as-written or --under shows a
    second record.
    """
    if as_written and under:
        raise click.UsageError("give --as-written or --under, not both")
    if (whole or beside) and not (as_written or under):
        raise click.UsageError("--whole and --beside compare two records: give --as-written or --under with them")
    with club_books(chosen) as (clubs, _club, books):
        naming = naming_of(clubs, books)
        reader = Reader(Role(role), naming.member(member) if member else None)
        try:
            other = WRITTEN if as_written else under
            show_game(console(), books, naming.game(game), reader, step, other, Layout(whole or as_written, beside))
        except IndexError:
            fail(DATA, f"the game has no step {step}")
        except Invalid:
            fail(DATA, f"there is no reading {under}; {choice_of_readings(under or '')}")
