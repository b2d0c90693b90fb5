"""Players whom the club does not know: did the scorer mean somebody else, or is there a new member?"""

from collections.abc import Callable, Iterable

from ledger.gamefile.lines import Name
from ledger.gamefile.suggestions import closest
from ledger.gamefile.words import written_name
from ledger.refusals import Invalid, Refused
from ops.score.sending import UNREACHABLE, Sender

Ask = Callable[[str], bool | None]
"""Asks a question that is answered with yes or no. None: there is nobody to ask."""


def refused_by_club(
    sender: Sender, names: Iterable[Name], currency: str | None, ask: Ask, *, add_members: bool
) -> tuple[str, ...]:
    """Make these players members of the club, after asking about each that is not; with `add_members` unasked.

    Returns why the line that names them cannot be kept; nothing if it can. While the connection is lost nobody is
    asked, and the record judges the line later.
    """
    if sender.lost is not None:
        return ()
    try:
        kept_in = sender.books.club().currency
        if currency not in (None, kept_in):
            return (f"the club's accounts are in {kept_in}, and this evening's in {currency}",)
        for name, known in sender.strangers(names).items():
            if why := _refused_stranger(name, known, ask, add_members=add_members):
                return why
            sender.add_member(name)
    except (Refused, Invalid) as why_not:
        return (str(why_not),)
    except UNREACHABLE:
        return ()
    return ()


def _refused_stranger(name: Name, known: tuple[str, ...], ask: Ask, *, add_members: bool) -> tuple[str, ...]:
    """Why somebody does not become a member; nothing if he does. `known` are the members' names."""
    like = closest(name, known)
    if like and ask(f"No member is called {name}. Do you mean {like}?"):
        return (f"nothing was kept: write the line again with {written_name(like)}",)
    if add_members or ask(f"Enter {name} as a new member of the club?"):
        return ()
    meant = f"; did you mean {like}?" if like else ""
    return (f"{name} is no member of the club{meant}", "--add-members enters new members")
