"""What may lawfully be done now, with the least and the most that may be staked: what a table's buttons offer.

It asks the same functions of the laws as `play.decide`, so that nothing is offered which is then refused.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import chain

from ledger.cards import HAND
from ledger.laws.ante import straddlers_left
from ledger.laws.betting import check_stand, least_due, most_out_of_turn, stake_in_turn
from ledger.laws.draw import check_made_good
from ledger.play.bounds import demand_deposit, straddle_deposit
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
        *_fixed("demand_show", game, member, demand_deposit, 60),
        LegalAction("pass", member, None, None, 27),
    )


def irregular_actions(game: Game) -> tuple[str, ...]:
    """The acts against the laws that may be recorded now, if marked as irregular, because they happened."""
    return tuple(act for act, possible in IRREGULAR.items() if not game.over and possible(game))


def _stake_amiss(game: Game) -> bool:
    """Whether somebody can have bet out of turn (55), or he whose turn it is less than was due (56)."""
    if game.phase not in ("say", "draw", "betting"):
        return False
    able = [m for m in game.live if game.players[m].funds]
    turn = game.turn.player
    return any(least_due(game, m) > 1 if m == turn else most_out_of_turn(game, m) > 0 for m in able)


def _pass_amiss(game: Game) -> bool:
    """Whether somebody can have thrown his hand down out of turn, or unseen at the show (55, 59)."""
    if game.phase == "show":
        return True
    return game.phase != "ante" and any(m != game.turn.player for m in game.in_game)


def _expose_amiss(game: Game) -> bool:
    """A card may be exposed in the deal, of which one hears perhaps in the say, and in the draw (11, 40)."""
    return game.phase in ("ante", "say", "draw")


def _misdeal_amiss(game: Game) -> bool:
    """Whether a misdeal may still be called: before the deal, or while somebody has not raised his cards (8 to 12)."""
    if game.phase == "ante":
        return True
    left = [game.players[m] for m in game.in_game]
    return game.phase in ("say", "draw") and any(not (p.taken_up or p.drawn or p.original) for p in left)


def _foul_amiss(game: Game) -> bool:
    """Whether somebody is left of whom the record does not know that he has five cards."""
    return game.phase != "ante" and any(_may_be_foul(game, m) for m in game.in_game)


def _may_be_foul(game: Game, member: Member) -> bool:
    player = game.players[member]
    if player.hand is not None:
        return False
    by_draw = player.drawn and player.discarded and not player.given_known
    return game.phase == "show" or player.original is None or bool(by_draw)


def _draw_amiss(game: Game) -> bool:
    member = game.turn.player
    return bool(member) and bool(_if_lawful(lambda: _check_draw(game, member or ""), LegalAction("draw", "", 0, 0, 35)))


IRREGULAR: Mapping[str, Callable[[Game], bool]] = {
    "deal": lambda game: game.phase == "ante",
    "misdeal": _misdeal_amiss,
    "expose": _expose_amiss,
    "stake": _stake_amiss,
    "pass": _pass_amiss,
    "draw": _draw_amiss,
    "foul": _foul_amiss,
}
"""The acts that may be marked as irregular, and when one of them could be recorded so."""


def _if_lawful(check: Callable[[], None], action: LegalAction) -> tuple[LegalAction, ...]:
    try:
        check()
    except Refused:
        return ()
    return (action,)


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
    if game.phase != "betting":
        raise Refused(None, "wrong_phase", "a player stands in the betting only")
    check_stand(game, member)


def _check_draw(game: Game, member: Member) -> None:
    if game.phase != "draw":
        raise Refused(None, "wrong_phase", "a player draws in the draw only")
    check_made_good(game, member)
