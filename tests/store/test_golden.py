"""Every event that was ever stored can still be read, and events are still stored in the same bytes."""

import re

import pytest

from ledger.events import TOPICS
from ledger.store.mapper import EnvelopeMapper
from tests.store import golden

PRESENT = [(topic, kind) for topic in sorted(TOPICS) for kind in golden.KINDS]
FILES = sorted(golden.DIRECTORY.glob("*.json"))
HINT = "an event changed its shape: raise its version, write an upcast, run python -m tests.store.golden"


@pytest.mark.parametrize(("topic", "kind"), PRESENT)
def test_every_event_of_the_present_version_has_a_golden_file_and_is_written_like_it(topic: str, kind: str) -> None:
    place = golden.path(topic, TOPICS[topic].version, kind)
    assert place.exists(), f"{place.name} is missing: run python -m tests.store.golden"
    now = golden.stored(golden.KINDS[kind](TOPICS[topic]))
    assert golden.written(now) == place.read_text(), HINT


@pytest.mark.parametrize("place", FILES, ids=lambda place: place.stem)
def test_every_golden_file_is_read_as_the_event_that_is_expected_of_it(place) -> None:
    match = re.fullmatch(r"(.+)\.(\d+)\.(full|bare)\.json", place.name)
    assert match is not None
    topic, version, kind = match[1], int(match[2]), match[3]
    is_present = TOPICS[topic].version == version
    expected = golden.KINDS[kind](TOPICS[topic]) if is_present else golden.OLDER[topic, version, kind]
    assert EnvelopeMapper().to_domain_event(golden.read(place.read_text())).event == expected, HINT


@pytest.mark.parametrize("topic", sorted(TOPICS))
def test_a_full_example_leaves_no_field_empty(topic: str) -> None:
    event = golden.full(TOPICS[topic])
    assert all(getattr(event, name) for name in event.__struct_fields__)
