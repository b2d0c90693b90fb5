"""Laws 1 to 18: the pack, who deals, and the deal."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ledger.events.base import Member
from ledger.game import Game
from ledger.laws.cards import JOKER, Card, cut_rank, pack
from ledger.laws.register import keeps
from ledger.laws.seats import round_from_left_of
from ledger.refusals import Refused

HAND = 5
"""Cards in a hand."""


@keeps(1)
def check_pack(cards: Iterable[Card], *, joker: bool, seen: Iterable[Card] = ()) -> None:
    """Each card is of the pack, and there is one of each. Never says who holds a card that was seen before."""
    known = set(seen)
    whole = frozenset(pack(joker))
    for card in cards:
        if card not in whole:
            raise Refused(1, "not_in_pack", f"{card} is not in the pack this table plays with")
        if card in known:
            raise Refused(1, "card_twice", f"{card} has been seen already in this game")
        known.add(card)


@dataclass(frozen=True, slots=True)
class Cut:
    """What a cut for the deal decided: somebody deals, or some draw again while another's card stands."""

    dealer: Member | None
    redraw: tuple[Member, ...] = ()
    standing: tuple[Member, ...] = ()


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
    """The hands that follow from the order of the pack: one card at a time from the dealer's left."""
    turn = round_from_left_of(seats, dealer)
    return {m: tuple(cards[i :: len(turn)][:HAND]) for i, m in enumerate(turn)}


@keeps(17)
def check_finished(hands: Mapping[Member, Sequence[Card]]) -> None:
    """A deal is finished when everybody has five cards; a hand that is recorded is recorded whole."""
    for cards in hands.values():
        if len(cards) != HAND:
            raise Refused(17, "deal_unfinished", f"the deal is finished with five cards each, not {len(cards)}")


@keeps(18)
def next_dealer(seats: Sequence[Member], last: Member, playing: Iterable[Member]) -> Member:
    """The nearest player left of the last dealer's seat; those who sit out are passed over."""
    present = set(playing)
    return next(m for m in round_from_left_of(seats, last) if m in present)


def seen(game: Game) -> frozenset[Card]:
    """Every card of this game that the record knows the place of."""
    return frozenset().union(*(p.recorded_cards for p in game.players.values()))
