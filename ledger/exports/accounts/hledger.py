"""The books as a journal for hledger, and for its relatives that know declarations and balance assertions.

Every account is declared before its first entry, so that `hledger check --strict` has something to hold the entries
against. At the close of each sitting, and at the end, a transaction that moves nothing asserts where every account
stands that has moved since.
"""

from collections.abc import Iterator
from itertools import chain

from ledger.books.accounts import Account
from ledger.exports.accounts.entries import Entry, Naming, entries
from ledger.exports.told import Told
from ledger.times import timestamp


def write(told: Told) -> Iterator[str]:
    """The journal, an entry at a time. Raises NotFound."""
    naming = Naming(told)
    yield _head(told, naming)
    balances: dict[Account, int] = {}
    moved: dict[Account, None] = {}
    entry = None
    for entry in entries(told):
        if entry.postings:
            yield from _declared(entry, balances, naming)
            yield _transaction(entry, naming)
        for posting in entry.postings:
            balances[posting.account] = balances.get(posting.account, 0) + posting.amount
            moved[posting.account] = None
        if entry.closes:
            yield _assertions(entry, "closed", moved, balances, naming)
            moved.clear()
    if entry is not None:
        yield _assertions(entry, "so far", moved, balances, naming)


def _head(told: Told, naming: Naming) -> str:
    """The commodity, with its decimals, in the form in which hledger has to be told of a point."""
    sample = f"1000.{'0' * naming.decimals}"
    return f"; {' '.join(told.name.split())}\n\ncommodity {sample} {naming.commodity}\n"


def _declared(entry: Entry, known: dict[Account, int], naming: Naming) -> Iterator[str]:
    """Declarations of the accounts that come up for the first time."""
    for account in dict.fromkeys(posting.account for posting in entry.postings):
        if account not in known:
            owner = naming.owner(account)
            yield f"\naccount {naming.account(account)}{f'  ; {owner}' if owner else ''}\n"


def _transaction(entry: Entry, naming: Naming) -> str:
    lines = (f"    {naming.account(p.account)}  {naming.amount(p.amount)} {naming.commodity}\n" for p in entry.postings)
    facts = f"position:{entry.position}, stream:{entry.stream}, version:{entry.version}"
    head = f"\n{entry.on} * {entry.says}\n    ; {facts}, recorded-at:{timestamp(entry.at)}\n"
    return "".join(chain((head,), lines))


def _assertions(
    entry: Entry, which: str, moved: dict[Account, None], balances: dict[Account, int], naming: Naming
) -> str:
    """Where the accounts stand that have moved since the last assertions; nothing where none has."""
    if not moved:
        return ""
    nought = f"{naming.amount(0)} {naming.commodity}"
    lines = (
        f"    {naming.account(each)}  {nought} = {naming.amount(balances[each])} {naming.commodity}\n" for each in moved
    )
    where = entry.says.partition(":")[0].partition(",")[0]
    return "".join(chain((f"\n{entry.on} * {where}: balances, {which}\n    ; position:{entry.position}\n",), lines))
