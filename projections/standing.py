"""How the follower stands with all clubs together, in a question that costs the same however many clubs there are."""

from dataclasses import dataclass

from psycopg.rows import class_row

from ledger.store import SharedDatastore, SharedPool

_STANDING = """
    SELECT lag, stopped, unsigned, failing, dead
    FROM (
        SELECT coalesce(max(clubs.position - coalesce(followed.position, 0)), 0) AS lag
        FROM clubs LEFT JOIN followed ON followed.club = clubs.id WHERE gone_on
    ) AS behind, (SELECT count(*) AS stopped FROM projection_failure) AS failed,
        (SELECT count(*) AS unsigned FROM log_unsigned) AS not_signed,
        (SELECT count(*) AS failing FROM webhooks WHERE failing_since IS NOT NULL OR ended_at IS NOT NULL) AS sent_to,
        (SELECT count(*) AS dead FROM webhook_dead) AS given_up
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How far the read tables of all clubs have come.

    lag       by how many events the club farthest behind is behind
    stopped   how many clubs are not followed, by an error
    unsigned  how many clubs' logs cannot be signed at present
    failing   how many webhooks do not take what is sent to them
    dead      how many messages of webhooks were given up
    """

    lag: int
    stopped: int
    unsigned: int
    failing: int = 0
    dead: int = 0


def standing_of_all(pool: SharedPool) -> Standing:
    """How the follower stands now. Raises what UNAVAILABLE names."""
    with SharedDatastore(pool).get_connection() as connection:
        standing = connection.cursor(row_factory=class_row(Standing)).execute(_STANDING).fetchone()
    assert standing is not None
    return standing
