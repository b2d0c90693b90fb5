"""The books and accounts, as the read tables have them."""

from typing import Any

from ledger.times import timestamp
from projections.statements import Books, Line, MembersAccount


def books_body(books: Books) -> dict[str, Any]:
    """How every account stands, and the two identities. Counters are shown as what they are, and not as a credit."""
    totals = books.totals
    return {
        "position": books.position,
        "accounts": [{"kind": a.kind, "owner": a.owner or None, "balance": a.balance} for a in books.accounts],
        "totals": dict(totals),
        "identities": {
            "postings": {"sum": books.total, "holds": books.total == 0},
            "counters": {
                "in_issue": books.in_issue,
                "players": -totals["player"],
                "pools": -totals["pool"],
                "carried": -totals["carried"],
                "kitty": -totals["kitty"],
                "holds": books.counters == books.in_issue,
            },
        },
    }


def account_body(member: str, account: MembersAccount) -> dict[str, Any]:
    """What a member has and owes."""
    return {
        "member": member,
        "position": account.position,
        "counters": account.counters,
        "tables": [{"sitting": str(t.sitting), "counters": t.counters} for t in account.tables],
        "credit": account.credit,
        "loan": account.loan,
        "differences": account.differences,
        "between_players": account.between_players,
        "between": [{"member": other.member, "amount": other.amount} for other in account.between],
    }


def line_body(line: Line) -> dict[str, Any]:
    """A line of an account."""
    return {
        "position": line.position,
        "line": line.line,
        "account": line.kind,
        "amount": line.amount,
        "before": line.before,
        "after": line.after,
        "at_table": {"before": line.table_before, "after": line.table_after},
        "topic": line.topic,
        "sitting": str(line.sitting),
        "game": str(line.game) if line.game else None,
        "stream": str(line.stream),
        "version": line.version,
        "recorded_at": timestamp(line.recorded_at),
    }
