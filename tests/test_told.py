"""What a reader may know of any event of any stream: redaction leaves nothing else through."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from ledger.afterwards.erasure import WORDS
from ledger.events import TOPICS, Event
from ledger.events.amendment import GameCorrected, GameRestated, SittingCorrected
from ledger.events.base import fact, nested_fields, sealed_fields
from ledger.events.club import PartErased, SittingConcluded
from ledger.events.game import Dealt, Drew, Turn
from ledger.events.sitting import Counters, CountersSold
from ledger.play.commands import Deal, Pass
from ledger.roles import READERS
from ledger.telling.buried import Burials, burials
from ledger.telling.redaction import Reader, Sight, known_event
from tests.play.table import Table
from tests.store.samples import full

TURN = Turn(phase="say")
PLAYER = Reader("player", "anna")


@pytest.fixture(scope="module")
def burials_of_bert() -> Burials:
    """Those of a game of the three whom the samples name. Bert has passed, so that nobody sees his hand."""
    table = Table(("player", "anna", "bert")).start("player")
    table.do(Deal())
    table.do(Pass(player="bert"))
    return burials(table.game_events[-1])


def known(event: Event, reader: Reader, burials_of_bert: Burials) -> Event | None:
    """What a reader may know of an event of any stream; of a game's, if it were one of that game."""
    if event.topic.startswith("game."):
        return Sight(reader, burials_of_bert).known(event)
    return known_event(event, reader)


def contents(event: Event) -> Iterator[tuple[str, Any]]:
    """What is sealed of an event, and of those within it."""
    for name in sealed_fields(type(event)):
        yield name, getattr(event, name)
    for name in nested_fields(type(event)):
        for nested in getattr(event, name):
            yield from contents(nested)


@pytest.mark.parametrize("role", READERS)
@pytest.mark.parametrize("topic", TOPICS)
def test_of_every_event_somebody_has_said_who_may_know_it(burials_of_bert: Burials, topic: str, role: str) -> None:
    reader = Reader(role, "anna" if role == "player" else None)
    seen = known(full(TOPICS[topic]), reader, burials_of_bert)
    if seen is None:
        assert role in ("player", "scorekeeper")
        return
    assert isinstance(seen, TOPICS[topic])
    sealed = list(contents(seen))
    if role == "player":
        assert not [text for name, text in sealed if name in WORDS - {"name"} and text is not None]
    assert not [cards for name, cards in sealed if name == "pack" and cards is not None]
    assert not [hands for name, hands in sealed if name == "hands" and "bert" in (hands or {})]


@pytest.mark.parametrize(
    ("topic", "owner", "scorekeeper", "auditor", "player"),
    [
        ("club.token_issued", True, False, True, False),
        ("club.token_revoked", True, False, True, False),
        ("club.webhook_added", True, False, True, False),
        ("club.webhook_secret_renewed", True, False, True, False),
        ("club.webhook_removed", True, False, True, False),
        ("club.part_erased", True, False, True, False),
        ("club.member_joined", True, True, True, True),
        ("sitting.counters_sold", True, True, True, False),
        ("sitting.counters_bought_back", True, True, True, False),
        ("sitting.limits_set", True, True, True, False),
        ("sitting.payment_made", True, True, True, False),
        ("sitting.opened", True, True, True, True),
        ("game.unsealed", True, True, True, True),
        ("trail.what_if_asked", True, False, True, False),
        ("trail.cards_refused", True, False, True, False),
    ],
)
def test_who_hears_of_an_event_at_all(
    burials_of_bert: Burials, topic: str, owner: bool, scorekeeper: bool, auditor: bool, player: bool
) -> None:
    expected = {"owner": owner, "scorekeeper": scorekeeper, "auditor": auditor, "player": player}
    event = full(TOPICS[topic])
    assert {role: known(event, Reader(role, "anna"), burials_of_bert) is not None for role in READERS} == expected


def test_everybody_hears_that_a_name_was_erased_and_a_player_not_why() -> None:
    erased = PartErased(of_stream="club", of_version=2, part="name", member="bert", reason="a quarrel")
    assert known_event(erased, PLAYER) == replace(erased, reason=None)
    assert known_event(erased, Reader("owner")) == erased
    assert known_event(replace(erased, part="label"), PLAYER) is None


def test_what_a_sitting_left_owing_a_player_hears_of_himself_only() -> None:
    concluded = SittingConcluded(sitting="s", players=("anna", "bert"), owed={"anna": 3, "bert": 5})
    assert known_event(concluded, PLAYER) == replace(concluded, owed={"anna": 3})
    assert known_event(concluded, Reader("scorekeeper")) == concluded


def sold(player: str) -> CountersSold:
    return CountersSold(entry=1, player=player, counters=Counters(), value=9, paid=9, owed=0, funds_after=9)


@pytest.mark.parametrize("kind", [SittingCorrected, GameRestated])
def test_a_correction_of_a_sitting_tells_a_player_no_till_but_his_own(kind: type[Any]) -> None:
    own_fields = {"struck": (1,), "seats": (), "reason": "a slip"} if kind is SittingCorrected else {"game": "g"}
    correction = kind(entry=2, moved={"player/bert": 9}, replaced=(sold("anna"), sold("bert")), **own_fields)
    seen = known_event(correction, PLAYER)
    assert isinstance(seen, kind)
    assert (seen.replaced, seen.moved) == ((sold("anna"),), {})
    assert getattr(seen, "reason", None) is None
    assert known_event(correction, Reader("owner")) == correction


def test_the_acts_within_a_correction_are_told_as_they_would_be_alone(burials_of_bert: Burials) -> None:
    deal = Dealt(step=1, law=7, turn=TURN, hands={"anna": ("Ah",), "bert": ("Kd",)}, pack=("2c",), note="slowly")
    draw = Drew(step=2, law=36, turn=TURN, player="bert", discarded=1, discards=("Kd",), cards=("3c",))
    correction = GameCorrected(
        struck=(3,), inserted=(), after=0, tail=(deal, draw), moved={"x": 1}, turn=TURN, pool=0, reason="why"
    )
    for reader in (PLAYER, Reader("owner"), Reader("player", "bert")):
        seen = known(correction, reader, burials_of_bert)
        assert isinstance(seen, GameCorrected)
        assert seen.tail == (known(deal, reader, burials_of_bert), known(draw, reader, burials_of_bert))
        assert "Kd" not in str(seen)
        assert "3c" not in str(seen)
        assert ("Ah" in str(seen)) == (reader.member != "bert")


def test_an_event_of_which_nobody_has_said_anything_is_told_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ledger.events.base.TOPICS", dict(TOPICS))

    @fact("club.unheard_of")
    class UnheardOf(Event, frozen=True, kw_only=True):
        text: str

    @fact("elsewhere.unheard_of")
    class Elsewhere(Event, frozen=True, kw_only=True):
        text: str

    for event in (UnheardOf(text="x"), Elsewhere(text="x")):
        assert event.__struct_fields__
        with pytest.raises(TypeError, match="nobody has decided"):
            known_event(event, Reader("owner"))
