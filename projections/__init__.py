"""The read side: what the clubs' events come to, kept in tables beside them and made again from them at will.

In reading order: `read_model` (what a read model is); `tables` (a club's read tables and their position); `pages`
(lists a page at a time); `daybook` (the lists of sittings and games); `results` (what each player won or lost);
`audit` (where it stands what was said of the record afterwards); `merkle` (the audit log as a tree, and its proofs);
`signing` (its signed checkpoints); `follow` (batches of events into the tables of every club); `rebuild` (the tables
made again from nothing).
"""

from projections import audit, daybook, merkle, results
from projections.read_model import ReadModel

READ_MODELS: tuple[ReadModel, ...] = (daybook.MODEL, results.MODEL, audit.MODEL, merkle.MODEL)
"""Every read model, in the order in which a batch is given to them."""
