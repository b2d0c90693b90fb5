"""What a club makes of a game file: whether its players are members, and whether it is in the club's currency."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ledger.books.currencies import CURRENCIES
from ledger.gamefile.lines import GameFileError, Line, Name, OpenSitting, Slip, seated_by
from ledger.gamefile.reader import Reading
from ledger.gamefile.suggestions import closest
from ledger.names import check_name, folded
from ledger.refusals import Invalid


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubAtHand:
    """What of a club a file is judged against: its currency, and the names of its members.

    `adds_members` says that players whom the club does not know are to be entered as new members, and `adding` is what
    the reader of the slips gives to say so.
    """

    name: str
    currency: str
    members: Sequence[str]
    adds_members: bool = False
    adding: str = "--add-members"


def slips_against(reading: Reading, club: ClubAtHand) -> tuple[GameFileError, ...]:
    """The slips of a file that can be told only by its club."""
    seating = [reading.opening, *reading.body] if reading.opening else []
    names = seated_by(line.act for line in seating if isinstance(line, Line))
    strangers = [slip for name in names if (slip := _slip_of_name(reading, name, club))]
    return (*_slip_of_currency(reading, club), *strangers, *_slips_of_namesakes(reading, names))


def other_currency(named: str | None, currency: str) -> str | None:
    """A sentence for a file that names another currency than its club's; None if it names the same, or none."""
    if named is None or named == currency:
        return None
    return (
        f"the file is in {named}, and the club keeps its books in {currency}: correct or leave out the line 'currency'"
        " if the amounts are right, or record the file in a club of that currency (--club)"
    )


def _slip_of_currency(reading: Reading, club: ClubAtHand) -> tuple[GameFileError, ...]:
    opening = reading.opening.act if reading.opening else None
    named = opening.currency if isinstance(opening, OpenSitting) else None
    sentence = other_currency(named, club.currency)
    if named is None or sentence is None:
        return ()
    number = next(n for n, tokens in reading.tokens.items() if tokens[0].text == "currency")
    # A currency that there is not is misspelt; one that there is may be meant.
    suggestion = club.currency if named not in CURRENCIES and closest(named, [club.currency]) else None
    token = reading.tokens[number][1]
    place = Slip(
        text=reading.texts[number],
        column=token.column,
        width=token.width,
        code="other_currency",
        suggestion=suggestion,
    )
    return (GameFileError(number, sentence, slip=place),)


def unknown(club: str, names: str, adding: str) -> str:
    """The sentence about names that no member of the club has, and how new members are entered."""
    return f"no member of {club} is called {names}; {adding} enters new members"


def _slip_of_name(reading: Reading, name: Name, club: ClubAtHand) -> GameFileError | None:
    called = [member for member in club.members if folded(member) == folded(name)]
    if len(called) == 1:
        return None
    suggestion = None
    if called:
        message, code = f"several members are called {name}: rename them first", "same_name"
    elif not club.adds_members:
        message, code = unknown(club.name, name, club.adding), "no_member"
        suggestion = closest(name, club.members)
    else:
        try:
            check_name("name", name)
            return None
        except Invalid as why:
            message, code = f"nobody can be called so: {why}", "invalid"
    number, column, width = _place_of(reading, name)
    slip = Slip(text=reading.texts.get(number, ""), column=column, width=width, code=code, suggestion=suggestion)
    return GameFileError(number, message, slip=slip)


def _slips_of_namesakes(reading: Reading, names: Sequence[Name]) -> Iterator[GameFileError]:
    """A slip for each player whose name is another's to the club, which does not tell small letters from capitals."""
    known: dict[str, Name] = {}
    for name in names:
        other = known.setdefault(folded(name), name)
        if other != name:
            number, column, width = _place_of(reading, name)
            slip = Slip(text=reading.texts.get(number, ""), column=column, width=width, code="same_name")
            yield GameFileError(number, f"{other} and {name} are one name to the club", slip=slip)


def _place_of(reading: Reading, name: Name) -> tuple[int, int | None, int]:
    """The line and the column where a player is seated."""
    for number, tokens in reading.tokens.items():
        if tokens[0].text == "players" or [token.text for token in tokens[1:2]] == ["arrives"]:
            for token in tokens:
                if token.text == name and token.kind != "mark":
                    return number, token.column, token.width
    return 1, None, 1
