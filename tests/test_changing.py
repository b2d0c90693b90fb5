"""Copies of states with some fields changed."""

from dataclasses import FrozenInstanceError, replace

import pytest

from ledger.events.game import Staked, Turn
from ledger.state.copying import changed
from ledger.state.game import Player

STAKED = Staked(step=3, law=54, turn=Turn(phase="betting"), player="A", amount=6, act="bet")


@pytest.mark.parametrize(
    ("record", "changes"),
    [(Player(funds=100), {}), (Player(funds=100, ante=3), {"funds": 94, "stake": 6}), (STAKED, {"law": 36})],
    ids=["nothing is changed", "a state", "an event whose fields are partly inherited"],
)
def test_a_changed_copy_is_what_the_standard_library_makes_of_it(record, changes):
    before = repr(record)
    assert changed(record, **changes) == replace(record, **changes)
    assert repr(record) == before


def test_a_changed_copy_is_frozen_as_the_record_was():
    with pytest.raises(FrozenInstanceError):
        changed(Player(funds=100), ante=3).funds = 0


def test_a_field_that_the_record_has_not_cannot_be_changed():
    with pytest.raises(AttributeError):
        changed(Player(funds=100), fund=3)
