"""What is said of cards, held against what the record knows: no card twice, no discard back, no sixth card."""

from ledger.commands import Deal, Draw, Show
from ledger.events.base import Member
from ledger.game import Game
from ledger.laws.cards import Card, pack
from ledger.laws.deal import HAND, check_finished, check_pack, dealt_from, seen
from ledger.laws.draw import check_given, check_not_discarded, top_of
from ledger.laws.jackpot import check_named_openers, is_jack_pot
from ledger.laws.ranking import check_hand
from ledger.refusals import Invalid, Refused

Hands = dict[Member, tuple[Card, ...]]


def deal_seen(game: Game, command: Deal) -> tuple[Hands | None, tuple[Card, ...] | None]:
    """The hands and the pack that a deal makes known: from the pack's order (7), or as said."""
    if command.pack is not None:
        return _from_pack(game, command)
    hands = dict(command.hands or {})
    strangers = [m for m in hands if m not in game.players]
    if strangers:
        raise Invalid({"cards": ["names somebody who is not dealt into this game"]})
    check_finished(hands)
    _check(game, tuple(c for hand in hands.values() for c in hand))
    return hands or None, None


def _from_pack(game: Game, command: Deal) -> tuple[Hands, tuple[Card, ...]]:
    assert command.pack is not None
    dealt = HAND * len(game.seats)
    if command.hands:
        raise Invalid({"pack": ["give the pack or the hands, not both"]})
    whole = len(pack("joker" in game.articles.variants))
    if len(command.pack) != whole:
        raise Invalid({"pack": [f"holds {len(command.pack)} cards, and not the {whole} of the whole pack"]})
    _check(game, command.pack)
    return dealt_from(command.pack[:dealt], game.seats, game.dealer), command.pack


def drawn_seen(game: Game, member: Member, command: Draw) -> tuple[Card, ...] | None:
    """The cards drawn, as far as they are known. Raises Refused (1, 39)."""
    check_given(command.discarded, command.cards)
    discards = command.discards or ()
    if game.players[member].original is None:
        _check(game, discards)
    cards = top_of(game, command.discarded, command.cards)
    _check(game, cards or (), discards)
    return cards


def check_shown(game: Game, member: Member, command: Show) -> None:
    """A hand shown is five cards that can be his; openers are cards that can have been dealt to him."""
    openers_only = game.turn.law == 33 and command.original and not command.cards
    if not openers_only and len(command.cards) != HAND:
        raise Invalid({"cards": [f"a hand is five cards, not {len(command.cards)}"]})
    if command.original and not (is_jack_pot(game) and member == game.opener):
        raise Invalid({"original": ["only the opener of a jack-pot proves openers"]})
    if command.original and not 2 <= len(command.original) <= HAND:
        raise Invalid({"original": ["openers are proved by two to five cards of the first hand"]})
    _check_own(game, member, command.cards)
    _check_own(game, member, command.original)
    if not openers_only:
        check_not_discarded(game, member, command.cards)
        _check_recorded_hand(game, member, command)
        _check_joker(game, command)
    if command.original:
        check_named_openers(game, member, command.cards, command.original)


def _check(game: Game, cards: tuple[Card, ...], besides: tuple[Card, ...] = ()) -> None:
    check_pack(cards, joker="joker" in game.articles.variants, seen=seen(game) | set(besides))


def _check_own(game: Game, member: Member, cards: tuple[Card, ...]) -> None:
    """His cards are of the pack, once each, and nobody else's."""
    others = [p.recorded_cards for m, p in game.players.items() if m != member]
    check_pack(cards, joker="joker" in game.articles.variants, seen=frozenset().union(*others))


def _check_recorded_hand(game: Game, member: Member, command: Show) -> None:
    """Where the record knows the hand, or part of it, what is shown agrees with it."""
    player = game.players[member]
    known = player.hand
    if known is not None and set(known) != set(command.cards):
        raise Refused(1, "not_the_hand", "these are not the five cards that the record gives him")
    if not set(player.drew or ()) <= set(command.cards):
        raise Refused(1, "not_the_hand", "a card he drew is not among those he shows")
    if player.original and len(set(command.cards) & set(player.original)) < HAND - player.discarded:
        raise Refused(1, "not_the_hand", "fewer of the cards first dealt to him are shown than he kept")


def _check_joker(game: Game, command: Show) -> None:
    try:
        check_hand(command.cards, command.joker_as, joker="joker" in game.articles.variants)
    except ValueError as why:
        raise Refused(1, "joker_misnamed", str(why)) from None
