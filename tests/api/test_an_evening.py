"""A whole evening through the public API: the books balance, and other programs agree with every figure."""

from base64 import b64encode
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest
from beancount import loader
from pokerkit import HandHistory

from ledger.books.accounts import Account
from ledger.exports.accounts.naming import Naming
from ledger.exports.views import ClubView
from ledger.telling.redaction import Reader
from ops.importing import bring_back
from ops.migrate import migrate
from poolbook import pokerkit_draw
from projections.follow import ClubFollower
from projections.signing import KEY_FILE, Sealer, Signer, key_in
from projections.tables import ReadTables
from tests.api.evening import Evening
from tests.api.house import House
from tests.exports import test_beancount, test_hledger
from tests.exports.test_phh import replay

pokerkit_draw.teach()

GAMES = (12, pytest.param(200, marks=pytest.mark.slow))


def play(house: House, games: int, place: Path) -> Evening:
    """A closed evening, followed and signed."""
    evening = Evening(house.scorekeeper, house.id, list(house.member.values()), Random(1887))
    evening.play(games)
    tables = ReadTables(house.store._datastore)
    signer = Signer(key_in(place / KEY_FILE), place / "checkpoints")
    follower = ClubFollower(house.store, tables, sealer=Sealer(signer, UUID(house.id), tables))
    # In one batch, for a busy log is signed once a second only.
    follower.advance(100_000)
    return evening


def read(house: House, path: str) -> Any:
    answer = house.owner.get(path)
    assert answer.status_code == 200, (path, answer.text)
    return answer.json


def export(house: House, name: str) -> str:
    answer = house.owner.get(f"{house.path}/exports/{name}")
    assert answer.status_code == 200, (name, answer.text)
    return answer.text


@pytest.mark.parametrize("games", GAMES)
def test_an_evening_is_played_closed_proved_and_read_by_others(
    games: int, house: House, tmp_path: Path, new_database: Callable[[], str]
) -> None:
    evening = play(house, games, tmp_path)
    assert len(evening.games) >= games
    assert read(house, evening.sitting)["status"] == "closed"
    books = read(house, f"{house.path}/books")
    balanced(house, evening, books)
    verified(house, len(evening.games) + evening.met["as paid"])
    others_agree(house, books)
    replayed(house, evening)
    brought_back(house, tmp_path, new_database)


def balanced(house: House, evening: Evening, books: dict[str, Any]) -> None:
    """Check that both identities hold, no counter is left, and the sheet agrees with the books."""
    for statement in (books, read(house, f"{evening.sitting}/books")):
        assert statement["identities"]["postings"] == {"sum": 0, "holds": True}
        assert statement["identities"]["counters"]["in_issue"] == 0
        assert statement["identities"]["counters"]["holds"]
        assert not {account["kind"] for account in statement["accounts"]} & {"player", "pool", "carried", "kitty"}
    sheet = read(house, f"{evening.sitting}/buy-back")
    assert [line for line in sheet["must_be_nought"] if line["amount"]] == []
    assert sheet["totals"]["cash"] == books["totals"]["bank_cash"]
    assert sheet["totals"]["differences"] == books["totals"]["differences"] == -1
    assert sheet["totals"]["to_club"] == -books["totals"]["club"] > 0
    results = {row["player"]: row["net"] for row in read(house, f"{evening.sitting}/results")["items"]}
    assert {row["player"]: row["net"] for row in sheet["players"]} == results
    assert sum(results.values()) == books["totals"]["club"]


def verified(house: House, settlements: int) -> None:
    """Check that `verify` agrees, and that it decided every settlement and every payment as made again."""
    answer = house.auditor.post(f"{house.path}/verify").json
    assert (answer["ok"], answer["first_difference"]) == (True, None)
    assert answer["checked"]["settlements"] == settlements
    assert answer["checked"]["checkpoints"] >= 1


def others_agree(house: House, books: dict[str, Any]) -> None:
    """Check that hledger, where it is installed, and beancount come to the same balance of every account."""
    naming = Naming(ClubView(house.clubs.books(UUID(house.id)), "", Reader("owner")))
    ours = {naming.account(Account(a["kind"], a["owner"] or "")): a["balance"] for a in books["accounts"]}
    entries, errors, _ = loader.load_string(export(house, "beancount"), dedent=False)
    assert errors == []
    assert test_beancount.balances(entries, 0) == ours
    journal = export(house, "hledger")
    if test_hledger.PROGRAM:
        checked = test_hledger.hledger(journal, "check", "--strict")
        assert (checked.returncode, checked.stderr) == (0, "")
        assert test_hledger.balances(journal, 0) == ours


def replayed(house: House, evening: Evening) -> None:
    """Check that PokerKit comes to the recorded stacks of every game, or that the file says why it cannot."""
    fates: Counter[str] = Counter()
    hands = list(HandHistory.loads_all(export(house, "phh")))
    assert len(hands) == len(evening.games)
    for hand in hands:
        notes = hand.user_defined_fields
        if "_unreplayable" in notes:
            fates["said why not"] += 1
            continue
        assert [n + more for n, more in zip(replay(hand), notes["_beside"], strict=True)] == list(hand.finishing_stacks)
        fates[hand.variant] += 1
    assert fates["N2L1D"] + fates["F5CD"] > len(hands) / 3, fates


def brought_back(house: House, place: Path, new_database: Callable[[], str]) -> None:
    """Check that an import into another database gives the same root and the same read tables."""
    root = read(house, f"{house.path}/log/checkpoint")
    file = place / "club.jsonl"
    file.write_text(export(house, "jsonl"), encoding="utf-8")
    url = new_database()
    migrate(url)
    outcome = bring_back(url, file)
    assert outcome.events == root["size"]
    assert b64encode(outcome.root).decode() == root["root"]
