"""Everything that is kept of a club, recomputed from what was recorded.

In reading order:

report        what a verification found
snapshot      one consistent view of the database
unlike        how two events differ, giving away nothing hidden
rows          events, sealed parts and commands as stored
log           leaves, nodes and checkpoints of the log
notes         the signed notes outside the database
afterwards    corrections, void games and payments worked out again
settlements   every act and settlement decided again
folded        every read table folded again
books         journal, lines and balances worked out again
verification  all of it in one pass
"""

from projections.verify.notes import Checkpoints
from projections.verify.report import Difference, Notice, Report
from projections.verify.snapshot import AlreadyVerifying
from projections.verify.verification import verify

__all__ = ["AlreadyVerifying", "Checkpoints", "Difference", "Notice", "Report", "verify"]
