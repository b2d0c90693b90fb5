"""Laws 34 to 45 and 47 to 51: the draw."""

from collections.abc import Sequence

from ledger.events.base import Member
from ledger.game import Game
from ledger.laws.cards import Card, pack
from ledger.laws.deal import HAND, check_pack
from ledger.laws.register import keeps
from ledger.laws.seats import round_from_left_of
from ledger.refusals import Refused


@keeps(34)
def draw_order(game: Game) -> tuple[Member, ...]:
    """The draw goes round from the dealer's left; he draws last himself."""
    return round_from_left_of(game.seats, game.dealer)


@keeps(35)
def next_to_draw(game: Game) -> Member | None:
    """The nearest to the left who has yet to draw; None when the draw is done."""
    return next((m for m in draw_order(game) if may_draw(game, m)), None)


def may_draw(game: Game, member: Member) -> bool:
    """Whether a player is in the game and has his draw before him. Reading `short_draw` for who demanded."""
    player = game.players[member]
    if player.retired or player.drawn:
        return False
    return player.demand is None or game.reading("short_draw") == "draws"


@keeps(36)
def check_made_good(game: Game, member: Member) -> None:
    """Before he draws a player makes his stake equal to the highest."""
    owed = owed_at_the_draw(game, member)
    if owed and game.bound_by(36):
        raise Refused(36, "not_made_good", f"before he draws he makes his stake good with {owed}")


def owed_at_the_draw(game: Game, member: Member) -> int:
    """What a player stakes before he draws; who demanded a show stakes no more."""
    return game.owes(member) if game.players[member].demand is None else 0


def check_making_good(game: Game, member: Member, amount: int) -> None:
    """Law 36: at the draw a stake is made equal to the highest, neither more nor less."""
    owed = owed_at_the_draw(game, member)
    if not owed:
        raise Refused(36, "nothing_owed", "his stake is good already: he draws, or passes")
    if amount != owed:
        raise Refused(36, "not_equal", f"at the draw he makes his stake good with {owed}, neither more nor less")


def check_discard(game: Game, member: Member, discarded: int, discards: Sequence[Card] | None) -> None:
    """Law 36: he throws away none to five of the cards he has, just as many as he means to draw."""
    if not 0 <= discarded <= HAND:
        raise Refused(36, "cannot_discard", f"he has five cards and cannot discard {discarded}")
    if discards is None:
        return
    if len(discards) != discarded:
        raise Refused(36, "cannot_discard", f"{len(discards)} cards are named and {discarded} discarded")
    check_pack(discards, joker="joker" in game.articles.variants)
    original = game.players[member].original
    if original is not None and not set(discards) <= set(original):
        raise Refused(36, "cannot_discard", "he discards a card that he does not hold")


@keeps(37)
def check_not_discarded(game: Game, member: Member, cards: Sequence[Card]) -> None:
    """What a player threw away never comes back to his hand."""
    player = game.players[member]
    if set(cards) & set(player.discards):
        raise Refused(37, "discard_shown", "a card he discarded is among those he shows")
    if player.original and len(set(cards) & set(player.original)) > HAND - player.discarded:
        raise Refused(37, "discard_shown", "more of the cards first dealt to him are shown than he kept")


@keeps(38)
def check_first_draw(game: Game, member: Member) -> None:
    """Who has drawn, or kept his hand in his turn, draws no more."""
    if game.players[member].drawn:
        raise Refused(38, "drawn_already", "he has had his draw")


@keeps(39)
def check_given(discarded: int, cards: Sequence[Card] | None) -> None:
    """He is given as many cards as he discarded."""
    if cards is not None and len(cards) != discarded:
        raise Refused(39, "wrong_number_given", f"he discarded {discarded} and is given as many, not {len(cards)}")


def top_of(game: Game, discarded: int, cards: tuple[Card, ...] | None) -> tuple[Card, ...] | None:
    """The cards he is given: off the top where the order of the pack is recorded (39), else as they were said."""
    if game.pack is None:
        return cards
    top = game.pack[:discarded]
    if cards is not None and cards != top:
        raise Refused(39, "not_from_the_top", "the cards given are not those on top of the recorded pack")
    return top


def cards_left(game: Game) -> int:
    """How many cards the pack still holds."""
    whole = len(pack("joker" in game.articles.variants))
    return whole - HAND * len(game.seats) - sum(p.discarded for p in game.players.values())


@keeps(41)
def check_pack_suffices(game: Game, discarded: int) -> None:
    """Nobody draws more cards than the pack has left, until the discards have been collected."""
    left = cards_left(game)
    if discarded > left:
        raise Refused(41, "pack_too_short", f"{left} cards are left in the pack and {discarded} are wanted")


@keeps(51)
def number_is_withheld(game: Game, member: Member, reader: Member) -> bool:
    """Whether a player may not be told another's number: nobody is, while the game runs."""
    return not game.over and member != reader
