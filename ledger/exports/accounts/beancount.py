"""The books for beancount: every account opened, every entry a transaction, and the balances asserted.

A balance in beancount is that of the morning of its day. So what moved on a day is asserted on the next one; the
tolerance is nought, since beancount would otherwise let a unit of the last decimal pass.
"""

from collections.abc import Iterable, Iterator
from datetime import date, timedelta

from ledger.books.accounts import Account
from ledger.exports.accounts.entries import Entry, Naming, entries
from ledger.exports.told import Told
from ledger.times import timestamp


def write(told: Told) -> Iterator[str]:
    """The file, an entry at a time. Raises NotFound."""
    naming = Naming(told)
    yield _head(told, naming)
    balances: dict[Account, int] = {}
    moved: dict[Account, None] = {}
    day: date | None = None
    for entry in entries(told):
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


def _head(told: Told, naming: Naming) -> str:
    return (
        f"option {_quoted('title')} {_quoted(told.name)}\n"
        f"option {_quoted('operating_currency')} {_quoted(naming.commodity)}\n"
    )


def _opened(entry: Entry, known: dict[Account, int], naming: Naming) -> Iterator[str]:
    """Openings of the accounts that come up for the first time."""
    for account in dict.fromkeys(posting.account for posting in entry.postings):
        if account not in known:
            owner = naming.owner(account)
            name = f"  member: {_quoted(owner)}\n" if owner else ""
            yield f"\n{entry.on} open {naming.account(account)} {naming.commodity}\n{name}"


def _transaction(entry: Entry, naming: Naming) -> str:
    lines = (f"  {naming.account(p.account)}  {naming.amount(p.amount)} {naming.commodity}\n" for p in entry.postings)
    facts = (
        f"  position: {entry.position}\n  stream: {_quoted(str(entry.stream))}\n  version: {entry.version}\n"
        f"  recorded-at: {_quoted(timestamp(entry.at))}\n"
    )
    return f"\n{entry.on} * {_quoted(entry.says)}\n{facts}{''.join(lines)}"


def _assertions(day: date, moved: Iterable[Account], balances: dict[Account, int], naming: Naming) -> Iterator[str]:
    """Where the accounts stood on the morning after the day on which they moved."""
    morning = day + timedelta(days=1)
    for n, account in enumerate(moved):
        balance = f"{naming.amount(balances[account])} ~ {naming.amount(0)} {naming.commodity}"
        yield f"{'' if n else chr(10)}{morning} balance {naming.account(account)}  {balance}\n"


def _quoted(text: str) -> str:
    escaped = " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
