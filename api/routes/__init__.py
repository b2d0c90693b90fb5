"""The routes, one blueprint for each noun."""

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
    games,
    health,
    laws,
    log,
    members,
    money,
    results,
    sittings,
    till,
    tokens,
)

NOUNS: tuple[Noun, ...] = (
    clubs.noun,
    members.noun,
    tokens.noun,
    sittings.noun,
    till.noun,
    company.noun,
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
    laws.noun,
    health.noun,
)
"""Every blueprint, in the order in which the document has them."""
