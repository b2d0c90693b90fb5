"""The roles, and what each may do: declared once, and the same strings wherever a role is stored."""

import msgspec
import pytest

from ledger.events.club import TokenIssued
from ledger.roles import READERS, RIGHTS, Right, Role, roles_with


@pytest.mark.parametrize("role", Role)
def test_of_every_role_it_is_said_what_it_may_do(role: Role) -> None:
    assert RIGHTS[role]


@pytest.mark.parametrize("right", Right)
def test_everything_may_be_done_by_somebody(right: Right) -> None:
    assert roles_with(right)


def test_a_token_gives_any_role_but_that_of_the_operator_who_reads_nothing() -> None:
    assert set(READERS) == set(Role) - {Role.OPERATOR}
    assert RIGHTS[Role.OPERATOR] == {Right.FOUND}


def test_only_an_auditor_unseals_and_he_writes_nothing_down() -> None:
    assert roles_with(Right.UNSEAL) == (Role.AUDITOR,)
    assert Role.AUDITOR not in roles_with(Right.RECORD)


@pytest.mark.parametrize("role", Role)
def test_a_role_is_stored_as_the_word_that_it_always_was(role: Role) -> None:
    issued = TokenIssued(token="t", role=role, member=None, label="l")
    assert msgspec.json.encode(issued) == msgspec.json.encode(
        TokenIssued(token="t", role=str(role), member=None, label="l")
    )
    assert [member.value for member in Role] == ["owner", "scorekeeper", "auditor", "player", "operator"]
