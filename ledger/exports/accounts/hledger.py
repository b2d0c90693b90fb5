"""The books as a journal for hledger, and for similar programs with declarations and balance assertions.

Every account is declared before its first entry, so `hledger check --strict` can check the entries' accounts; beside
it stands the member as he is called now, and his id. At the
close of each sitting, and at the end, a transaction that moves nothing asserts the balance of every account that has
moved since the last one.
"""

from collections.abc import Iterator
from itertools import chain

from ledger.books.accounts import Account
from ledger.exports.accounts.journal import JournalEntry, journal
from ledger.exports.accounts.naming import Naming
from ledger.exports.views import ClubView
from ledger.times import timestamp


def write(view: ClubView) -> Iterator[str]:
    """Yield the journal, an entry at a time. Raises NotFound."""
    naming = Naming(view)
    yield _head(view, naming)
    balances: dict[Account, int] = {}
    moved: dict[Account, None] = {}
    entry = None
    for entry in journal(view, naming):
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


def _head(view: ClubView, naming: Naming) -> str:
    """The title, and the declaration of the commodity. hledger needs a sample amount with a decimal point."""
    sample = f"1000.{'0' * naming.decimals}"
    return f"; {' '.join(view.name.split())}\n\ncommodity {sample} {naming.commodity}\n"


def _declared(entry: JournalEntry, known: dict[Account, int], naming: Naming) -> Iterator[str]:
    """Declare the accounts that an entry uses first."""
    for account in dict.fromkeys(posting.account for posting in entry.postings):
        if account not in known:
            owner = naming.owner(account)
            member = f"  ; {owner}\n    ; member-id:{account.owner}" if owner else ""
            yield f"\naccount {naming.account(account)}{member}\n"


def _transaction(entry: JournalEntry, naming: Naming) -> str:
    lines = (f"    {naming.account(p.account)}  {naming.amount(p.amount)} {naming.commodity}\n" for p in entry.postings)
    facts = f"position:{entry.position}, stream:{entry.stream}, version:{entry.version}"
    head = f"\n{entry.on} * {entry.description}\n    ; {facts}, recorded-at:{timestamp(entry.at)}\n"
    return "".join(chain((head,), lines))


def _assertions(
    entry: JournalEntry, which: str, moved: dict[Account, None], balances: dict[Account, int], naming: Naming
) -> str:
    """Assert the balances of the accounts that have moved since the last assertions; empty if none has."""
    if not moved:
        return ""
    nought = f"{naming.amount(0)} {naming.commodity}"
    lines = (
        f"    {naming.account(account)}  {nought} = {naming.amount(balances[account])} {naming.commodity}\n"
        for account in moved
    )
    where = entry.description.partition(":")[0].partition(",")[0]
    return "".join(chain((f"\n{entry.on} * {where}: balances, {which}\n    ; position:{entry.position}\n",), lines))
