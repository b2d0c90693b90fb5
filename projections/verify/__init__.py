"""Recompute everything that is stored for a club from its events, and name the first difference.

In reading order:

report        the result: differences, notices, counts
snapshot      one consistent view of the database
reading       events as they were stored, with what is missing of them
unlike        in which field two events differ, without giving away anything hidden
rows          events, sealed parts and commands as stored
log           leaves, nodes and checkpoints of the log
notes         the signed notes outside the database
afterwards    corrections, void games and payments, worked out again
adjusted      what was adjusted after a sitting's close, worked out again
settlements   every act and settlement decided again
folded        every read table folded again
books         journal, lines and balances worked out again
directory     the rows of the club and its tokens
webhooks      the rows of its webhooks
catalogue     the schema as it is, and as the migrations make it
schema        constraints, triggers, functions and rights
passes        the two passes over the events, each with its parts
verification  all of it together
"""

from projections.verify.notes import Checkpoints
from projections.verify.report import Difference, Notice, Report
from projections.verify.schema import first_astray
from projections.verify.snapshot import AlreadyVerifying
from projections.verify.verification import verify

__all__ = ["AlreadyVerifying", "Checkpoints", "Difference", "Notice", "Report", "first_astray", "verify"]
