"""The roles that a token gives, and what each role may do.

A club's token gives one of four roles. The operator's token comes from the settings: it makes clubs and opens no books.
`ledger.telling.redaction` decides how much of the record each reader sees.
"""

from collections.abc import Mapping
from enum import StrEnum


class Role(StrEnum):
    """The role in which a person acts. It is stored with everything recorded under it."""

    OWNER = "owner"
    SCOREKEEPER = "scorekeeper"
    AUDITOR = "auditor"
    PLAYER = "player"
    OPERATOR = "operator"


class Right(StrEnum):
    """Something that some roles may do and others may not."""

    READ = "read the public record"
    RECORD = "write down what happens at the table and at the till"
    KEEP = "read for the club: the books, and everybody's money"
    INSPECT = "see which tokens there are, and what was erased"
    MANAGE = "keep the list of members and of tokens, and erase"
    UNSEAL = "read a buried hand, for a reason that is recorded with it"
    FOUND = "make clubs"


RIGHTS: Mapping[Role, frozenset[Right]] = {
    Role.OWNER: frozenset({Right.READ, Right.RECORD, Right.KEEP, Right.INSPECT, Right.MANAGE}),
    Role.SCOREKEEPER: frozenset({Right.READ, Right.RECORD, Right.KEEP}),
    Role.AUDITOR: frozenset({Right.READ, Right.KEEP, Right.INSPECT, Right.UNSEAL}),
    Role.PLAYER: frozenset({Right.READ}),
    Role.OPERATOR: frozenset({Right.FOUND}),
}
"""What each role may do. Routes, exports and the command line all ask here."""


def roles_with(right: Right) -> tuple[Role, ...]:
    """The roles that have a right."""
    return tuple(role for role, rights in RIGHTS.items() if right in rights)


READERS = roles_with(Right.READ)
"""The roles that a club's token can give: every one of them may read."""
RECORDERS = roles_with(Right.RECORD)
KEEPERS = roles_with(Right.KEEP)
INSPECTORS = roles_with(Right.INSPECT)
MANAGERS = roles_with(Right.MANAGE)
UNSEALERS = roles_with(Right.UNSEAL)
FOUNDERS = roles_with(Right.FOUND)
