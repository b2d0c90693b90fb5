"""The names of accounts in ledgers: of members by the names with which they joined, one for each."""

import pytest
from beancount import loader

from ledger.events.base import Event
from ledger.events.club import MemberJoined, MemberRenamed
from ledger.exports.accounts.naming import member_accounts
from tests.api.house import House
from tests.exports import test_beancount, test_hledger

NAMES = {
    "Percy Ketteridge": "Percy-Ketteridge",
    "percy ketteridge": "Percy-ketteridge",
    "O'Brien; the elder, =B": "O-Brien-the-elder-B",
    "  Zoë\u2028Brontë  ": "Zoë-Brontë",
    "3 + 4": "3-4",
    "ʻokina": "M-ʻokina",
    "山田 太郎": "M-山田-太郎",
    "Éva": "Éva",
    "ßa": "Sa",
    "Ｗｉｄｅ": "Wide",
    "हिन्दी": "M-हनद",
    "٣ three": "M-٣-three",
    "Assets:Bank-Cash  5 GBP": "Assets-Bank-Cash-5-GBP",
    'x" \n2026-01-01 open Assets:Cash': "X-2026-01-01-open-Assets-Cash",
    "🂡": "Member-M0",
    "x" * 200: "X" + "x" * 59,
}
"""Names, and the last part of an account's name for each."""


def joined(*names: str | None) -> list[Event]:
    return [MemberJoined(member=f"M{n}", name=name) for n, name in enumerate(names)]


@pytest.mark.parametrize(("name", "part"), NAMES.items())
def test_a_member_has_an_account_under_the_name_with_which_he_joined(name: str, part: str) -> None:
    assert member_accounts([*joined(name), MemberRenamed(member="M0", name="Another")]) == {"M0": part}


def test_both_programs_accept_every_name() -> None:
    accounts = member_accounts(joined(*NAMES, None))
    assert len(set(accounts.values())) == len(NAMES) + 1
    _, errors, _ = loader.load_string("".join(f"1895-11-05 open Assets:{name}\n" for name in accounts.values()))
    assert errors == []
    if test_hledger.PROGRAM:
        journal = "".join(f"account Assets:{name}\n" for name in accounts.values())
        listed = test_hledger.hledger(journal, "accounts", "--declared").stdout.split()
        assert set(listed) == {f"Assets:{name}" for name in accounts.values()}


def test_of_two_whose_names_come_to_the_same_the_later_has_the_end_of_his_id_added() -> None:
    events = [
        MemberJoined(member="11111111-2222-4333-8444-555555aaaaaa", name="Percy K."),
        MemberJoined(member="11111111-2222-4333-8444-555555bbbbbb", name="PERCY K"),
        MemberJoined(member="91111111-2222-4333-8444-555555bbbbbb", name="percy-k"),
    ]
    assert list(member_accounts(events).values()) == [
        "Percy-K",
        "PERCY-K-bbbbbb",
        "Percy-k-91111111-2222-4333-8444-555555bbbbbb",
    ]


@pytest.mark.parametrize("program", ["beancount", "hledger"])
def test_an_account_outlives_a_new_name_but_shows_no_erased_one(own_house: House, program: str) -> None:
    house, d = own_house, own_house.member["D"]
    body = {"name": "Percy Ketteridge"}
    house.member["P"] = house.owner.post(f"{house.path}/members", body).json["id"]
    p = house.member["P"]
    house.sit(players="PD")

    def text() -> str:
        answer = house.owner.get(f"{house.path}/exports/{program}")
        if program == "beancount":
            assert test_beancount.loaded(answer.text)[1] == []
        elif test_hledger.PROGRAM:
            assert test_hledger.hledger(answer.text, "check", "--strict").returncode == 0
        return answer.text

    before = text()
    assert "Liabilities:Counters:Players:Percy-Ketteridge" in before
    renaming = {"name": "Percival Brown"}
    assert house.owner.post(f"{house.path}/members/{p}/name", renaming).status_code == 201
    assert text() == before.replace("Percy Ketteridge", "Percival Brown")
    assert house.owner.post(f"{house.path}/members/{p}/erasure", {"reason": "asked for"}).status_code == 201
    after = text()
    assert not any(word in after for word in ("Percy", "Ketteridge", "Percival", "Brown"))
    assert f"Liabilities:Counters:Players:Member-{p}" in after
    assert "Liabilities:Counters:Players:D" in after
    assert d in after
