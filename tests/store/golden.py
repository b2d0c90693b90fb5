"""The golden files: every event in every version in which it was ever stored.

`python -m tests.store.golden` writes the files that are missing, and never changes one that exists. When the fields
of an event change, raise its version, write an upcast, and add to `OLDER` the event as which the old file is now read.
"""

import json
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from uuid import UUID

from msgspec.structs import replace

from ledger.events import TOPICS, Event
from ledger.events.amendment import GameCorrected, GamePaid, GameRestated, GameWithdrawn, SittingCorrected
from ledger.events.club import ClubFounded, MemberJoined, TokenIssued
from ledger.events.dispute import Disputed, DisputeKind, EvidenceGiven, Ruled
from ledger.events.game import GameSettled, GameUnopened, Phase, Turn
from ledger.events.sitting import SittingClosed
from ledger.store.envelope import SealedEvent, SealedPart
from ledger.store.mapper import EnvelopeMapper
from tests.store.samples import bare, full, recorded

DIRECTORY = Path(__file__).parent.parent / "golden" / "events"
STREAM = UUID("18961120-0000-4000-8000-000000000081")
KINDS: Mapping[str, Callable[[type[Event]], Event]] = {"full": full, "bare": bare}


def _with_no_word_of_naming(ended: type[GameSettled] | type[GameUnopened], kind: str) -> Event:
    """The end of a game as it was before a settlement said of a penalty whether openers were named."""
    event = KINDS[kind](ended)
    assert isinstance(event, GameSettled | GameUnopened)
    penalties = tuple(replace(penalty, unnamed=False) for penalty in event.settlement.penalties)
    return replace(event, settlement=replace(event.settlement, penalties=penalties))


_NAMED = MemberJoined(member="member", name="name")
_BEFORE_DEBTS = {"as_played": (), "untraced": (), "debts": (), "held": {}, "parted": False}
"""The fields that amendments of a sitting's book did not have at first."""
OLDER: Mapping[tuple[str, int, str], Event] = {
    ("club.founded", 1, "full"): ClubFounded(currency="currency"),
    ("club.founded", 1, "bare"): ClubFounded(currency="currency"),
    ("club.token_issued", 1, "full"): TokenIssued(token="token", role="role", member="member", label="label"),
    ("club.token_issued", 1, "bare"): TokenIssued(token="token", role="role"),
    ("club.token_issued", 2, "full"): replace(full(TokenIssued), expires_at=None),
    ("club.token_issued", 2, "bare"): bare(TokenIssued),
    ("game.corrected", 1, "full"): GameCorrected(
        struck=(1, 2),
        inserted=(3, 4),
        after=5,
        tail=(_NAMED, _NAMED),
        begun=(_NAMED, _NAMED),
        moved={"anna": 14, "bert": 15},
        issued=16,
        turn=Turn(phase=Phase.ANTE, player="player", law=19),
        pool=20,
        seats=("seats 1", "seats 2"),
        reason="reason",
    ),
    ("game.corrected", 1, "bare"): GameCorrected(
        struck=(), inserted=(), after=0, moved={}, turn=Turn(phase=Phase.ANTE), pool=0
    ),
    ("game.settled", 1, "full"): _with_no_word_of_naming(GameSettled, "full"),
    ("game.settled", 1, "bare"): _with_no_word_of_naming(GameSettled, "bare"),
    ("game.unopened", 1, "full"): _with_no_word_of_naming(GameUnopened, "full"),
    ("game.unopened", 1, "bare"): _with_no_word_of_naming(GameUnopened, "bare"),
    ("sitting.closed", 1, "full"): SittingClosed(
        carried=1,
        minimum="minimum",
        divided={"anna": 3, "bert": 4},
        agreed_by=("agreed_by 1", "agreed_by 2"),
        kitty_to_club=7,
        kitty=8,
    ),
    ("sitting.closed", 1, "bare"): SittingClosed(divided={}),
    ("game.paid", 1, "full"): replace(full(GamePaid), done=None, stands=False),
    ("game.paid", 1, "bare"): bare(GamePaid),
    ("sitting.corrected", 1, "full"): replace(full(SittingCorrected), **_BEFORE_DEBTS, struck=(14, 15)),
    ("sitting.corrected", 1, "bare"): bare(SittingCorrected),
    ("sitting.game_corrected", 1, "full"): replace(full(GameRestated), **_BEFORE_DEBTS),
    ("sitting.game_corrected", 1, "bare"): bare(GameRestated),
    ("sitting.game_voided", 1, "full"): replace(full(GameWithdrawn), **_BEFORE_DEBTS),
    ("sitting.game_voided", 1, "bare"): bare(GameWithdrawn),
    ("game.disputed", 1, "full"): Disputed(
        n=1,
        step=2,
        parties=("parties 1", "parties 2"),
        kind=DisputeKind.FACT,
        referee="referee",
        witnesses=("witnesses 1", "witnesses 2"),
        question="question",
    ),
    ("game.disputed", 1, "bare"): Disputed(
        n=0, step=None, parties=(), kind=DisputeKind.FACT, referee=None, witnesses=()
    ),
    ("game.evidence_given", 1, "full"): EvidenceGiven(n=1, witness="witness", can_give=True, statement="statement"),
    ("game.evidence_given", 1, "bare"): EvidenceGiven(n=0, witness="witness", can_give=False),
    ("game.ruled", 1, "full"): Ruled(n=1, referee="referee", law=3, ruling="ruling"),
    ("game.ruled", 1, "bare"): Ruled(n=0, referee="referee", law=0),
}
"""The events as which the golden files of past versions are read today, by topic, version and kind."""


def path(topic: str, version: int, kind: str) -> Path:
    """The path of an event's golden file."""
    return DIRECTORY / f"{topic}.{version}.{kind}.json"


def numbered_salts() -> Callable[[], bytes]:
    """A source of the salts 1, 2, 3 …, so that the hashes are the same in every run."""
    numbers = count(1)
    return lambda: next(numbers).to_bytes(16, "big")


def stored(event: Event) -> SealedEvent:
    """The event as the present code stores it, with numbered salts."""
    return EnvelopeMapper(numbered_salts()).to_stored_event(recorded(STREAM, 1, event))


def written(event: SealedEvent) -> str:
    """The text of a golden file: the exact state, and the parts with their salts in hexadecimal."""
    parts = [{"part": p.part, "salt": p.salt.hex(), "body": p.body.decode()} for p in event.parts]
    return json.dumps({"topic": event.topic, "state": event.state.decode(), "parts": parts}, indent=1) + "\n"


def read(text: str) -> SealedEvent:
    """The stored event in a golden file."""
    document = json.loads(text)
    parts = tuple(SealedPart(p["part"], bytes.fromhex(p["salt"]), p["body"].encode()) for p in document["parts"])
    return SealedEvent(STREAM, 1, document["topic"], document["state"].encode(), parts)


def main() -> None:
    """Write the golden files that are missing."""
    for topic, event_class in TOPICS.items():
        for kind, example in KINDS.items():
            place = path(topic, event_class.version, kind)
            if not place.exists():
                place.write_text(written(stored(example(event_class))))
                print(f"wrote {place.name}")


if __name__ == "__main__":
    main()
