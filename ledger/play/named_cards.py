"""The cards that a command names, checked against the record: no card twice, no discard back, no sixth card."""

from ledger.cards import HAND, Card, pack
from ledger.laws.deal import check_finished, check_holds_exposed, check_pack, dealt_from, seen
from ledger.laws.draw import check_given, check_not_discarded, check_not_exposed, top_of
from ledger.laws.jackpot import check_named_openers, is_jack_pot
from ledger.laws.ranking import check_hand
from ledger.play.commands import Deal, Draw, Show
from ledger.refusals import Invalid, Refused
from ledger.seats import Member
from ledger.state.game import Game

Hands = dict[Member, tuple[Card, ...]]


def deal_seen(game: Game, command: Deal) -> tuple[Hands | None, tuple[Card, ...] | None]:
    """The hands and the pack's order that a deal makes known; None for what stays unknown.

    The hands follow from the pack's order (7), or are those that the command names. Raises Refused or Invalid for cards
    that cannot have been dealt.
    """
    if command.pack is not None:
        return _from_pack(game, command)
    hands = dict(command.cards or {})
    strangers = [m for m in hands if m not in game.players]
    if strangers:
        raise Invalid({"cards": ["names somebody who is not dealt into this game"]})
    check_finished(hands)
    _check_hands(game, hands)
    return hands or None, None


def _check_hands(game: Game, hands: Hands) -> None:
    """Refuse a card named twice (1), and an exposed card in another hand than the one to which it was dealt (11)."""
    exposed_to = {card: m for m, p in game.players.items() for card in p.exposed}
    misplaced = (
        [card for m, hand in hands.items() for card in hand if exposed_to.get(card, m) != m] if exposed_to else ()
    )
    joker = "joker" in game.articles.variants
    check_pack([card for hand in hands.values() for card in hand], joker=joker, seen=misplaced)
    for member, hand in hands.items():
        check_holds_exposed(game, member, hand)


def _from_pack(game: Game, command: Deal) -> tuple[Hands, tuple[Card, ...]]:
    assert command.pack is not None
    dealt = HAND * len(game.seats)
    if command.cards:
        raise Invalid({"pack": ["give the pack or the hands, not both"]})
    whole = len(pack("joker" in game.articles.variants))
    if len(command.pack) != whole:
        raise Invalid({"pack": [f"holds {len(command.pack)} cards, and not the {whole} of the whole pack"]})
    check_pack(command.pack, joker="joker" in game.articles.variants)
    hands = dealt_from(command.pack[:dealt], game.seats, game.dealer)
    _check_hands(game, hands)
    return hands, command.pack


def drawn_seen(game: Game, member: Member, command: Draw, taken: int) -> tuple[Card, ...] | None:
    """The cards drawn; None where they are not known. `taken` is how many he takes. Raises Refused (1, 39, 40)."""
    check_given(taken, command.cards)
    player = game.players[member]
    discards = command.discards or ()
    if player.laid_away:
        # The cards he laid away before the reshuffle went through the pack, and anybody may have them now (41).
        his = tuple(c for c in (player.original or ()) if c not in discards) if discards else ()
    else:
        his = discards
        if player.original is None:
            _check(game, tuple(c for c in discards if c not in player.exposed))
    cards = top_of(game, taken, command.cards)
    check_not_exposed(game, member, cards or (), taken)
    _check(game, cards or (), his)
    return cards


def check_shown(game: Game, member: Member, command: Show) -> None:
    """Refuse a show unless it is five cards that can be his, and openers that can have been dealt to him."""
    openers_only = game.turn.law == 33 and command.original and not command.cards
    if game.players[member].dealt != HAND:
        raise Refused(64, "hand_not_five", "by the record his hand is foul: record it as foul, or as thrown away")
    if not openers_only and len(command.cards) != HAND:
        raise Invalid({"cards": [f"a hand is five cards, not {len(command.cards)}"]})
    if command.original and not (is_jack_pot(game) and member == game.opener):
        raise Invalid({"original": ["only the opener of a jack-pot proves openers"]})
    if command.original and not 2 <= len(command.original) <= HAND:
        raise Invalid({"original": ["openers are proved by two to five cards of the first hand"]})
    _check_own(game, member, command.cards)
    if command.original:
        _check_original(game, member, command.original)
    if not openers_only:
        check_not_discarded(game, member, command.cards)
        check_not_exposed(game, member, command.cards)
        _check_recorded_hand(game, member, command)
        _check_joker(game, command)
    if command.original:
        check_named_openers(game, member, command.cards, command.original)


def _check(game: Game, cards: tuple[Card, ...], besides: tuple[Card, ...] = ()) -> None:
    if cards:
        check_pack(cards, joker="joker" in game.articles.variants, seen=seen(game) + besides)


def _check_own(game: Game, member: Member, cards: tuple[Card, ...]) -> None:
    """Refuse cards that are not of the pack, that are named twice, or that another player has."""
    check_pack(cards, joker="joker" in game.articles.variants, seen=seen(game, but=member))


def _check_original(game: Game, member: Member, original: tuple[Card, ...]) -> None:
    """Refuse cards of a first hand that cannot be his. Another may have them by now if they went back to the pack: in a
    reshuffle (41), or because the deal was made void (12)."""
    player = game.players[member]
    if not player.laid_away and not player.discards_back and player.opened_on is None:
        _check_own(game, member, original)
    else:
        check_pack(original, joker="joker" in game.articles.variants)


def _check_recorded_hand(game: Game, member: Member, command: Show) -> None:
    """Refuse a show that contradicts what the record knows of the hand."""
    player = game.players[member]
    shown, hand = set(command.cards), player.hand
    if hand is not None and set(hand) != shown:
        raise Refused(1, "not_the_hand", "these are not the five cards that the record gives him")
    if len(set(player.exposed) - shown) > player.discarded:
        raise Refused(
            11, "exposed_card", "he shows too few of the cards exposed to him: more are missing than he discarded"
        )
    if not shown.issuperset(player.drew or ()):
        raise Refused(1, "not_the_hand", "a card he drew is not among those he shows")
    if player.original and len(shown.intersection(player.original)) < HAND - player.discarded:
        raise Refused(1, "not_the_hand", "fewer of the cards first dealt to him are shown than he kept")


def _check_joker(game: Game, command: Show) -> None:
    """Refuse a name that the joker cannot have. The cards have been checked already."""
    if command.joker_as is None:
        return
    try:
        check_hand(command.cards, command.joker_as, joker="joker" in game.articles.variants)
    except ValueError as error:
        raise Refused(1, "joker_misnamed", str(error)) from None
