"""The routes, one blueprint for each noun.

In reading order:

start         where a program begins
clubs         clubs, and whose token this is
members       members of a club
tokens        tokens of a club
webhooks      events sent to a club's own addresses
sittings      sittings opened, read, cut for the deal, closed
till          counters sold and bought back, debts paid
company       arrivals, departures, limits
game_files    evenings as text, recorded
games         games begun, read, replayed
actions       acts and waivers recorded
corrections   corrections, what-if, void games, payments as made
disputes      disputes
results       results
money         pools, settlements, the sheet
exports       the record for other programs
erasures      names and texts erased
audit         the audit
events        streams of events
log           checkpoints, receipts, proofs
books         books and accounts
verification  the books verified
laws          the laws and the readings
health        whether the service lives
"""

from api.noun import Noun
from api.routes import (
    actions,
    audit,
    books,
    clubs,
    company,
    corrections,
    disputes,
    erasures,
    events,
    exports,
    game_files,
    games,
    health,
    laws,
    log,
    members,
    money,
    results,
    sittings,
    start,
    till,
    tokens,
    verification,
    webhooks,
)

NOUNS: tuple[Noun, ...] = (
    start.noun,
    clubs.noun,
    members.noun,
    tokens.noun,
    webhooks.noun,
    sittings.noun,
    till.noun,
    company.noun,
    game_files.noun,
    games.noun,
    actions.noun,
    corrections.noun,
    disputes.noun,
    results.noun,
    money.noun,
    exports.noun,
    erasures.noun,
    audit.noun,
    events.noun,
    log.noun,
    books.noun,
    verification.noun,
    laws.noun,
    health.noun,
)
"""Every blueprint, in the order in which the document has them."""
