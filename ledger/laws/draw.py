"""Laws 34 to 45 and 47 to 51: the draw."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ledger.cards import HAND, Card, pack
from ledger.events.game import Phase
from ledger.laws.bounds import Bound
from ledger.laws.deal import check_pack, right_of_dealer, seen
from ledger.laws.register import keeps
from ledger.refusals import Invalid, Refused
from ledger.seats import Member, round_from_left_of
from ledger.state.game import Game


@keeps(34)
def draw_order(game: Game) -> tuple[Member, ...]:
    """The players in the order of the draw: from the dealer's left round to the dealer."""
    return round_from_left_of(game.seats, game.dealer)


@keeps(35)
def next_to_draw(game: Game) -> Member | None:
    """The first player in the order of the draw who has not drawn; None when the draw is done."""
    return next((m for m in draw_order(game) if may_draw(game, m)), None)


@keeps(35, part="who has his draw before him")
@keeps(60, part="whether a demander draws")
def may_draw(game: Game, member: Member) -> bool:
    """Whether a player is in the game and has not drawn. Reading `short_draw`: whether one who demanded draws."""
    player = game.players[member]
    if player.retired or player.drawn:
        return False
    return player.demand is None or game.reading("short_draw") == "draws"


@keeps(36)
def check_made_good(game: Game, member: Member) -> None:
    """Refuse a draw before the player has made his stake equal to the highest."""
    owed = owed_at_the_draw(game, member)
    if owed and game.bound_by(36):
        raise Refused(36, "not_made_good", f"before he draws he makes his stake good with {owed}")


@keeps(36, part="what is owed")
def owed_at_the_draw(game: Game, member: Member) -> int:
    """What a player must stake before he draws; nothing after he demanded a show."""
    return game.owes(member) if game.players[member].demand is None else 0


@keeps(36, part="what is deposited")
def least_and_most_to_make_good(game: Game, member: Member) -> tuple[Bound, Bound]:
    """Law 36: in the draw a player makes his stake equal to the highest, neither more nor less.

    Where it is equal already the bounds let no amount pass. Where the law is set aside (80, 81), he may draw without
    making his stake good, but a smaller stake is still refused (26), and a bet comes after the draw (53).
    """
    owed = owed_at_the_draw(game, member)
    too_little, too_much = (36, 36) if game.bound_by(36) else (26 if game.bound_by(26) else 56, 53)
    if owed:
        equal = Bound(owed, 36, "not_equal", "at the draw he makes his stake good with {bound}, neither more nor less")
        return replace(equal, law=too_little), replace(equal, law=too_much)
    nothing = Bound(0, too_much, "nothing_owed", "his stake is good already: he draws, or passes")
    # A least of 1 and a most of 0 let no amount pass.
    return replace(nothing, amount=1), nothing


@keeps(36, part="what may be discarded")
def check_discard(game: Game, member: Member, discarded: int, discards: Sequence[Card] | None) -> None:
    """Law 36: refuse a discard of more than five cards, or of a card that the player does not hold.

    Where the law is set aside, he was still dealt no more than five (7), and no others (1).
    """
    too_many, not_his = (36, 36) if game.bound_by(36) else (7, 1)
    if not 0 <= discarded <= HAND:
        raise Refused(too_many, "cannot_discard", f"he has five cards and cannot discard {discarded}")
    if discards is None:
        return
    check_pack(discards, joker="joker" in game.articles.variants)
    original = game.players[member].original
    if original is not None and not set(discards) <= set(original):
        raise Refused(not_his, "cannot_discard", "he discards a card that he does not hold")


@keeps(37)
def check_not_discarded(game: Game, member: Member, cards: Sequence[Card]) -> None:
    """Refuse a show of cards that the player discarded, unless they went through the pack again first (41)."""
    player = game.players[member]
    if player.laid_away:
        return
    if not set(cards).isdisjoint(player.discards):
        raise Refused(37, "discard_shown", "a card he discarded is among those he shows")
    if player.original and len(set(cards).intersection(player.original)) > HAND - player.discarded:
        raise Refused(37, "discard_shown", "more of the cards first dealt to him are shown than he kept")


@keeps(38)
def check_first_draw(game: Game, member: Member) -> None:
    """Refuse a second draw to a player who has drawn, or kept his hand in his turn."""
    if game.players[member].drawn:
        raise Refused(38, "drawn_already", "he has had his draw")


@keeps(39)
def check_given(discarded: int, cards: Sequence[Card] | None) -> None:
    """Refuse a draw in which a player is given more or fewer cards than he discarded."""
    if cards is not None and len(cards) != discarded:
        raise Refused(39, "wrong_number_given", f"he discarded {discarded} and is given as many, not {len(cards)}")


@keeps(39, part="from the top")
def top_of(game: Game, discarded: int, cards: tuple[Card, ...] | None) -> tuple[Card, ...] | None:
    """The cards that a player is given: off the top where the order of the pack is recorded, else those named."""
    if game.pack is None:
        return cards
    top = game.pack[:discarded]
    if cards is not None and cards != top:
        raise Refused(39, "not_from_the_top", "the cards given are not those on top of the recorded pack")
    return top


@keeps(41, part="how many are left")
def cards_left(game: Game) -> int:
    """How many cards the pack still holds, as far as the record knows."""
    whole, players = len(pack("joker" in game.articles.variants)), game.players.values()
    laid_away = sum([p.discarded for p in players if p.laid_away and p.announced is None])
    return max(0, whole + game.collected + laid_away - sum([p.dealt + p.given for p in players]))


@keeps(40, part="an exposed card does not count as left")
def cards_unexposed(game: Game) -> int:
    """How many cards the pack still holds besides those that were exposed in the draw and lie at its bottom."""
    return max(0, cards_left(game) - len(exposed_cards(game)))


def exposed_cards(game: Game) -> set[Card]:
    """The cards that were exposed in the draw since the discards were last collected."""
    return {card for player in game.players.values() for card in player.exposed_in_draw}


@keeps(41)
def check_pack_suffices(game: Game, member: Member, discarded: int, taken: int) -> None:
    """Refuse a draw of more cards than the pack has left. The discards are to be collected first.

    A card that was exposed in the draw (40) is not counted while there are discards to collect. Where the discards
    were collected and nobody recorded how many, the pack held as many as the players then discarded.
    """
    player, left = game.players[member], cards_left(game)
    if player.laid_away and player.announced is None:
        return
    unexposed = left if player.laid_away else cards_unexposed(game)
    if taken > left or discarded > unexposed:
        wanted = max(discarded, taken)
        raise Refused(
            41, "pack_too_short", f"{unexposed} cards are left and {wanted} are wanted: collect the discards first"
        )


@keeps(41, part="as many as announced")
def check_as_announced(game: Game, member: Member, discarded: int) -> None:
    """Law 41: refuse a draw of another number than the player announced before the reshuffle."""
    announced = game.players[member].announced
    if announced not in (None, discarded):
        raise Refused(41, "not_as_announced", f"he announced {announced}, and draws as many")


@keeps(41, part="when the discards are used")
def check_collecting(game: Game, announced: Mapping[Member, int] | None, cut_by: Member | None) -> None:
    """Law 41: refuse to collect the discards while the pack suffices, or where another than the dealer's right cuts.

    `announced` is what each player who has still to draw discards; None where it is not recorded, and then all five
    count.
    """
    drawing = [m for m in draw_order(game) if may_draw(game, m)]
    to_draw = [m for m in drawing if game.players[m].announced is None]
    if cut_by not in (None, right_of_dealer(game)):
        raise Refused(41, "not_to_cut", "the player on the dealer's right cuts the discards")
    if announced is not None and (problem := _problem_of(announced, to_draw)):
        raise Invalid({"announced": [problem]})
    wanted = HAND * len(to_draw) if announced is None else sum(announced.values())
    wanted += sum(game.players[m].announced or 0 for m in drawing)
    if wanted <= cards_unexposed(game):
        raise Refused(41, "pack_suffices", f"{cards_unexposed(game)} cards are left in the pack, which suffices")
    unrecorded = announced is None and any(not game.players[m].laid_away for m in to_draw)
    if not collected_now(game, announced) and not unrecorded:
        raise Refused(41, "nothing_to_collect", "every discard is in the pack already")


def _problem_of(announced: Mapping[Member, int], to_draw: Collection[Member]) -> str:
    if not set(announced) <= set(to_draw):
        return "names somebody who has no draw to come"
    if any(not 0 <= n <= HAND for n in announced.values()):
        return "nobody discards more than five"
    return ""


@keeps(41, part="which discards are used")
def collected_now(game: Game, announced: Mapping[Member, int] | None) -> int:
    """How many discards there are to collect: of the players who have drawn, and of those who announce a number."""
    drawn = [p for p in game.players.values() if p.drawn and not p.discards_back and not p.laid_away]
    return sum(p.discarded for p in drawn) + sum((announced or {}).values())


@keeps(40)
def check_exposed_in_draw(game: Game, card: Card) -> None:
    """Refuse an exposed card that somebody has: a card exposed in the draw comes from the pack and goes back to it."""
    if game.pack is not None and card not in game.pack:
        raise Refused(40, "not_in_pack", "the recorded pack has no such card left")
    check_pack((card,), joker="joker" in game.articles.variants, seen=seen(game))


@keeps(40, part="the card is not his")
def check_not_exposed(game: Game, member: Member, cards: Iterable[Card], taken: int = 0) -> None:
    """Law 40: refuse a player a card that was exposed to him in the draw, unless the pack was drawn to its bottom.

    `taken` is how many cards he draws now.
    """
    exposed = game.players[member].exposed_in_draw
    drawn_to_the_bottom = cards_left(game) - taken < len(exposed_cards(game))
    if not set(exposed).isdisjoint(cards) and not drawn_to_the_bottom:
        raise Refused(40, "exposed_card", "a card that was exposed in the draw went back to the pack, and is not his")


class Given(Struct, frozen=True):
    """The judgment of a draw in which the numbers differ: the law, how many cards he keeps, whether his hand is sound.

    `put_right`: what was given beyond the number asked went back, or what was missing to it was made up.
    """

    law: int
    kept: int
    sound: bool
    put_right: bool = False


@keeps(42, 43, 44, 45, 47, 48, part="when it applies")
def judge(member: Member, dealer: Member, discarded: int, asked: int, given: int, made_right: bool) -> Given | None:
    """What follows from the numbers discarded, asked for and given in a draw; None where they agree (39).

    `made_right`: the difference was pointed out before the cards were raised.
    """
    if discarded == asked == given:
        return None
    if given == discarded:
        return gives_what_was_discarded(discarded)
    if member == dealer:
        return gives_himself_amiss(given)
    if given == asked:
        return gives_what_was_asked(asked)
    if not made_right:
        return raised_amiss(given)
    return takes_back(discarded, asked) if given > asked else makes_up(discarded, asked)


@keeps(42)
def takes_back(discarded: int, asked: int) -> Given:
    """More were given than he asked for, and it was pointed out before they were raised: the surplus goes back.

    If the number he asked for is not the number discarded, 45 applies.
    """
    if asked != discarded:
        return replace(gives_what_was_asked(asked), put_right=True)
    return Given(42, asked, sound=True, put_right=True)


@keeps(43)
def makes_up(discarded: int, asked: int) -> Given:
    """Fewer were given than he asked for, and it was pointed out before they were raised: he is given the rest.

    If the number he asked for is not the number discarded, 45 applies, as under 42.
    """
    if asked != discarded:
        return replace(gives_what_was_asked(asked), put_right=True)
    return Given(43, asked, sound=True, put_right=True)


@keeps(44)
def gives_what_was_discarded(discarded: int) -> Given:
    """He asked for another number than he discarded, and the dealer gave him the number discarded."""
    return Given(44, discarded, sound=True)


@keeps(45)
def gives_what_was_asked(asked: int) -> Given:
    """He was given what he asked for, which is not what he discarded: foul, whether he raised them or not."""
    return Given(45, asked, sound=False)


@keeps(47)
def gives_himself_amiss(given: int) -> Given:
    """A dealer who gives himself another number than he discarded has a foul hand."""
    return Given(47, given, sound=False)


@keeps(48)
def raised_amiss(given: int) -> Given:
    """Drawn cards were raised that do not make five: foul."""
    return Given(48, given, sound=False)


@keeps(48, part="found later")
def check_foul_as_drawn(game: Game, member: Member) -> None:
    """Law 48: a draw can have fouled a hand if its player drew, and the record does not show that he drew rightly."""
    player = game.players[member]
    if not player.drawn:
        raise Invalid({"found": ["he has not drawn yet"]})
    if player.given_known or not player.discarded:
        raise Refused(48, "hand_is_sound", "by the record he was given what he discarded: his hand is not foul")


@keeps(49)
def dealers_number(game: Game) -> int:
    """How many cards the dealer drew. Raises Refused where he has not drawn. `check_may_ask` says who may know."""
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
    """Refuse the question how many cards the dealer drew. A player may ask after his draw until he raises or bets."""
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
    """Whether `reader` may not know how many cards `member` drew.

    While the game runs only the dealer's number is told to another player, if that player asked for it (49).
    """
    was_answered = member == game.dealer and reader in game.players and game.players[reader].asked
    return not game.over and member != reader and not was_answered
