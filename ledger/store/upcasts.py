"""Older shapes of events brought up to date, one version at a time.

An upcast is given all fields of a stored event by name, as JSON values, sealed ones among them unless they were
erased, and returns those of the next version. It is written once, when the version of an event is raised in
`ledger.events`, beside a golden file of the old version, and is never changed again.
"""

from collections.abc import Callable, Mapping
from typing import Any

from ledger.store.errors import NewerEvent, UnreadableEvent

Fields = dict[str, Any]
Upcast = Callable[[Fields], Fields]


def _correction_without_a_summary(fields: Fields) -> Fields:
    """A correction once listed who had played, opened and shown, though it all stands in its tail."""
    return {name: value for name, value in fields.items() if name not in ("played", "opener", "shown")}


UPCASTS: Mapping[tuple[str, int], Upcast] = {
    ("game.corrected", 1): _correction_without_a_summary,
}
"""By topic and the version it starts from."""


def bring_up_to_date(
    topic: str, stored: int, current: int, fields: Fields, upcasts: Mapping[tuple[str, int], Upcast] = UPCASTS
) -> Fields:
    """The fields as version `current` has them.

    Raises NewerEvent when the stored version is beyond it, UnreadableEvent when a step is missing.
    """
    if stored > current:
        raise NewerEvent(f"{topic!r} is stored in version {stored}; this release reads up to {current}")
    for version in range(stored, current):
        step = upcasts.get((topic, version))
        if step is None:
            raise UnreadableEvent(f"nothing brings {topic!r} from version {version} to {version + 1}")
        fields = step(fields)
    return fields
