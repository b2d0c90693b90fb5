"""Recording a game: `decide` gives the events that follow from an act and the game after them, or refuses the act and
names the law.

The checks come in this order: is the game over; does its phase admit the act; has the player retired; is it his turn;
then the kind of act, its amount, and its cards.
"""

import dataclasses
from collections.abc import Sequence

from msgspec.structs import replace

from ledger.events.base import Event
from ledger.events.game import StakeCounted, StakeKind
from ledger.laws.betting import counted_in_turn, least_due
from ledger.play.acts import ACT_OF
from ledger.play.admission import check_order
from ledger.play.commands import Command
from ledger.play.deposits import act_of
from ledger.play.handling import STAKING
from ledger.play.settling import ending
from ledger.play.turns import following
from ledger.refusals import Invalid, Refused
from ledger.seats import Member
from ledger.state.game import Game
from ledger.state.game_fold import acted, apply, check_conserved, turned

Decided = tuple[tuple[Event, ...], Game]
"""The events that follow from an act, and the game after them."""


def decide(game: Game, command: Command) -> Decided:
    """The events that follow from an act, and the game after them. After the last act of a game they end with its
    settlement.

    Raises Refused where the laws or the table forbid the act, Invalid where it makes no sense.
    """
    events, after = recorded(game, command)
    if not after.over:
        return events, after
    end = ending(after)
    settled = apply(after, end)
    check_conserved(after, settled, end)
    return (*events, end), settled


def decide_all(game: Game, commands: Sequence[Command]) -> Decided:
    """The events that follow from several acts, one after the other, and the game after them.

    Raises Refused or Invalid as `decide` does; the `index` of either is that of the first act that is forbidden.
    """
    events: tuple[Event, ...] = ()
    for index, command in enumerate(commands):
        try:
            following_events, game = decide(game, command)
        except (Refused, Invalid) as refused:
            refused.index = index
            raise
        events = (*events, *following_events)
    return events, game


def _waiver_used(game: Game, member: Member, command: Command) -> int | None:
    """The waived law that would otherwise have refused an accepted act (80); None where no waiver was needed."""
    try:
        ACT_OF[type(command)].handler(replace(game, waived=()), member, command)
    except Refused as refused:
        return refused.law
    return None


def _count_ahead(game: Game) -> StakeCounted | None:
    """The event that counts a player's bet out of turn when his turn comes (55); None where he made none.

    A bet that suffices spends the turn.
    """
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
        act=act_of(game, member, amount) if amount >= least_due(game, member) else StakeKind.SHORT,
        on_loan=game.players[member].ahead_on_loan and amount > game.owes(member),
    )
    return replace(event, turn=following(acted(game, event), event))


def recorded(game: Game, command: Command) -> Decided:
    """The events of an act, and the game after them. A game that ends with the act is not settled yet.

    The events are the act, and the bets out of turn that count now because their players' turns have come (55).
    """
    member = check_order(game, command)
    action = ACT_OF[type(command)].handler(game, member, command)
    if game.waived:
        # An act that came out regular is judged without its mark: where the law binds, the mark must not admit it.
        as_judged = dataclasses.replace(command, irregular=action.irregular)
        action = replace(action, by_waiver=_waiver_used(game, member, as_judged))
    after = acted(game, action)
    action = replace(action, turn=following(after, action))
    events: tuple[Event, ...] = (action,)
    after = turned(after, action.turn)
    check_conserved(game, after, action)
    while counted := _count_ahead(after):
        before, after = after, apply(after, counted)
        check_conserved(before, after, counted)
        events = (*events, counted)
    return events, after
