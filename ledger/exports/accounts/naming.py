"""The names of accounts in ledgers, such as `Liabilities:Counters:Players:Percy-Ketteridge`.

An account is named after its member by the name with which he joined, so it stays the same when he is renamed. Of two
members whose names come to the same, the one who joined later has the end of his id added. A member whose first name
was erased has an account under his id, since erased words are written nowhere. If it was erased for the first of two
namesakes, the other's account loses the addition.

The names are those that both programs accept: letters and digits of any script with hyphens between them, of which the
first is a capital or a digit.
"""

import unicodedata
from collections.abc import Iterable, Mapping
from uuid import UUID

from ledger.books.accounts import Account
from ledger.books.currencies import LSD, decimals, written
from ledger.events.base import Event
from ledger.events.club import MemberJoined
from ledger.events.game import GameBegun
from ledger.events.sitting import SittingOpened
from ledger.exports.views import ClubView
from ledger.seats import Member

PENCE = "PENCE"
"""The commodity of a club whose currency is pounds, shillings and pence."""

_NAMES = {
    "bank_cash": "Assets:Bank-Cash",
    "credit": "Assets:Credit",
    "loan": "Assets:Loans",
    "between_players": "Assets:Between-Players",
    "player": "Liabilities:Counters:Players",
    "pool": "Liabilities:Counters:Pools",
    "carried": "Liabilities:Counters:Carried",
    "kitty": "Liabilities:Counters:Kitty",
    "stands_over": "Liabilities:Stands-Over",
    "differences": "Expenses:Differences",
    "club": "Income:Club",
}
_SHORT = 6
"""How many characters of an id tell two members of one name apart."""
_LONGEST = 60


class Naming:
    """The names of accounts, which stay the same, and the names of their owners, which may change."""

    def __init__(self, view: ClubView) -> None:
        self._books = view.books
        self._club = view.club()
        self._members = member_accounts(recorded.event for recorded in view.books.store.load(view.books.club_id))
        self._sittings: dict[UUID, int] = {}
        self._games: dict[UUID, tuple[UUID, int]] = {}
        self.commodity = PENCE if self._club.currency == LSD else self._club.currency
        self.decimals = decimals(self._club.currency)

    def account(self, account: Account) -> str:
        """An account's name. Its last part names its owner, a member or a game."""
        kind, owner = _NAMES[account.kind], account.owner
        if not owner:
            return kind
        if account.kind == "pool":
            sitting, number = self._place(UUID(owner))
            return f"{kind}:Sitting-{sitting}-Game-{number}"
        return f"{kind}:{self._members.get(owner) or _under_id(owner)}"

    def owner(self, account: Account) -> str | None:
        """The present name of the member who owns an account, on one line, or his id if the name is erased; None if no
        member owns it."""
        if not account.owner or account.kind == "pool":
            return None
        return " ".join(self._club.name_of(account.owner).split())

    def amount(self, minor_units: int) -> str:
        """An amount in the usual notation of the currency, without the commodity."""
        return written(minor_units, self._club.currency)

    def note(self, stream: UUID, event: Event) -> None:
        """Note the number of the sitting or game that begins with this event, if one does."""
        if isinstance(event, SittingOpened):
            self._sittings[stream] = event.number
        elif isinstance(event, GameBegun):
            self._games[stream] = UUID(event.sitting), event.number

    def where(self, stream: UUID) -> str:
        """The sitting or the game with this stream, in words."""
        if stream in self._sittings:
            return f"sitting {self._sittings[stream]}"
        sitting, number = self._place(stream)
        return f"sitting {sitting}, game {number}"

    def _place(self, game: UUID) -> tuple[int, int]:
        """The number of a game's sitting, and its own."""
        if game not in self._games:
            self._look(game)
        sitting, number = self._games[game]
        if sitting not in self._sittings:
            self._look(sitting)
        return self._sittings[sitting], number

    def _look(self, stream: UUID) -> None:
        for recorded in self._books.store.load(stream, lte=1):
            self.note(stream, recorded.event)


def member_accounts(club_events: Iterable[Event]) -> Mapping[Member, str]:
    """The last part of the names of each member's accounts. Each has its own, whether large or small letters count."""
    joined = [event for event in club_events if isinstance(event, MemberJoined)]
    parts = {event.member: _account_part(event.name or "") for event in joined}
    names = {member: _under_id(member) for member, part in parts.items() if not part}
    taken = {name.casefold() for name in names.values()}
    for member, part in parts.items():
        if not part:
            continue
        whole_id = _hyphenated(member)
        choices = (part, f"{part}-{whole_id[-_SHORT:]}", f"{part}-{whole_id}")
        names[member] = next(name for name in choices if name.casefold() not in taken)
        taken.add(names[member].casefold())
    return names


def _under_id(member: Member) -> str:
    return f"Member-{_hyphenated(member)}"


def _account_part(name: str) -> str:
    """A name as a part of an account's name; empty if no letter or digit is in it."""
    text = _hyphenated(name)[:_LONGEST].rstrip("-")
    part = text[:1].upper()[:1] + text[1:]
    return part if not part or _is_first(part[0]) else f"M-{part}"


def _hyphenated(text: str) -> str:
    """The letters and digits of a text, with one hyphen for whatever stands between them."""
    # Marks that make no single letter with what they stand on (as in Hindi) are left out, for beancount takes none.
    composed = unicodedata.normalize("NFKC", text)
    kept = "".join(c if _is_kept(c) else "-" for c in composed if unicodedata.category(c)[0] != "M")
    return "-".join(word for word in kept.split("-") if word)


def _is_kept(character: str) -> bool:
    return unicodedata.category(character) in ("Lu", "Ll", "Lt", "Lm", "Lo", "Nd")


def _is_first(character: str) -> bool:
    """Whether a part may begin with this character: a capital, or a digit that every program takes for one."""
    return unicodedata.category(character) == "Lu" or character.isascii()
