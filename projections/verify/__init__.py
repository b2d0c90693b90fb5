"""Verification of a club's books: everything is recomputed, and the first difference is named.

In reading order: `report` (what is found); `snapshot` (one view of the database); `rows` (events, sealed parts,
commands); `settlements` (the play judged again); `folded` (the read tables); `verification` (all of them together).
"""

from projections.verify.report import Difference, Notice, Report
from projections.verify.verification import verify

__all__ = ["Difference", "Notice", "Report", "verify"]
