"""Handlers of what happens before the cards are raised: the pack, the deal and its mishaps, waivers (3 to 17, 80)."""

from ledger.cards import HAND
from ledger.events.game import Action, Dealt, Phase
from ledger.events.mishaps import CardExposed, Distracted, LawWaived, MisdealReason, Misdealt, PackCut, Shuffled
from ledger.laws.consent import check_waiver
from ledger.laws.deal import (
    check_cutter,
    check_distractor,
    check_exposed,
    check_may_call_face_up,
    check_may_call_uncut,
    check_not_cut,
    check_shuffler,
    check_wrong_count,
)
from ledger.laws.draw import check_exposed_in_draw
from ledger.play.commands import CutPack, Deal, Distract, Expose, Misdeal, Shuffle, WaiveLaw
from ledger.play.handling import check_marked, common
from ledger.play.named_cards import deal_seen
from ledger.refusals import Invalid, Refused
from ledger.seats import Member
from ledger.state.game import Game

LAW_OF_MISDEAL = {MisdealReason.UNCUT: 8, MisdealReason.FACE_UP: 10, MisdealReason.WRONG_COUNT: 12}
"""The law by which each reason makes a misdeal."""


def shuffle(game: Game, member: Member, command: Shuffle) -> Action:
    """Law 3."""
    check_shuffler(game, member)
    return Shuffled(**common(game, command, 3), player=member)


def cut(game: Game, member: Member, command: CutPack) -> Action:
    """Law 4."""
    check_cutter(game, member)
    return PackCut(**common(game, command, 4), player=member)


def distract(game: Game, member: Member, command: Distract) -> Action:
    """Law 15."""
    check_distractor(game, member)
    return Distracted(**common(game, command, 15), player=member)


def expose(game: Game, member: Member, command: Expose) -> Action:
    """Laws 11 and 40: in the deal the player keeps the card, in the draw it goes back to the pack."""
    law = 40 if game.phase == Phase.DRAW else 11
    check_marked(command, law, "a card is exposed by accident only")
    if law == 40:
        check_exposed_in_draw(game, command.card)
    else:
        check_exposed(game, member, command.card)
    return CardExposed(**common(game, command, law), irregular=True, player=member, card=command.card)


def deal(game: Game, member: Member, command: Deal) -> Action:
    """Laws 7, 9, 17: a finished deal stands, even of a pack that was not cut."""
    if member != game.dealer:
        raise Refused(18, "not_the_dealer", "the deal belongs to another player")
    counts = _wrong_counts(game, command)
    uncut = command.cut is False
    if uncut:
        if game.pack_cut:
            raise Invalid({"cut": ["by the record the pack was cut"]})
        check_marked(command, 4, "the pack is cut before every deal")
    if counts:
        check_marked(command, 17, "the deal is finished with five cards each")
    hands, pack = deal_seen(game, command)
    law = 9 if uncut else 13 if counts else 17
    irregular = uncut or bool(counts)
    return Dealt(**common(game, command, law), irregular=irregular, hands=hands, pack=pack, counts=counts, uncut=uncut)


def _wrong_counts(game: Game, command: Deal) -> dict[Member, int]:
    """The number of cards of each player who was not dealt five. Raises Invalid where their cards are recorded too."""
    counts = {m: n for m, n in (command.counts or {}).items() if n != HAND}
    if not set(command.counts or {}) <= set(game.players):
        raise Invalid({"counts": ["names somebody who is not dealt into this game"]})
    if any(n < 0 for n in counts.values()) or sum(counts.values()) > MOST_DEALT:
        raise Invalid({"counts": ["gives somebody more cards than the pack has, or fewer than none"]})
    if counts and (command.pack is not None or set(counts) & set(command.cards or {})):
        raise Invalid({"counts": ["leave out the cards of a player who was dealt a wrong number, and the pack"]})
    return counts


MOST_DEALT = 52
"""The cards of a pack: no more can have been dealt."""


def misdeal(game: Game, member: Member, command: Misdeal) -> Action:
    """Laws 8, 10 and 12; a misdeal called too late is refused by 9, 10 and 12."""
    law = LAW_OF_MISDEAL[command.reason]
    match command.reason:
        case MisdealReason.UNCUT:
            check_may_call_uncut(game)
            check_not_cut(game)
        case MisdealReason.FACE_UP:
            check_may_call_face_up(game)
        case _ if game.phase == Phase.ANTE:
            raise Refused(None, "wrong_phase", "record the deal first: a wrong number shows when the deal is finished")
        case _:
            check_wrong_count(game, member)
    check_marked(command, law, "a deal stands unless it was a misdeal")
    wrong = law == 12
    again = wrong and game.reading("misdeal_stakes") == "returned"
    return Misdealt(
        **common(game, command, law),
        irregular=True,
        reason=command.reason,
        player=member if wrong else None,
        say_again=again,
        returned={m: p.stake for m, p in game.players.items() if again and p.stake},
    )


def waive(game: Game, member: Member, command: WaiveLaw) -> Action:
    """Law 80."""
    check_waiver(game, command.law, command.agreed_by)
    return LawWaived(**common(game, command, 80), waived=command.law, agreed_by=command.agreed_by)
