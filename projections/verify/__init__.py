"""Verification of a club's books: everything is recomputed, and the first difference is named.

In reading order: `report` (what is found); `snapshot` (one view of the database); `rows` (events, sealed parts,
commands); `notes` and `log` (the tree and its checkpoints); `unlike`, `afterwards` and `settlements` (the play judged
again); `folded` (the read tables); `books` (the accounts); `verification` (all of them together).
"""

from projections.verify.notes import Checkpoints
from projections.verify.report import Difference, Notice, Report
from projections.verify.snapshot import AlreadyVerifying
from projections.verify.verification import verify

__all__ = ["AlreadyVerifying", "Checkpoints", "Difference", "Notice", "Report", "verify"]
