"""Command: `new` begins a game file by asking a few questions."""

import sys
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import TypeVar

import click

from ledger.books.currencies import CURRENCIES
from ledger.gamefile import GameFileError, judge
from ledger.gamefile.suggestions import closest
from ledger.gamefile.words import Misread, Words, cut_up, written_name
from ops.files import whole_file
from ops.plainly import DATA, fail, plainly

T = TypeVar("T")


class Unfit(ValueError):
    """An answer that cannot be. The message says what can."""


@click.command(name="new")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--players", metavar="NAMES", help='The players in seat order, each on the left of the last: "Ann, Ben".')
@click.option("--ante", metavar="AMOUNT", help="The ante, in the currency's smallest unit.")
@click.option("--limit", metavar="AMOUNT", help="The most by which a stake may be raised at one time.")
@click.option("--counters", metavar="COUNTERS", help='What each player buys: "10 red 5 blue".')
@click.option("--dealer", metavar="NAME", help="Who deals first; `cut` where the cards decide it.")
@click.option("--held-on", metavar="DATE", help="The day of the sitting. Default: today.")
@click.option("--currency", metavar="CODE", help="The currency, as in GBP or LSD. Default: the club's.")
@plainly
def begin_file(
    file: Path,
    players: str | None,
    ante: str | None,
    limit: str | None,
    counters: str | None,
    dealer: str | None,
    held_on: str | None,
    currency: str | None,
) -> None:
    """Begin a game FILE: ask who plays and for how much, and write a file to go on from.

    Each question has an option that answers it, for scripts. A FILE that exists is never replaced.
    """
    if file.exists():
        fail(DATA, f"{file} exists already, and stays as it is: choose another name")
    _check_given({"players": players, "ante": ante, "limit": limit})
    names = _answer("players", "Who plays? Names in seat order to the left, with commas", players, _players, None)
    stake = _answer("ante", "Ante, in the smallest unit of the currency", ante, _amount, "3")
    most = _answer("limit", f"Limit, at least {2 * stake}", limit, lambda text: _limit(text, stake), str(4 * stake))
    bought = _answer("counters", "Counters that each player buys", counters, _counters, "10 red 5 white 5 blue")
    first = _answer("dealer", "Who deals first? A name, or cut", dealer, lambda text: _dealer(text, names), names[0])
    day = _answer("held-on", "Day of the sitting", held_on, _day, date.today().isoformat())
    money = _currency(currency) if currency is not None else None
    text = written(names, stake, most, bought, first, day, money)
    slips = judge(text).slips
    if slips:
        # What an answer alone cannot show, such as more counters than can be written.
        raise GameFileError(slips[0].line, slips[0].message, slips[0].law, tuple(slips[1:]), slips[0].slip)
    try:
        with whole_file(file) as out:
            out.write(text.encode())
    except FileExistsError:
        fail(DATA, f"{file} exists already, and stays as it is: choose another name")
    except OSError as error:
        fail(DATA, f"{file} cannot be written: {error.strerror or error}")
    click.echo(f"{file} is begun. Go on from its last line; `poolbook help gamefile` shows every line there is,")
    click.echo(f"`poolbook check {file}` names every slip, and `poolbook record {file}` records it.")


def _check_given(needed: Mapping[str, str | None]) -> None:
    """Refuse a command line on which a needed answer is missing, where nobody can be asked. It names all of them."""
    missing = [f"--{option}" for option, given in needed.items() if given is None]
    if missing and not sys.stdin.isatty():
        raise click.UsageError(f"nobody is at a terminal to be asked: give {', '.join(missing)} too")


def _answer(option: str, question: str, given: str | None, read: Callable[[str], T], default: str | None) -> T:
    """The answer that an option gives, or that is typed; it is asked again until it can be read.

    Where nobody can be asked, it is as it is most often.
    """
    try:
        if given is not None:
            return read(given)
        if not sys.stdin.isatty():
            assert default is not None, "the other answers are given"
            return read(default)
    except Unfit as why:
        raise click.BadParameter(str(why), param_hint=f"--{option}") from None
    while True:
        try:
            return read(click.prompt(question, default=default))
        except Unfit as why:
            click.echo(f"  {why}", err=True)


def _words(text: str) -> Words:
    try:
        return Words(cut_up(text))
    except Misread as why:
        raise Unfit(str(why)) from None


def _players(text: str) -> tuple[str, ...]:
    """The names, with or without quotation marks; a name may have blanks in it."""
    names = tuple(" ".join(part.split()).strip('"') for part in text.split(","))
    if any(not name or name == "bank" for name in names):
        raise Unfit("a player's name may be neither empty nor 'bank'")
    if len(set(map(str.casefold, names))) != len(names):
        raise Unfit("somebody is named twice")
    if not 2 <= len(names) <= 10:
        raise Unfit(f"a table has 2 to 10 players, not {len(names)}; put commas between the names")
    if any(not name.isprintable() or "\\" in name for name in names):
        raise Unfit("a name holds a character that cannot be written")
    return names


def _amount(text: str) -> int:
    try:
        words = _words(text)
        amount = words.amount()
        words.end()
    except Misread as why:
        raise Unfit(str(why)) from None
    if amount < 1:
        raise Unfit("expected an amount of 1 or more")
    return amount


def _limit(text: str, ante: int) -> int:
    limit = _amount(text)
    if limit < 2 * ante:
        raise Unfit(
            f"the ante is at most half the limit (law 19): at an ante of {ante} the limit is {2 * ante} or more"
        )
    return limit


def _counters(text: str) -> str:
    slips = judge(f"ante 1\nlimit 2\nplayers A, B\ncounters all: {text}\n").slips
    if slips or "\n" in text:
        raise Unfit(f"{slips[0].message if slips else 'write them on one line'}; as in 10 red 5 white 5 blue")
    return text


def _dealer(text: str, names: tuple[str, ...]) -> str | None:
    """The first dealer; None where the cards decide it."""
    wanted = " ".join(text.split()).strip('"')
    if wanted in names:
        return wanted
    if wanted == "cut":
        return None
    meant = closest(wanted, names)
    raise Unfit(f"{wanted} is none of the players {', '.join(names)}" + (f": did you mean {meant}?" if meant else ""))


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text.strip()).isoformat()
    except ValueError:
        raise Unfit(f"{text!r} is no date: write it as in 1895-11-02") from None


def _currency(text: str) -> str:
    if text not in CURRENCIES:
        sentence = f"there is no currency {text!r}: write its ISO code in capitals, as in GBP, or LSD"
        raise click.BadParameter(sentence, param_hint="--currency")
    return text


def written(
    names: tuple[str, ...], ante: int, limit: int, counters: str, dealer: str | None, day: str, currency: str | None
) -> str:
    """The beginning of a file, with comments that teach the next lines. It can be checked and recorded as it is."""
    seats = [written_name(name) for name in names]
    cards = ", ".join(f"{name} {rank}h" for name, rank in zip(seats, "4K9T7Q5J86", strict=False))
    deals = names.index(dealer) if dealer is not None else 0
    ante_man, opener, *others = (seats[(deals + n) % len(seats)] for n in range(1, len(seats) + 1))
    lines = [
        "# A # begins a remark. `poolbook help gamefile` shows every line there is.",
        f"ante {ante}",
        f"limit {limit}",
        *([f"currency {currency}"] if currency else []),
        f"held on {day}",
        f"players {', '.join(seats)}     # in seat order to the left",
        "",
        f"counters all: {counters}     # red {ante}, white {3 * ante}, blue {limit} each",
        "",
        "# The first game, made up. Write yours in its place, without the # before the lines.",
        *([] if dealer is not None else [f"# cut {cards}     # the lowest deals"]),
        f"# game dealer {seats[deals]}     # {ante_man} has the ante" if dealer is not None else "# game",
        "# deal",
        f"# {opener} stakes {2 * ante}     # opens, with twice the ante at least",
        *(f"# {name} passes" for name in others),
        f"# {ante_man} stakes {ante}     # with the ante that makes {2 * ante}",
        f"# {ante_man} draws 2",
        f"# {opener} draws 3",
        f"# {opener} stakes {limit}",
        f"# {ante_man} stakes {limit}",
        f"# {opener} shows Kh Kd Ks 7c 4d",
        f"# {ante_man} shows Qc Qd 8s 8h 2c",
        f"# expect {opener} takes {4 * ante + 2 * limit}     # checked, never recorded",
        "",
        "# The next game, and so on; the deal passes to the left.",
        "# game",
        "",
        "# At the end:",
        "# buy back all",
        "# close",
    ]
    return "\n".join(lines) + "\n"
