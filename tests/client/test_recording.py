"""An evening recorded by the client over a socket, read back, exported and proved."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from poolbook.client import NotFound, NotProved, Poolbook, Receipt, Refused
from projections.signing import Signer
from tests.api.house import OPERATOR, House
from tests.client.conftest import QUICK
from tests.client.illustrated import cut, played, seated
from tests.faults.losing_proxy import LosingProxy

RESULTS = {"A": -24, "B": -48, "C": 78, "D": 0, "E": -6}


def test_the_illustrated_game_to_the_penny_its_lists_and_its_receipt(
    followed: House, address: str, signer: Signer, tmp_path: Path
) -> None:
    token = followed.owner.token
    assert token is not None
    with Poolbook(address, token, patience=QUICK) as book:
        club = book.club()
        sitting = seated(club)
        game = played(sitting)
        assert (game.now.phase, game.now.over, game.now.pool) == ("settled", True, 126)
        settlement = game.settlement()
        names = club.names()
        assert {names[member]: net for member, net in settlement.results.items()} == RESULTS
        assert [(names[award.player], award.amount) for award in settlement.awards] == [("C", 126)]
        assert (settlement.hands[0].class_, settlement.hands[0].name) == ("threes", "threes, kings")
        # Lists and sums have what was written just now.
        assert [(listed.id, listed.phase) for listed in sitting.games()] == [(game.id, "settled")]
        assert {names[result.player]: result.net for result in club.results()} == RESULTS
        assert [listed.id for listed in club.games(member=settlement.awards[0].player, law=59)] == [game.id]

        for player, funds in sitting.read().funds.items():
            assert sitting.buy_back(player, odd=funds).cash_due == funds
        assert sitting.close().status == "closed"
        assert [listed.closed_at is not None for listed in club.sittings(status="closed")] == [True]
        assert [listed.id for listed in club.sittings(held=sitting.now.held_on)] == [sitting.id]
        assert list(club.sittings(held=sitting.now.held_on + timedelta(days=1))) == []

        receipt = game.receipt()
        receipt.save(tmp_path / "receipt.json")
        sentences = Receipt.load(tmp_path / "receipt.json").verify(club.checkpoint().vkey)
        assert any(sentence.endswith("takes 126 (laws 59)") for sentence in sentences)
        with pytest.raises(ValueError, match="`poolbook vkey` prints it"):
            receipt.verify()
        with pytest.raises(NotProved) as wrong:
            Receipt(receipt.text.replace('\\"amount\\":18', '\\"amount\\":17')).verify(club.checkpoint().vkey)
        assert wrong.value.name == "not_in_log"

        exported = club.export("hledger", tmp_path / "club.journal", sitting=sitting.id)
        assert exported.read_text().count("\n") > 20
        assert [file.name for file in tmp_path.glob("*.part")] == []


def test_a_refusal_is_an_exception_with_its_law_and_whose_turn_it_is(house: House, address: str) -> None:
    token = house.scorekeeper.token
    assert token is not None
    with Poolbook(address, token, patience=QUICK) as book:
        game = seated(book.club()).begin_game(dealer=house.member["A"])
        game.deal()
        before = house.position()
        with pytest.raises(Refused) as opening:
            game.stake(5)
        assert (opening.value.law, opening.value.status) == (25, 422)
        with pytest.raises(Refused) as turn:
            game.pass_(player=house.member["E"])
        assert (turn.value.code, turn.value.to_act) == ("out_of_turn", house.member["C"])
        assert [act.action for act in turn.value.legal] == ["stake", "pass"]
        assert house.position() == before
        with pytest.raises(NotFound):
            game.settlement()


def test_a_game_over_a_line_that_loses_every_other_answer_is_recorded_once(house: House, port: int) -> None:
    token = house.owner.token
    assert token is not None
    with LosingProxy(port, Random(3)) as proxy:
        with Poolbook(f"http://127.0.0.1:{proxy.port}", token, patience=QUICK) as book:
            before = house.position()
            played(seated(book.club()))
        assert proxy.lost >= 5
    opening, sales, beginning, acts, settlement = 2, 5, 2, 19, 2  # what begins or ends a game is two events
    assert house.position() - before == opening + sales + beginning + acts + settlement


def test_the_operator_founds_a_club_and_its_owner_lets_a_player_read(address: str) -> None:
    with Poolbook(address, OPERATOR, patience=QUICK) as operator:
        assert operator.me().club is None
        founded = operator.found_club("The Green Baize", "GBP")
        assert operator.law(60).number == 60
        assert [law.number for law in operator.laws()] == list(range(1, 82))
        assert "odd_counter" in {reading.name for reading in operator.readings()}
    assert founded.token is not None
    with Poolbook(address, founded.token, patience=QUICK) as book:
        club = book.club()
        percy = club.member_or_new("Percy")
        assert club.member_or_new("Percy") == percy
        with pytest.raises(LookupError, match="no member Persy; like it: Percy"):
            club.member("Persy")
        issued = club.issue_token("player", "Percy's telephone", member=percy)
        assert issued.token is not None
        with Poolbook(address, issued.token, patience=QUICK) as reading:
            assert (reading.me().role, reading.me().member) == ("player", percy.id)
        club.revoke_token(issued)
        assert [token.revoked_at is not None for token in club.tokens()] == [False, True]


def test_the_cut_names_the_dealer_and_the_cards_are_those_of_members(house: House, address: str) -> None:
    token = house.scorekeeper.token
    assert token is not None
    with Poolbook(address, token, patience=QUICK) as book:
        club = book.club()
        sitting = seated(club)
        drawn = cut(club, sitting)
        assert (drawn.dealer, drawn.redraw) == (house.member["B"], [])
        assert sitting.begin_game().now.dealer == drawn.dealer


def test_limits_that_are_left_out_stay_and_none_lifts_one(house: House, address: str) -> None:
    token = house.owner.token
    assert token is not None
    midnight = datetime(2099, 1, 1, tzinfo=UTC)
    with Poolbook(address, token, patience=QUICK) as book:
        sitting = seated(book.club())
        player = sitting.now.seats[0]
        sitting.set_limits(player, loss=50, stop_at=midnight)
        assert sitting.set_limits(player, loss=None).stop_at == midnight
        assert sitting.set_limits(player, stop_at=None).loss is None
