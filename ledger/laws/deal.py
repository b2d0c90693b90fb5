"""Laws 1 to 18: the pack, the dealer, and the deal."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ledger.cards import HAND, JOKER, Card, cut_rank
from ledger.events.game import Phase
from ledger.events.settlement import Refund
from ledger.laws.laid import PACKS
from ledger.laws.register import keeps
from ledger.refusals import Invalid, Refused
from ledger.seats import Member, round_from_left_of
from ledger.state.game import Game
from ledger.state.sitting import Sitting


@keeps(1)
def check_pack(cards: Collection[Card], *, joker: bool, seen: Iterable[Card] = ()) -> None:
    """Refuse a card that is not of the pack, or that comes twice or is among those seen. Never says who holds it."""
    whole, different = PACKS[joker], {*cards}
    if different <= whole and len(different) == len(cards) and different.isdisjoint(seen):
        return
    seen_so_far = set(seen)
    for card in cards:
        if card not in whole:
            raise Refused(1, "not_in_pack", f"{card} is not in the pack this table plays with")
        if card in seen_so_far:
            raise Refused(1, "card_twice", f"{card} has been seen already in this game")
        seen_so_far.add(card)


@dataclass(frozen=True, slots=True)
class Cut:
    """What a cut for the deal decided: `dealer` deals, or those of `redraw` draw again while `waiting` keep theirs."""

    dealer: Member | None
    redraw: tuple[Member, ...] = ()
    waiting: tuple[Member, ...] = ()


@keeps(2)
def first_dealer(cards: Mapping[Member, Card]) -> Cut:
    """The lowest card deals, the ace lowest of all. Those tied at the lowest draw again, and so does a joker."""
    jokers = tuple(m for m, card in cards.items() if card == JOKER)
    ranked = {m: cut_rank(card) for m, card in cards.items() if m not in jokers}
    lowest = tuple(m for m, rank in ranked.items() if rank == min(ranked.values()))
    if len(lowest) != 1:
        return Cut(None, tuple(m for m in cards if m in jokers or m in lowest))
    return Cut(None, jokers, lowest) if jokers else Cut(lowest[0])


@keeps(7)
def dealt_from(cards: Sequence[Card], seats: Sequence[Member], dealer: Member) -> dict[Member, tuple[Card, ...]]:
    """The hands that follow from the order of the pack, dealt one card at a time from the dealer's left."""
    turn = round_from_left_of(seats, dealer)
    return {m: tuple(cards[i :: len(turn)][:HAND]) for i, m in enumerate(turn)}


@keeps(2, part="when the cut is open")
def cut_is_open(sitting: Sitting) -> bool:
    """Whether the players may cut for the first deal: nobody has dealt, and no cut has decided it.

    The cut is open again when the first game was made void. Until they cut again, the dealer is as before that game.
    """
    decided = sitting.cut_dealer is not None and sitting.cut_at > sitting.voided_at
    return sitting.last_dealer is None and not decided


@keeps(3)
def check_shuffler(game: Game, member: Member) -> None:
    """Refuse a shuffle after the dealer's, unless it is the dealer's own."""
    if game.shuffled_by_dealer and member != game.dealer:
        raise Refused(3, "dealer_has_shuffled", "the dealer has shuffled last, and nobody shuffles after him")


@keeps(4, part="who cuts")
def right_of_dealer(game: Game) -> Member:
    """The player on the dealer's right."""
    return round_from_left_of(game.seats, game.dealer)[-2]


@keeps(4)
def check_cutter(game: Game, member: Member) -> None:
    """Refuse a cut by anybody but the player on the dealer's right."""
    if member != right_of_dealer(game):
        raise Refused(4, "not_to_cut", "the player on the dealer's right cuts the pack")


@keeps(8)
def check_not_cut(game: Game) -> None:
    """An uncut pack voids an unfinished deal. Raises Invalid where the record has a cut."""
    if game.pack_cut:
        raise Invalid({"reason": ["by the record the pack was cut"]})


@keeps(9)
def check_may_call_uncut(game: Game) -> None:
    """Refuse to void a finished deal because the pack was not cut: it stands."""
    if game.phase != Phase.ANTE:
        raise Refused(9, "deal_stands", "the deal is finished and stands, though the pack was not cut")


@keeps(10)
def check_may_call_face_up(game: Game) -> None:
    """Refuse to void a finished deal because a card lay face up in the pack: it stands."""
    if game.phase != Phase.ANTE:
        raise Refused(10, "deal_stands", "the deal is finished and stands, though a card lay face up in the pack")


@keeps(11)
def check_exposed(game: Game, member: Member, card: Card) -> None:
    """Refuse an exposed card that cannot be that player's. He keeps a card exposed in the deal, and all know it."""
    player = game.players[member]
    if player.original is not None and card not in player.original:
        raise Refused(11, "not_his_card", "the record gives him five other cards")
    not_his = player.exposed + seen(game, but=member)
    check_pack((card,), joker="joker" in game.articles.variants, seen=not_his)
    if len(player.exposed) == HAND:
        raise Invalid({"card": ["all his five cards have been exposed already"]})


@keeps(11, part="the card is among his first five")
def check_holds_exposed(game: Game, member: Member, cards: Collection[Card]) -> None:
    """Law 11: the cards exposed to a player in the deal are among those of his first hand."""
    if not set(game.players[member].exposed) <= set(cards):
        raise Refused(11, "exposed_card", "a card that was exposed to him in the deal is not among his five")


@keeps(12)
def check_wrong_count(game: Game, member: Member) -> None:
    """A wrong number of cards makes a misdeal only if it is announced before that player raised his cards."""
    player = game.players[member]
    if player.taken_up or player.drawn or game.phase in (Phase.BETTING, Phase.SHOW):
        raise Refused(12, "cards_raised", "he has raised his cards: with a wrong number his hand is foul (13)")
    if player.original is not None:
        raise Refused(12, "hand_is_sound", "the record gives him five cards")


@keeps(13)
def check_foul_as_dealt(game: Game, member: Member, number: int) -> None:
    """A wrong number found after a player raised his cards makes his hand foul, if it agrees with the record."""
    player = game.players[member]
    if player.original is not None:
        raise Refused(13, "hand_is_sound", "the record gives him five cards: his hand is not foul")
    if player.dealt not in (HAND, number) and not player.drawn:
        raise Invalid({"cards": [f"he was dealt {player.dealt} by the record"]})


@keeps(14)
def refund(game: Game, member: Member) -> Refund | None:
    """What a player who was dealt a foul hand gets back for his ante or straddle; None where nothing is due.

    The dealer pays it (14), or the player who distracted him (16). Nobody pays himself.
    """
    payer, law = payer_of_refunds(game)
    amount = game.players[member].ante
    if payer == member or not amount:
        return None
    return Refund(payer=payer, payee=member, amount=amount, law=law)


@keeps(15)
def check_distractor(game: Game, member: Member) -> None:
    """Refuse to record that the dealer distracted himself."""
    if member == game.dealer:
        raise Refused(15, "dealer_himself", "the dealer does not distract himself")


@keeps(16)
@keeps(14, part="who pays")
def payer_of_refunds(game: Game) -> tuple[Member, int]:
    """The player who pays for the foul hands of a deal, and the law: the first who distracted the dealer, else he."""
    return (game.distracted_by, 16) if game.distracted_by else (game.dealer, 14)


@keeps(17)
def check_finished(hands: Mapping[Member, Sequence[Card]]) -> None:
    """A deal is finished when everybody has five cards. Refuse a recorded hand of another number."""
    for cards in hands.values():
        if len(cards) != HAND:
            raise Refused(17, "deal_unfinished", f"the deal is finished with five cards each, not {len(cards)}")


@keeps(18)
@keeps(2, part="who deals the first game")
def next_dealer(sitting: Sitting) -> Member | None:
    """The next dealer: by the cut before the first game (2), afterwards the player left of the last dealer's seat.

    None before the first game while the cut has not decided it.
    """
    if sitting.deals_next or sitting.last_dealer is None:
        return sitting.deals_next or sitting.cut_dealer
    return round_from_left_of(sitting.seats, sitting.last_dealer)[0]


def seen(game: Game, but: Member | None = None) -> tuple[Card, ...]:
    """Every card of this game whose place the record knows, or those that are known of all players but one."""
    return tuple([card for m, p in game.players.items() if m != but for card in p.recorded_cards])
