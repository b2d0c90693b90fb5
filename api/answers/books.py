"""The books with their two identities. Counters are positive numbers here, although their accounts are credits."""

from api.joined import Joined
from projections.statements import Books


def books_body(books: Books) -> Joined:
    """The balance of every account, and both sides of each identity."""
    totals = books.totals
    identities = {
        "postings": {"sum": books.total, "holds": books.total == 0},
        "counters": {
            "in_issue": books.in_issue,
            "players": -totals["player"],
            "pools": -totals["pool"],
            "carried": -totals["carried"],
            "kitty": -totals["kitty"],
            "holds": books.counters == books.in_issue,
        },
    }
    return Joined({"identities": identities}, books)
