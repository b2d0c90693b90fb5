"""Bring older versions of stored events up to date, one version at a time.

An upcast takes all fields of a stored event by name, as JSON values, and returns those of the next version. Sealed
fields are included unless they were erased. An upcast is written when the version of an event is raised in
`ledger.events`, together with a golden file of the old version, and is never changed again.
"""

from collections.abc import Callable, Mapping
from typing import Any

from ledger.store.errors import NewerEvent, UnreadableEvent

Fields = dict[str, Any]
Upcast = Callable[[Fields], Fields]


def _correction_without_a_summary(fields: Fields) -> Fields:
    """Drop the lists of those who had played, opened and shown, which follow from the correction's tail."""
    return {name: value for name, value in fields.items() if name not in ("played", "opener", "shown")}


def _as_it_was(fields: Fields) -> Fields:
    """Add nothing: a field that an older version lacks has its default."""
    return fields


UPCASTS: Mapping[tuple[str, int], Upcast] = {
    ("club.founded", 1): _as_it_was,
    ("club.token_issued", 1): _as_it_was,
    ("club.token_issued", 2): _as_it_was,
    ("game.corrected", 1): _correction_without_a_summary,
    ("game.settled", 1): _as_it_was,
    ("game.unopened", 1): _as_it_was,
    ("sitting.closed", 1): _as_it_was,
    ("game.paid", 1): _as_it_was,
    ("sitting.corrected", 1): _as_it_was,
    ("sitting.game_corrected", 1): _as_it_was,
    ("sitting.game_voided", 1): _as_it_was,
    ("game.disputed", 1): _as_it_was,
    ("game.evidence_given", 1): _as_it_was,
    ("game.ruled", 1): _as_it_was,
}
"""The upcasts, by the topic and the version that they start from."""


def bring_up_to_date(
    topic: str, stored: int, current: int, fields: Fields, upcasts: Mapping[tuple[str, int], Upcast] = UPCASTS
) -> Fields:
    """The fields of an event that was stored in version `stored`, as version `current` has them.

    Raises NewerEvent if `stored` is the later version, and UnreadableEvent if an upcast between them is missing.
    """
    if stored > current:
        raise NewerEvent(f"{topic!r} is stored in version {stored}; this release reads up to {current}")
    for version in range(stored, current):
        step = upcasts.get((topic, version))
        if step is None:
            raise UnreadableEvent(f"nothing brings {topic!r} from version {version} to {version + 1}")
        fields = step(fields)
    return fields
