"""Recording a game: `decide` gives the events that follow from an act, or refuses it and names the law.

The order of the checks is that of the table: is the game over; is this the phase for it; has he retired; is it
his turn; then the kind of act, its amount, and its cards.
"""

from collections.abc import Callable
from typing import Any

from ledger.events.base import Event
from ledger.events.game import (
    Action,
    Borrowed,
    HandShown,
    Passed,
    ShowDemanded,
    StakeCounted,
    Staked,
    Stood,
    Straddled,
)
from ledger.laws.ante import check_straddle, check_straddler, straddle
from ledger.laws.betting import (
    check_demand,
    check_has,
    check_loan,
    check_out_of_turn,
    check_stand,
    counted_in_turn,
    least_due,
    raises_on_loan,
)
from ledger.play import dealing, drawing
from ledger.play.acts import common
from ledger.play.admission import STAKING, check_order, out_of_turn
from ledger.play.bounds import act_of, check_stake, law_of
from ledger.play.commands import (
    AskDealer,
    Borrow,
    CollectDiscards,
    Command,
    CutPack,
    Deal,
    DemandShow,
    Distract,
    Draw,
    Expose,
    Foul,
    Misdeal,
    Pass,
    Show,
    Shuffle,
    Stake,
    Stand,
    Straddle,
    TakeUp,
    WaiveLaw,
)
from ledger.play.named_cards import check_shown
from ledger.play.settling import ending
from ledger.play.turns import following
from ledger.refusals import Invalid, Refused
from ledger.seats import Member
from ledger.state.copying import changed
from ledger.state.game import BANK, Game, apply, check_conserved


def decide(game: Game, command: Command) -> tuple[Event, ...]:
    """The events that follow from an act; the last lawful act settles the game with it.

    Raises Refused where the laws or the table forbid the act, Invalid where it makes no sense.
    """
    events, after = recorded(game, command)
    if not after.over:
        return events
    end = ending(after)
    check_conserved(after, apply(after, end), end)
    return (*events, end)


def _waiver_used(game: Game, member: Member, command: Command) -> int | None:
    """The waived law that would have refused an act that was accepted (80)."""
    try:
        HANDLERS[type(command)](changed(game, waived=()), member, command)
    except Refused as refused:
        return refused.law
    return None


def _count_ahead(game: Game) -> StakeCounted | None:
    """Law 55: his turn is reached who bet before it. If that suffices the turn is spent."""
    member = game.turn.player
    amount = counted_in_turn(game, member) if member and game.phase in STAKING else 0
    if not member or not amount:
        return None
    event = StakeCounted(
        step=game.step,
        law=55,
        turn=game.turn,
        player=member,
        amount=amount,
        act=act_of(game, member, amount) if amount >= least_due(game, member) else "short",
        on_loan=game.players[member].ahead_on_loan and amount > game.owes(member),
    )
    return changed(event, turn=following(apply(game, event), event))


def recorded(game: Game, command: Command) -> tuple[tuple[Event, ...], Game]:
    """The act as it is recorded, with the bets out of turn whose turn it reaches (55), and the game after them.

    The game is not settled yet, should the act be its last.
    """
    member = check_order(game, command)
    action = HANDLERS[type(command)](game, member, command)
    if game.waived:
        # What came out regular needed no mark, and must not be taken for irregular where the law binds.
        said = changed(command, irregular=action.irregular)
        action = changed(action, by_waiver=_waiver_used(game, member, said))
    action = changed(action, turn=following(apply(game, action), action))
    events: tuple[Event, ...] = (action,)
    after = apply(game, action)
    check_conserved(game, after, action)
    while counted := _count_ahead(after):
        before, after = after, apply(after, counted)
        check_conserved(before, after, counted)
        events = (*events, counted)
    return events, after


def _straddle(game: Game, member: Member, command: Straddle) -> Action:
    check_straddler(game, member)
    check_straddle(game)
    deposit = straddle(game)
    check_has(game, member, deposit)
    return Straddled(**common(game, command, 21), player=member, amount=deposit)


def _stake(game: Game, member: Member, command: Stake) -> Action:
    if out_of_turn(game, member):
        check_out_of_turn(game, member, command.amount)
        return _irregular_stake(game, member, command, 55, "ahead")
    if command.irregular and 0 < command.amount < least_due(game, member):
        check_has(game, member, command.amount)
        return _irregular_stake(game, member, command, 56, "short")
    check_stake(game, member, command.amount)
    return Staked(
        **common(game, command, law_of(game)),
        player=member,
        amount=command.amount,
        act=act_of(game, member, command.amount),
        on_loan=raises_on_loan(game, member, command.amount),
    )


def _irregular_stake(game: Game, member: Member, command: Stake, law: int, act: str) -> Action:
    player = game.players[member]
    return Staked(
        **common(game, command, law),
        irregular=True,
        player=member,
        amount=command.amount,
        act=act,
        on_loan=act == "ahead" and command.amount > player.funds - player.borrowed,
    )


def _pass(game: Game, member: Member, command: Pass) -> Action:
    """A pass; at the show it is irregular: the hand is thrown away unseen, and forfeits (59).

    Out of turn it is as final (55).
    """
    at_show = game.phase == "show"
    if at_show and not command.irregular:
        raise Refused(59, "must_show", "he shows his hand; to throw it away unseen is irregular")
    irregular = at_show or out_of_turn(game, member)
    law = 59 if at_show else 27
    return Passed(**common(game, command, law), irregular=irregular, player=member, unseen=at_show)


def _stand(game: Game, member: Member, command: Stand) -> Action:
    check_stand(game, member)
    return Stood(**common(game, command, 53), player=member)


def _demand(game: Game, member: Member, command: DemandShow) -> Action:
    check_demand(game, member)
    player = game.players[member]
    return ShowDemanded(
        **common(game, command, 60),
        player=member,
        amount=player.funds,
        total=player.total + player.funds,
        others=tuple(m for m in game.in_game if m != member),
    )


def _borrow(game: Game, member: Member, command: Borrow) -> Action:
    lender = None if command.lender in (None, BANK) else command.lender
    if lender is not None and lender not in game.players:
        raise Invalid({"lender": ["is not dealt into this game"]})
    worth = game.articles.counter_values
    if command.amount < max(1, sum(getattr(command, colour) * worth[colour] for colour in worth)):
        raise Invalid({"amount": ["is at least one, and at least what the counters named are worth"]})
    check_loan(game, member, lender, command.amount)
    return Borrowed(
        **common(game, command, 62),
        player=member,
        lender=lender or BANK,
        amount=command.amount,
        red=command.red,
        white=command.white,
        blue=command.blue,
    )


def _show(game: Game, member: Member, command: Show) -> Action:
    check_shown(game, member, command)
    return HandShown(
        **common(game, command, game.turn.law),
        player=member,
        cards=command.cards,
        original=command.original,
        joker_as=command.joker_as,
    )


HANDLERS: dict[type[Command], Callable[[Game, Member, Any], Action]] = {
    Straddle: _straddle,
    Deal: dealing.deal,
    Stake: _stake,
    Pass: _pass,
    Stand: _stand,
    DemandShow: _demand,
    Borrow: _borrow,
    Draw: drawing.draw,
    Show: _show,
    Shuffle: dealing.shuffle,
    CutPack: dealing.cut,
    Distract: dealing.distract,
    Expose: dealing.expose,
    Misdeal: dealing.misdeal,
    WaiveLaw: dealing.waive,
    TakeUp: drawing.take_up,
    AskDealer: drawing.ask_dealer,
    CollectDiscards: drawing.collect_discards,
    Foul: drawing.foul,
}
