"""The read side: tables that follow from the clubs' events, and can be made again from them at any time.

In reading order:

read_model   what a read model is
refolded     read models that make the rows of a stream again
tables       a club's read tables, and their position
pages        lists a page at a time
daybook      lists of sittings and games
results      what each player won or lost
pools        what was in each pool, and where it went
settlements  the document of each game that is over
season       games of the whole club by what happened in them, and results evening by evening
games        results, pools and settlements, from one fold of a game
buyback      the money of a sitting
books        double entry: journal, lines, accounts
statements   queries of the books, as of any moment
audit        the places of corrections, unsealings and erasures in the log
merkle       the audit log as a tree, and its proofs
tallies      how many notes were written outside the database
signing      signed checkpoints of the log
standing     how far the follower is behind, in all clubs together
leading      work that one process of all does
follow       batches of events into the tables of every club
webhooks     events sent to the addresses that a club names
beside       work in a process of its own
folding      batches of the log folded into writes, on every core
writing      rows written while the next events are folded
rebuild      the tables made again from nothing
several      several clubs rebuilt at once
verify       recompute everything, name the first difference
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
"""Every read model, in the order in which they are given a batch."""
