"""The acts that are lawful now, with the least and the most that may be staked: what a table's buttons offer.

They come from the same functions of the laws as the refusals of `play.decide`, so that nothing is offered and then
refused.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain

from ledger.cards import HAND
from ledger.events.game import Phase
from ledger.laws.ante import straddlers_left
from ledger.laws.betting import check_stand, stake_in_turn
from ledger.laws.draw import check_made_good
from ledger.play.acts import ACTS
from ledger.play.deposits import demand_deposit, straddle_deposit
from ledger.refusals import Refused, refusal_of
from ledger.seats import Member
from ledger.state.game import Game


@dataclass(frozen=True, slots=True)
class LegalAction:
    """An act that is lawful now. `least` and `most` bound its deposit (minor units; None: no deposit)."""

    action: str
    player: Member
    least: int | None
    most: int | None
    law: int


class OutOfTurn(Refused):
    """An act is refused because it is the turn of `to_act`, who may do what is in `legal`."""

    def __init__(self, law: int | None, to_act: Member, legal: tuple[LegalAction, ...], name: str = "") -> None:
        detail = "it is another player's turn"
        super().__init__(law, "out_of_turn", f"{detail}: {offered(name, legal)}" if name else detail)
        self.to_act = to_act
        self.legal = legal

    def naming(self, name_of: Callable[[Member], str]) -> "OutOfTurn":
        """The same refusal, whose sentence says by his name whose turn it is, and what he may do."""
        named = OutOfTurn(self.law, self.to_act, self.legal, name_of(self.to_act))
        named.index, named.step = self.index, self.step
        return named


_VERBS = {
    "stake": "stake {amount}",
    "stand": "stand",
    "draw": "draw",
    "demand_show": "demand a show",
    "pass": "pass",
    "show": "show his hand",
}
"""What a player may do in his turn, by the word of the act."""


def offered(name: str, legal: Sequence[LegalAction]) -> str:
    """What a player, whose name is given, may do in his turn, with the least and the most of a stake."""
    if not legal:
        return f"{name}'s, whose hand is foul"
    *others, last = [_VERBS[act.action].format(amount=_amount(act)) for act in legal]
    return f"{name} may {', '.join(others)} or {last}" if others else f"{name} may {last}"


def _amount(act: LegalAction) -> str:
    return f"{act.least}" if act.least == act.most else f"{act.least} to {act.most}"


def refusal_out_of_turn(game: Game) -> OutOfTurn:
    """The refusal of an act in another player's turn."""
    to_act = game.turn.player
    assert to_act is not None, "an act is out of turn only in somebody's turn"
    return OutOfTurn(game.turn.law, to_act, legal_actions(game))


def legal_actions(game: Game) -> tuple[LegalAction, ...]:
    """Every regular act of the player whose turn it is; before the deal, each straddle still open and the deal."""
    if game.over:
        return ()
    if game.phase == Phase.ANTE:
        return (*_straddles(game), LegalAction("deal", game.dealer, None, None, 7))
    member = game.turn.player
    assert member is not None, "after the deal it is always somebody's turn"
    if game.phase == Phase.SHOW:
        if game.players[member].dealt != HAND:
            return ()
        return (LegalAction("show", member, None, None, game.turn.law or 59),)
    return (
        *_stake(game, member),
        *_if_lawful(lambda: _check_stand(game, member), LegalAction("stand", member, None, None, 53)),
        *_if_lawful(lambda: _check_draw(game, member), LegalAction("draw", member, None, None, 35)),
        *_fixed("demand_show", game, member, demand_deposit, 60),
        LegalAction("pass", member, None, None, 27),
    )


def irregular_actions(game: Game) -> tuple[str, ...]:
    """The words of the acts that may be recorded now only if they are marked as irregular."""
    return tuple(act.word for act in ACTS if act.irregular and not game.over and act.irregular(game))


def _if_lawful(check: Callable[[], None], action: LegalAction) -> tuple[LegalAction, ...]:
    return () if refusal_of(check) else (action,)


def _straddles(game: Game) -> tuple[LegalAction, ...]:
    offers = (_fixed("straddle", game, m, straddle_deposit, 21) for m in straddlers_left(game))
    return tuple(chain.from_iterable(offers))


def _stake(game: Game, member: Member) -> tuple[LegalAction, ...]:
    bounds = stake_in_turn(game, member)
    amounts = bounds.lawful
    return (LegalAction("stake", member, amounts[0], amounts[-1], bounds.law),) if amounts else ()


def _fixed(
    action: str, game: Game, member: Member, deposit: Callable[[Game, Member], int], law: int
) -> tuple[LegalAction, ...]:
    """An act whose deposit the laws fix, unless they refuse it."""
    try:
        amount = deposit(game, member)
    except Refused:
        return ()
    return (LegalAction(action, member, amount, amount, law),)


def _check_stand(game: Game, member: Member) -> None:
    if game.phase != Phase.BETTING:
        raise Refused(None, "wrong_phase", "a player stands in the betting only")
    check_stand(game, member)


def _check_draw(game: Game, member: Member) -> None:
    if game.phase != Phase.DRAW:
        raise Refused(None, "wrong_phase", "a player draws in the draw only")
    check_made_good(game, member)
