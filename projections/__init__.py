"""The read side: what the clubs' events come to, kept in tables beside them and made again from them at will.

In reading order: `read_model` (what a read model is) and `refolded` (one that follows from whole streams); `tables`
(a club's read tables and their position); `pages` (lists a page at a time); `daybook` (the lists of sittings and
games); `results` (what each player won or lost), `pools` and `settlements`, which
`games` makes together; `buyback` (the money of a sitting);
`books` (the double entry: journal, lines, accounts) and `statements` (what the books say, as of any moment);
`audit` (where it stands what was said of the record afterwards); `merkle` (the audit log as a tree, and its proofs)
and `signing` (its signed checkpoints); `follow` (batches of events into the tables of every club); `rebuild` (the
tables made again from nothing); `verify` (everything recomputed, and the first difference named).
"""

from projections import audit, books, buyback, daybook, games, merkle
from projections.read_model import ReadModel

READ_MODELS: tuple[ReadModel, ...] = (
    daybook.MODEL,
    games.MODEL,
    buyback.MODEL,
    books.MODEL,
    audit.MODEL,
    merkle.MODEL,
)
"""Every read model, in the order in which a batch is given to them."""
