"""Laws 34 to 45 and 47 to 51: the draw."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ledger.cards import HAND, Card, pack
from ledger.events.game import Phase
from ledger.laws.bounds import Bound
from ledger.laws.deal import check_pack, right_of_dealer
from ledger.laws.register import keeps
from ledger.refusals import Invalid, Refused
from ledger.seats import Member, round_from_left_of
from ledger.state.game import Game


@keeps(34)
def draw_order(game: Game) -> tuple[Member, ...]:
    """The draw goes round from the dealer's left; he draws last himself."""
    return round_from_left_of(game.seats, game.dealer)


@keeps(35)
def next_to_draw(game: Game) -> Member | None:
    """The nearest to the left who has yet to draw; None when the draw is done."""
    return next((m for m in draw_order(game) if may_draw(game, m)), None)


@keeps(35, part="who has his draw before him")
@keeps(60, part="whether a demander draws")
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


@keeps(36, part="what is owed")
def owed_at_the_draw(game: Game, member: Member) -> int:
    """What a player stakes before he draws; who demanded a show stakes no more."""
    return game.owes(member) if game.players[member].demand is None else 0


@keeps(36, part="what is deposited")
def least_and_most_to_make_good(game: Game, member: Member) -> tuple[Bound, Bound]:
    """Law 36: at the draw a stake is made equal to the highest, neither more nor less; nothing where it is equal."""
    owed = owed_at_the_draw(game, member)
    if owed:
        equal = Bound(owed, 36, "not_equal", "at the draw he makes his stake good with {bound}, neither more nor less")
        return equal, equal
    nothing = Bound(0, 36, "nothing_owed", "his stake is good already: he draws, or passes")
    # No amount is at least one and at most nought.
    return replace(nothing, amount=1), nothing


@keeps(36, part="what may be discarded")
def check_discard(game: Game, member: Member, discarded: int, discards: Sequence[Card] | None) -> None:
    """Law 36: he throws away none to five of the cards he has, just as many as he means to draw."""
    if not 0 <= discarded <= HAND:
        raise Refused(36, "cannot_discard", f"he has five cards and cannot discard {discarded}")
    if discards is None:
        return
    check_pack(discards, joker="joker" in game.articles.variants)
    original = game.players[member].original
    if original is not None and not set(discards) <= set(original):
        raise Refused(36, "cannot_discard", "he discards a card that he does not hold")


@keeps(37)
def check_not_discarded(game: Game, member: Member, cards: Sequence[Card]) -> None:
    """What a player threw away never comes back to his hand, unless it went through the pack again first (41)."""
    player = game.players[member]
    if player.announced is not None:
        return
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


@keeps(39, part="from the top")
def top_of(game: Game, discarded: int, cards: tuple[Card, ...] | None) -> tuple[Card, ...] | None:
    """The cards he is given: off the top where the order of the pack is recorded (39), else as they were said."""
    if game.pack is None:
        return cards
    top = game.pack[:discarded]
    if cards is not None and cards != top:
        raise Refused(39, "not_from_the_top", "the cards given are not those on top of the recorded pack")
    return top


@keeps(41, part="how many are left")
def cards_left(game: Game) -> int:
    """How many cards the pack still holds."""
    whole = len(pack("joker" in game.articles.variants))
    return whole + game.collected - sum(p.dealt + p.given for p in game.players.values())


@keeps(41)
def check_pack_suffices(game: Game, discarded: int) -> None:
    """Nobody draws more cards than the pack has left, until the discards have been collected."""
    left = cards_left(game)
    if discarded > left:
        raise Refused(41, "pack_too_short", f"{left} cards are left in the pack and {discarded} are wanted")


@keeps(41, part="as many as announced")
def check_as_announced(game: Game, member: Member, discarded: int) -> None:
    """Law 41: who announced a number before the reshuffle has discarded it, and draws as many."""
    announced = game.players[member].announced
    if announced not in (None, discarded):
        raise Refused(41, "not_as_announced", f"he announced {announced}, and draws as many")


@keeps(41, part="when the discards are used")
def check_collecting(game: Game, announced: Mapping[Member, int] | None, cut_by: Member | None) -> None:
    """Law 41: the discards are used only when the pack is too short; the dealer's right cuts them."""
    to_draw = [m for m in draw_order(game) if may_draw(game, m) and game.players[m].announced is None]
    if cut_by not in (None, right_of_dealer(game)):
        raise Refused(41, "not_to_cut", "the player on the dealer's right cuts the discards")
    if announced is not None and (amiss := _amiss(announced, to_draw)):
        raise Invalid({"announced": [amiss]})
    wanted = HAND * len(to_draw) if announced is None else sum(announced.values())
    if wanted <= cards_left(game):
        raise Refused(41, "pack_suffices", f"{cards_left(game)} cards are left in the pack, which suffices")
    if not collected_now(game, announced):
        raise Refused(41, "nothing_to_collect", "nobody has discarded yet")


def _amiss(announced: Mapping[Member, int], to_draw: Collection[Member]) -> str:
    if not set(announced) <= set(to_draw):
        return "names somebody who has no draw before him"
    if any(not 0 <= n <= HAND for n in announced.values()):
        return "nobody discards more than five"
    return ""


@keeps(41, part="which discards are used")
def collected_now(game: Game, announced: Mapping[Member, int] | None) -> int:
    """How many discards there are to collect: of those who have drawn, and of those who announce. No other hands."""
    drawn = [p for p in game.players.values() if p.drawn and not p.discards_back and p.announced is None]
    return sum(p.discarded for p in drawn) + sum((announced or {}).values())


@keeps(40)
def check_exposed_in_draw(game: Game, card: Card) -> None:
    """A card exposed in the draw goes back to the pack: so it is one of those that nobody has."""
    if game.pack is not None and card not in game.pack:
        raise Refused(40, "not_in_pack", "the recorded pack has no such card left")
    known = frozenset().union(*(p.recorded_cards for p in game.players.values()))
    check_pack((card,), joker="joker" in game.articles.variants, seen=known)


@keeps(40, part="the card is not his")
def check_not_exposed(game: Game, member: Member, cards: Iterable[Card]) -> None:
    """Law 40: a card exposed to him in the draw is not his, unless the pack was drawn to its bottom."""
    if set(cards) & set(game.players[member].exposed_in_draw) and cards_left(game) and not game.collected:
        raise Refused(40, "exposed_card", "a card that was exposed in the draw went back to the pack, and is not his")


@dataclass(frozen=True, slots=True)
class Given:
    """A draw whose numbers differ: the law that judges it, and whether the hand is sound after it."""

    law: int
    sound: bool


@keeps(42, 43, 44, 45, 47, 48, part="when it applies")
def judge(member: Member, dealer: Member, discarded: int, asked: int, given: int, made_right: bool) -> Given | None:
    """What follows from the numbers of a draw; None where they agree (39)."""
    if discarded == asked == given:
        return None
    if given == discarded:
        return gives_what_was_discarded()
    if member == dealer:
        return gives_himself_amiss()
    if given == asked:
        return gives_what_was_asked()
    if not made_right:
        return raised_amiss()
    return takes_back() if given > discarded else makes_up()


@keeps(42)
def takes_back() -> Given:
    """Too many, pointed out before they were raised: what is too much goes back to the pack."""
    return Given(42, sound=True)


@keeps(43)
def makes_up() -> Given:
    """Too few, pointed out before they were raised: he is given the rest."""
    return Given(43, sound=True)


@keeps(44)
def gives_what_was_discarded() -> Given:
    """He asked for another number than he discarded, and the dealer gave him the number discarded."""
    return Given(44, sound=True)


@keeps(45)
def gives_what_was_asked() -> Given:
    """He was given what he asked for, which is not what he discarded: foul, whether he raised them or not."""
    return Given(45, sound=False)


@keeps(47)
def gives_himself_amiss() -> Given:
    """A dealer who gives himself another number than he discarded has a foul hand."""
    return Given(47, sound=False)


@keeps(48)
def raised_amiss() -> Given:
    """Drawn cards were raised that do not make five: foul."""
    return Given(48, sound=False)


@keeps(48, part="found later")
def check_foul_as_drawn(game: Game, member: Member) -> None:
    """Law 48: a hand is fouled by a draw if he had one, and if the record does not say that it was right."""
    player = game.players[member]
    if not player.drawn:
        raise Invalid({"found": ["he has not drawn yet"]})
    if player.given_known or not player.discarded:
        raise Refused(48, "hand_is_sound", "by the record he was given what he discarded: his hand is not foul")


@keeps(49)
def dealers_number(game: Game) -> int:
    """How many cards the dealer drew, for one who may know. Raises Refused where he has not drawn."""
    dealer = game.players[game.dealer]
    if dealer.drawn:
        return dealer.given
    if game.phase == Phase.BETTING and not dealer.retired:
        # He demanded a show before the draw, and so kept his hand (36).
        return 0
    raise Refused(49, "dealer_has_not_drawn", "the dealer has not drawn")


@keeps(50)
@keeps(49, part="who may ask")
def check_may_ask(game: Game, member: Member) -> None:
    """Who has drawn may ask, until he raises his cards or bets."""
    player = game.players[member]
    if member == game.dealer:
        raise Invalid({"player": ["is the dealer himself"]})
    if not player.drawn:
        raise Refused(49, "not_drawn", "he has not drawn yet")
    bet = game.phase == Phase.BETTING and player.round + player.ahead > 0
    if (player.taken_up or bet) and game.bound_by(50):
        raise Refused(50, "too_late_to_ask", "he has raised his cards or bet, and asks no more")


@keeps(51)
def number_is_withheld(game: Game, member: Member, reader: Member) -> bool:
    """Whether a player may not be told another's number: nobody is, while the game runs, but who asked (49)."""
    told = member == game.dealer and reader in game.players and game.players[reader].asked
    return not game.over and member != reader and not told
