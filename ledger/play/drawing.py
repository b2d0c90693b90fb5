"""Handlers of the draw and its mishaps, foul hands, and the question to the dealer (36 to 50, 13, 64)."""

from ledger.cards import HAND
from ledger.events.game import Action, Drew, Phase
from ledger.events.mishaps import CardsTakenUp, DealerAsked, DiscardsCollected, Fouled, HandFouled
from ledger.laws.betting import law_of_foul_draw
from ledger.laws.deal import check_foul_as_dealt, refund
from ledger.laws.draw import (
    check_as_announced,
    check_collecting,
    check_discard,
    check_foul_as_drawn,
    check_made_good,
    check_may_ask,
    check_pack_suffices,
    collected_now,
    dealers_number,
    judge,
)
from ledger.play.commands import AskDealer, CollectDiscards, Draw, Foul, TakeUp
from ledger.play.handling import check_marked, common
from ledger.play.named_cards import drawn_seen
from ledger.refusals import Invalid, Refused
from ledger.seats import Member
from ledger.state.game import Game


def draw(game: Game, member: Member, command: Draw) -> Action:
    """Laws 36 to 39; where its numbers differ, 42 to 48."""
    discarded, discards = command.discarded, command.discards
    check_made_good(game, member)
    check_discard(game, member, discarded, discards)
    check_as_announced(game, member, discarded)
    asked = discarded if command.asked is None else command.asked
    given = discarded if command.given is None else command.given
    if not 0 <= min(asked, given) <= max(asked, given) <= MOST_GIVEN:
        raise Invalid({"given": [f"is a number of cards from 0 to {MOST_GIVEN}, and so is what was asked"]})
    amiss = judge(member, game.dealer, discarded, asked, given, bool(command.made_right))
    if command.made_right and not (amiss and amiss.put_right):
        raise Invalid({"made_right": ["only a number given amiss, and not asked for, is made right"]})
    if amiss:
        check_marked(command, 39, "he asks for as many cards as he discarded, and is given as many")
    taken = amiss.kept if amiss else discarded
    check_pack_suffices(game, member, discarded, taken)
    cards = drawn_seen(game, member, command, taken)
    return Drew(
        **common(game, command, amiss.law if amiss else 39 if discarded else 38),
        irregular=amiss is not None,
        player=member,
        discarded=discarded,
        discards=discards,
        cards=cards,
        asked=command.asked,
        given=command.given,
        made_right=command.made_right or None,
        fouled=amiss is not None and not amiss.sound,
    )


MOST_GIVEN = 10
"""The largest number that a scorekeeper may enter as asked for or given in one draw."""


def take_up(game: Game, member: Member, command: TakeUp) -> Action:
    """Record that a player raised his cards, after which laws 12 and 50 refuse him some acts."""
    if game.players[member].taken_up:
        raise Invalid({"player": ["has raised these cards already"]})
    return CardsTakenUp(**common(game, command, None), player=member)


def ask_dealer(game: Game, member: Member, command: AskDealer) -> Action:
    """Law 49."""
    check_may_ask(game, member)
    return DealerAsked(**common(game, command, 49), player=member, answer=dealers_number(game))


def collect_discards(game: Game, member: Member, command: CollectDiscards) -> Action:
    """Law 41."""
    check_collecting(game, command.announced, command.cut_by)
    return DiscardsCollected(
        **common(game, command, 41),
        cut_by=command.cut_by,
        announced=command.announced,
        collected=collected_now(game, command.announced),
    )


def foul(game: Game, member: Member, command: Foul) -> Action:
    """Laws 13, 48 and 63; at the show 64, however the hand came by its cards."""
    player = game.players[member]
    if command.cards == HAND or command.cards < 0:
        raise Invalid({"cards": ["is the number of cards of a foul hand: more or fewer than five"]})
    law = _law_of_foul(game, member, command)
    if player.hand is not None:
        raise Refused(law, "hand_is_sound", "the record gives him five cards: his hand is not foul")
    if law == 13:
        check_foul_as_dealt(game, member, command.cards)
    elif law != 64:
        check_foul_as_drawn(game, member)
    check_marked(command, law, "a hand has five cards")
    return HandFouled(
        **common(game, command, law),
        irregular=True,
        player=member,
        number=command.cards,
        found=command.found,
        refund=refund(game, member) if law == 13 else None,
    )


def _law_of_foul(game: Game, member: Member, command: Foul) -> int:
    if game.phase == Phase.SHOW:
        return 64
    return 13 if command.found == Fouled.DEALT else law_of_foul_draw(game, member)
