"""The list of clubs and of tokens."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from uuid import uuid4

import pytest
from eventsourcing.persistence import IntegrityError

from ledger.store import Club, Directory, SharedPool, Token
from tests.store.samples import list_token, revoke_listed

NOW = datetime(2026, 1, 2, 20, 30, tzinfo=UTC)


def token_of(club: Club, **other: object) -> Token:
    given = {"id": uuid4(), "club": club.id, "role": "player", "member": "anna", "label": "Anna's telephone", **other}
    return Token(created_at=NOW, **given)


def digest(token: Token) -> bytes:
    return sha256(token.id.bytes).digest()


def test_clubs_are_found_by_id_and_listed_with_the_oldest_first(
    directory: Directory, new_club: Callable[[], Club]
) -> None:
    first, second = new_club(), new_club()
    assert directory.find_club(first.id) == first
    assert directory.find_club(uuid4()) is None
    assert directory.clubs()[-2:] == [first, second]
    assert (first.name, first.currency) == ("The Green Baize", "GBP")
    assert not directory.add_club(replace(first, name="Another"))
    assert directory.find_club(first.id) == first


def test_a_token_is_found_by_the_hash_of_its_secret_only(pool: SharedPool, directory: Directory, club: Club) -> None:
    token = token_of(club, expires_at=NOW + timedelta(days=30))
    list_token(pool, token, digest(token))
    assert directory.find_token(digest(token)) == token
    assert directory.find_token(sha256(b"a guess").digest()) is None


def test_a_token_needs_a_club_and_an_id_and_secret_of_its_own(pool: SharedPool, club: Club) -> None:
    token = token_of(club)
    list_token(pool, token, digest(token))
    for same in (token, replace(token, id=uuid4()), replace(token, club=uuid4(), id=uuid4())):
        with pytest.raises(IntegrityError):
            list_token(pool, same, digest(token if same.club == club.id else same))


def test_a_token_is_revoked_once_and_by_its_own_club_only(
    pool: SharedPool, directory: Directory, new_club: Callable[[], Club]
) -> None:
    club, other = new_club(), new_club()
    token = token_of(club, role="owner", member=None)
    list_token(pool, token, digest(token))
    later = NOW + timedelta(hours=1)
    revoke_listed(pool, other.id, token.id, later)
    revoke_listed(pool, club.id, uuid4(), later)
    assert directory.find_token(digest(token)) == token
    revoke_listed(pool, club.id, token.id, later)
    revoke_listed(pool, club.id, token.id, later + timedelta(hours=1))
    assert directory.find_token(digest(token)) == replace(token, revoked_at=later)


def test_a_clubs_tokens_are_its_own_revoked_ones_too(
    pool: SharedPool, directory: Directory, new_club: Callable[[], Club]
) -> None:
    club, other = new_club(), new_club()
    tokens = [token_of(club), token_of(club)]
    for token in (*tokens, token_of(other)):
        list_token(pool, token, digest(token))
    revoke_listed(pool, club.id, tokens[0].id, NOW)
    assert {token.id: token.revoked_at for token in directory.tokens(club.id)} == {
        tokens[0].id: NOW,
        tokens[1].id: None,
    }
