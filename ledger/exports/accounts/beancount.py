"""The books for beancount: every account opened, every entry a transaction, and the balances asserted.

beancount takes a balance as that of the morning of its day, so the accounts that moved on a day are asserted on the
next. The tolerance is nought, because by default beancount would overlook a unit of the last decimal. Where an account
is opened, metadata name the member as he is called now, and his id.
"""

from collections.abc import Iterable, Iterator
from datetime import date, timedelta

from ledger.books.accounts import Account
from ledger.exports.accounts.journal import JournalEntry, journal
from ledger.exports.accounts.naming import Naming
from ledger.exports.views import ClubView
from ledger.times import timestamp


def write(view: ClubView) -> Iterator[str]:
    """Yield the file, an entry at a time. Raises NotFound."""
    naming = Naming(view)
    yield _head(view, naming)
    balances: dict[Account, int] = {}
    moved: dict[Account, None] = {}
    day: date | None = None
    for entry in journal(view, naming):
        if day is not None and entry.on > day:
            yield from _assertions(day, moved, balances, naming)
            moved.clear()
        day = entry.on
        if entry.postings:
            yield from _opened(entry, balances, naming)
            yield _transaction(entry, naming)
        for posting in entry.postings:
            balances[posting.account] = balances.get(posting.account, 0) + posting.amount
            moved[posting.account] = None
    if day is not None:
        yield from _assertions(day, moved, balances, naming)


def _head(view: ClubView, naming: Naming) -> str:
    return (
        f"option {_quoted('title')} {_quoted(view.name)}\n"
        f"option {_quoted('operating_currency')} {_quoted(naming.commodity)}\n"
    )


def _opened(entry: JournalEntry, known: dict[Account, int], naming: Naming) -> Iterator[str]:
    """Open the accounts that an entry uses first."""
    for account in dict.fromkeys(posting.account for posting in entry.postings):
        if account not in known:
            owner = naming.owner(account)
            name = f"  member: {_quoted(owner)}\n  member-id: {_quoted(account.owner)}\n" if owner else ""
            yield f"\n{entry.on} open {naming.account(account)} {naming.commodity}\n{name}"


def _transaction(entry: JournalEntry, naming: Naming) -> str:
    lines = (f"  {naming.account(p.account)}  {naming.amount(p.amount)} {naming.commodity}\n" for p in entry.postings)
    facts = (
        f"  position: {entry.position}\n  stream: {_quoted(str(entry.stream))}\n  version: {entry.version}\n"
        f"  recorded-at: {_quoted(timestamp(entry.at))}\n"
    )
    return f"\n{entry.on} * {_quoted(entry.description)}\n{facts}{''.join(lines)}"


def _assertions(day: date, moved: Iterable[Account], balances: dict[Account, int], naming: Naming) -> Iterator[str]:
    """Assert the balances of the accounts that moved on a day, on the morning after it, if there is one."""
    if day == date.max:
        return
    morning = day + timedelta(days=1)
    for n, account in enumerate(moved):
        balance = f"{naming.amount(balances[account])} ~ {naming.amount(0)} {naming.commodity}"
        yield f"{'' if n else chr(10)}{morning} balance {naming.account(account)}  {balance}\n"


def _quoted(text: str) -> str:
    escaped = " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
