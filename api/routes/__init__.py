"""The routes, one blueprint for each noun."""

from api.noun import Noun
from api.routes import (
    actions,
    audit,
    clubs,
    company,
    corrections,
    disputes,
    erasures,
    events,
    games,
    health,
    laws,
    log,
    members,
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
    erasures.noun,
    audit.noun,
    events.noun,
    log.noun,
    laws.noun,
    health.noun,
)
"""Every blueprint, in the order in which the document has them."""
