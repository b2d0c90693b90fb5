"""The end of a game: the hands are valued, the pool divided, and the settlement made."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from ledger.articles import Articles
from ledger.events.game import GameSettled, GameUnopened, Phase
from ledger.events.settlement import Awarded, ClaimedMoney, NamedHand, Penalty, Reward, Settlement, Source
from ledger.laws.division import Award, Division, DivisionReadings, PoolSources, divide
from ledger.laws.jackpot import after_unopened, false_opener, is_jack_pot, might_have_named, penalty, step_up
from ledger.laws.ranking import HandClass, HandValue, RankingRules, name, rank_contenders, value
from ledger.laws.readings import DEFAULTS
from ledger.seats import Member, round_from_left_of
from ledger.state.game import Game


class Outcome(Struct, frozen=True):
    """The division of a pool, its penalties, and the openers of the jack-pot that it leaves (None: no jack-pot).

    `penalties_carried`: the penalties go into the next pool; else they are part of the pool divided.
    """

    division: Division
    penalties: tuple[Penalty, ...] = ()
    minimum: str | None = None
    penalties_carried: bool = True


def ending(game: Game) -> GameSettled | GameUnopened:
    """The event that ends a game whose last act has been recorded."""
    if game.phase == Phase.UNOPENED:
        document = _unopened(game)
        law = 31 if is_jack_pot(game) else 29
        return GameUnopened(step=game.step, law=law, settlement=document, turn=game.turn)
    document = settle(game)
    return GameSettled(step=game.step, law=_deciding_law(game, document), settlement=document, turn=game.turn)


def _deciding_law(game: Game, document: Settlement) -> int:
    """The law that the record names for the whole settlement."""
    if not document.awards:
        return 33
    if _found_foul_at_the_end(game):
        return 64
    if any(p.demand for p in game.players.values()):
        return 60
    return 59 if _was_called(game) else 58


def _was_called(game: Game) -> bool:
    """Whether anybody called the last bet, even if he later refused to show."""
    still_in = len(game.in_game)
    if still_in != 1:
        return still_in > 1
    return any(p.threw_away for p in game.players.values()) or _found_foul_at_the_end(game)


def _found_foul_at_the_end(game: Game) -> bool:
    """Whether a hand was found foul at the show (64)."""
    return any(p.foul == 64 for p in game.players.values())


def settle(game: Game) -> Settlement:
    """The settlement of an opened game, from its record alone (58 to 60, 64, 76, 33, the kitty)."""
    rules = rules_of(game.articles)
    values = hand_values(game, rules)
    without_openers = false_opener(game, rules)
    outcome = _divide(game, _ranking(game, values, rules), without_openers)
    rewarded = {m: hand for m, hand in values.items() if m != without_openers}
    reward = _reward(game, rewarded, outcome.division.kitty)
    return _document(game, values, outcome, reward)


def hand_values(game: Game, rules: RankingRules) -> dict[Member, HandValue]:
    """The hands shown whole by those still in the game, in the order in which they showed."""
    order = round_from_left_of(game.seats, game.last_actor) if game.last_actor else game.seats
    return {
        m: value(shown.cards, rules, shown.joker_as)
        for m in order
        if (shown := game.players[m].shown) and shown.cards and not game.players[m].retired
    }


def _ranking(game: Game, values: Mapping[Member, HandValue], rules: RankingRules) -> Sequence[Sequence[Member]]:
    if len(game.in_game) == 1:
        return (game.in_game,)
    if not game.in_game:
        # The opener of a jack-pot won alone, and would not show or was found to hold a foul hand (64): he would have
        # claimed it all, and has no openers (33).
        assert game.opener is not None
        return ((game.opener,),)
    return rank_contenders(values, rules)


def _sources(game: Game, penalties: int = 0) -> PoolSources:
    return PoolSources(
        ante={m: p.ante for m, p in game.players.items()},
        stakes={m: p.stake for m, p in game.players.items()},
        dead=game.carried_in + sum([p.payment for p in game.players.values()]) + penalties,
    )


def _division(
    game: Game, ranking: Sequence[Sequence[Member]], false_opener: Member | None, penalties: int = 0
) -> Division:
    kitty = game.articles.kitty
    return divide(
        _sources(game, penalties),
        ranking,
        {m: p.demand for m, p in game.players.items() if p.demand},
        round_from_left_of(game.seats, game.dealer),
        division_readings(game.articles),
        kitty=kitty.amount if kitty else 0,
        false_opener=false_opener,
        called=_was_called(game),
        has_kitty=kitty is not None,
    )


def _divide(game: Game, ranking: Sequence[Sequence[Member]], opener: Member | None) -> Outcome:
    """Divide the pool. Law 33 follows if there is an `opener` who could not prove his openers."""
    if opener is None:
        return Outcome(_division(game, ranking, None))
    unnamed = might_have_named(game.players[opener])
    penalties = (Penalty(player=opener, amount=penalty(game), law=33, unnamed=unnamed),)
    division = _division(game, ranking, opener)
    if division.forfeited:
        assert game.minimum is not None
        return Outcome(division, penalties, step_up(game.minimum))
    if game.reading("false_opener_loses") == "penalty":
        return Outcome(_division(game, ranking, None, penalty(game)), penalties, penalties_carried=False)
    return Outcome(division)


def _reward(game: Game, values: Mapping[Member, HandValue], set_aside: int) -> Reward | None:
    """The reward of the first hand shown of the agreed class or a better one: the kitty with this game's share in it.

    `values` are the hands that may take it: a false opener takes no reward.

    None where the kitty is no reward, where it is empty, or where no such hand was shown.
    """
    kitty = game.articles.kitty
    if kitty is None or kitty.purpose != "reward" or kitty.hand_class is None:
        return None
    classes = list(HandClass)
    at_least = classes[: classes.index(HandClass(kitty.hand_class)) + 1]
    winner = next((m for m, v in values.items() if v.hand_class in at_least), None)
    amount = game.kitty + set_aside
    return Reward(player=winner, amount=amount) if winner and amount else None


def _document(game: Game, values: Mapping[Member, HandValue], outcome: Outcome, reward: Reward | None) -> Settlement:
    division = outcome.division
    awards = tuple([_awarded(award) for award in division.awards])
    gained = dict.fromkeys(game.seats, 0)
    for paid in (*awards, *((reward,) if reward else ())):
        gained[paid.player] += paid.amount
    for fine in outcome.penalties:
        gained[fine.player] -= fine.amount
    for refund in game.refunds:
        gained[refund.payer] -= refund.amount
        gained[refund.payee] += refund.amount
    carried = division.carried + (sum(p.amount for p in outcome.penalties) if outcome.penalties_carried else 0)
    funds = {m: p.funds + gained[m] for m, p in game.players.items()}
    advances = {m: -n for m, n in funds.items() if n < 0}
    return Settlement(
        pool=game.pool,
        carried_in=game.carried_in,
        awards=awards,
        refunds=game.refunds,
        penalties=outcome.penalties,
        kitty=division.kitty,
        reward=reward,
        carried_out=carried,
        minimum=outcome.minimum,
        hands=tuple([_named(m, hand) for m, hand in values.items()]),
        results={m: gained[m] - p.total - p.payment for m, p in game.players.items()},
        funds={m: max(n, 0) for m, n in funds.items()},
        advances=advances,
        laws=_laws(game, awards, outcome),
        readings=dict(game.articles.readings),
        edition=game.edition,
    )


def _awarded(award: Award) -> Awarded:
    claims = [
        ClaimedMoney(source=Source(kind=c.kind, player=c.player), amount=c.amount, law=c.law) for c in award.claims
    ]
    return Awarded(player=award.player, amount=award.amount, claims=tuple(claims))


def _named(member: Member, hand: HandValue) -> NamedHand:
    return NamedHand(player=member, cards=hand.cards, hand_class=str(hand.hand_class), name=name(hand))


def _laws(game: Game, awards: Sequence[Awarded], outcome: Outcome) -> tuple[int, ...]:
    """The laws that decided the settlement, in their order."""
    used = {c.law for a in awards for c in a.claims} | {p.law for p in outcome.penalties} | _laws_of_foul_hands(game)
    if is_jack_pot(game):
        used.add(33)
    return tuple(sorted(used))


def _laws_of_foul_hands(game: Game) -> set[int]:
    """The laws by which hands were foul, and by which refunds are due for them."""
    return {p.foul for p in game.players.values() if p.foul} | {r.law for r in game.refunds}


def _unopened(game: Game) -> Settlement:
    """The settlement of an unopened game: the pool is carried (29) to a jack-pot for the next openers (30 to 32)."""
    empty = Division(awards=(), kitty=0, carried=game.pool, forfeited=0)
    document = _document(game, {}, Outcome(empty, minimum=after_unopened(game)), None)
    carried_by = (31, 32) if is_jack_pot(game) else (29, 30)
    return replace(document, laws=tuple(sorted({*carried_by, *_laws_of_foul_hands(game)})))


def rules_of(articles: Articles) -> RankingRules:
    """The variants and readings that bear on the ranking of hands."""
    variants, readings = articles.variants, articles.readings
    return _ranking_rules(
        blaze="blaze" in variants,
        joker="joker" in variants,
        skip_sequence="skip_sequence" in variants,
        ace_high_sequences="ace_high_sequences" in variants,
        untied_card=readings["untied_card"],
        hearts=readings["hearts"],
        two_pair_fifth=readings["two_pair_fifth"],
        joker_ace_ends=readings["joker_ace_ends"],
        # Articles that were agreed before this reading was in the register have no value for it.
        blaze_cards=readings.get("blaze_cards", DEFAULTS["blaze_cards"]),
        blaze_aces=readings["blaze_aces"],
    )


_ranking_rules = lru_cache(maxsize=4)(RankingRules)
"""A club plays by few rules, and what hands are worth by them is kept with them."""


def division_readings(articles: Articles) -> DivisionReadings:
    """The readings that bear on the division of a pool."""
    readings = articles.readings
    return _division_readings(
        side_show_ante=readings["side_show_ante"],
        side_show_dead=readings["side_show_dead"],
        side_show_next=readings["side_show_next"],
        side_show_tie=readings["side_show_tie"],
        odd_counter=readings["odd_counter"],
    )


_division_readings = lru_cache(maxsize=4)(DivisionReadings)
