"""What may lawfully be done now, with the least and the most that may be staked: what a table's buttons offer.

It asks the same functions of the laws as `play.decide`, so that nothing is offered which is then refused.
"""

from collections.abc import Callable
from dataclasses import dataclass

from ledger.cards import HAND
from ledger.laws.ante import check_straddle, straddle, straddlers_left
from ledger.laws.betting import check_demand, check_stand
from ledger.laws.draw import check_made_good
from ledger.play.acts import ACTS
from ledger.play.bounds import bounds
from ledger.refusals import Refused
from ledger.seats import Member
from ledger.state.game import Game


@dataclass(frozen=True, slots=True)
class LegalAction:
    """An act that is lawful now. `least` and `most` are what it would deposit, None where it deposits nothing."""

    action: str
    player: Member
    least: int | None
    most: int | None
    law: int


def legal_actions(game: Game) -> tuple[LegalAction, ...]:
    """Every regular act of the player whose turn it is; before the deal, each straddle still open and the deal."""
    if game.over:
        return ()
    if game.phase == "ante":
        return (*_straddles(game), LegalAction("deal", game.dealer, None, None, 7))
    member = game.turn.player
    assert member is not None, "after the deal it is always somebody's turn"
    if game.phase == "show":
        if game.players[member].dealt != HAND:
            return ()
        return (LegalAction("show", member, None, None, game.turn.law or 59),)
    return (
        *_stake(game, member),
        *_if_lawful(lambda: _check_stand(game, member), LegalAction("stand", member, None, None, 53)),
        *_if_lawful(lambda: _check_draw(game, member), LegalAction("draw", member, None, None, 35)),
        *_demand(game, member),
        LegalAction("pass", member, None, None, 27),
    )


def irregular_actions(game: Game) -> tuple[str, ...]:
    """The acts against the laws that may be recorded now, if marked as irregular, because they happened."""
    return tuple(act.word for act in ACTS if act.irregular and not game.over and act.irregular(game))


def _if_lawful(check: Callable[[], None], action: LegalAction) -> tuple[LegalAction, ...]:
    try:
        check()
    except Refused:
        return ()
    return (action,)


def _straddles(game: Game) -> tuple[LegalAction, ...]:
    amount = straddle(game)
    try:
        check_straddle(game)
    except Refused:
        return ()
    able = (m for m in straddlers_left(game) if game.players[m].funds >= amount)
    return tuple(LegalAction("straddle", m, amount, amount, 21) for m in able)


def _stake(game: Game, member: Member) -> tuple[LegalAction, ...]:
    found = bounds(game, member)
    return (LegalAction("stake", member, found.least, found.most, found.law),) if found else ()


def _check_stand(game: Game, member: Member) -> None:
    if game.phase != "betting":
        raise Refused(None, "wrong_phase", "a player stands in the betting only")
    check_stand(game, member)


def _check_draw(game: Game, member: Member) -> None:
    if game.phase != "draw":
        raise Refused(None, "wrong_phase", "a player draws in the draw only")
    check_made_good(game, member)


def _demand(game: Game, member: Member) -> tuple[LegalAction, ...]:
    funds = game.players[member].funds
    action = LegalAction("demand_show", member, funds, funds, 60)
    return _if_lawful(lambda: check_demand(game, member), action)
