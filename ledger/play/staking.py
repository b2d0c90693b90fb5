"""Handlers of stakes, passes, demands, loans and shows (21, 25 to 27, 33, 53 to 56, 59, 60, 62)."""

from ledger.events.game import (
    Action,
    Borrowed,
    HandShown,
    Passed,
    Phase,
    ShowDemanded,
    Staked,
    StakeKind,
    Stood,
    Straddled,
)
from ledger.laws.betting import (
    check_has,
    check_loan,
    check_out_of_turn,
    check_stand,
    raises_on_loan,
    stake_in_turn,
)
from ledger.play.commands import Borrow, DemandShow, Pass, Show, Stake, Stand, Straddle
from ledger.play.deposits import act_of, demand_deposit, straddle_deposit
from ledger.play.handling import common, out_of_turn
from ledger.play.named_cards import check_shown
from ledger.refusals import Invalid, Refused
from ledger.seats import Member
from ledger.state.game import BANK, Game


def straddle(game: Game, member: Member, command: Straddle) -> Action:
    """Law 21."""
    return Straddled(**common(game, command, 21), player=member, amount=straddle_deposit(game, member))


def stake(game: Game, member: Member, command: Stake) -> Action:
    """Laws 25, 26, 36 and 54; out of turn law 55, and for less than is due law 56."""
    if out_of_turn(game, member):
        check_out_of_turn(game, member, command.amount)
        return _irregular_stake(game, member, command, 55, StakeKind.AHEAD)
    bounds = stake_in_turn(game, member)
    if command.irregular and 0 < command.amount < bounds.least.amount:
        check_has(game, member, command.amount)
        return _irregular_stake(game, member, command, 56, StakeKind.SHORT)
    bounds.check(command.amount)
    return Staked(
        **common(game, command, bounds.law),
        player=member,
        amount=command.amount,
        act=act_of(game, member, command.amount),
        on_loan=raises_on_loan(game, member, command.amount),
    )


def _irregular_stake(game: Game, member: Member, command: Stake, law: int, kind: StakeKind) -> Action:
    player = game.players[member]
    return Staked(
        **common(game, command, law),
        irregular=True,
        player=member,
        amount=command.amount,
        act=kind,
        on_loan=kind == StakeKind.AHEAD and command.amount > player.funds - player.borrowed,
    )


def throw_down(game: Game, member: Member, command: Pass) -> Action:
    """Law 27; out of turn it is as final (55). At the show it is irregular: the hand is thrown away unseen (59)."""
    at_show = game.phase == Phase.SHOW
    if at_show and not command.irregular:
        raise Refused(59, "must_show", "he shows his hand; if he threw it away unseen, record it as irregular")
    irregular = at_show or out_of_turn(game, member)
    law = 59 if at_show else 27
    return Passed(**common(game, command, law), irregular=irregular, player=member, unseen=at_show)


def stand(game: Game, member: Member, command: Stand) -> Action:
    """Law 53."""
    check_stand(game, member)
    return Stood(**common(game, command, 53), player=member)


def demand_show(game: Game, member: Member, command: DemandShow) -> Action:
    """Law 60."""
    deposit = demand_deposit(game, member)
    return ShowDemanded(
        **common(game, command, 60),
        player=member,
        amount=deposit,
        total=game.players[member].total + deposit,
        others=tuple(m for m in game.in_game if m != member),
    )


def borrow(game: Game, member: Member, command: Borrow) -> Action:
    """Law 62."""
    lender = None if command.lender == BANK else command.lender
    if lender is not None and lender not in game.players:
        raise Invalid({"lender": ["is not dealt into this game"]})
    worth = game.articles.counter_values
    if command.amount < max(1, sum(getattr(command, colour) * worth[colour] for colour in worth)):
        raise Invalid({"amount": ["is at least one, and at least what the counters named are worth"]})
    check_loan(game, member, lender, command.amount)
    return Borrowed(
        **common(game, command, 62),
        player=member,
        lender=command.lender,
        amount=command.amount,
        red=command.red,
        white=command.white,
        blue=command.blue,
    )


def show(game: Game, member: Member, command: Show) -> Action:
    """Law 59; where an opener proves his openers, 33."""
    check_shown(game, member, command)
    return HandShown(
        **common(game, command, game.turn.law),
        player=member,
        cards=command.cards,
        original=command.original,
        joker_as=command.joker_as,
    )
