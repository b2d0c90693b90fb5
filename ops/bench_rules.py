"""What the rules cost: `python -m ops.bench_rules` values hands and replays a game in memory, beside pokerkit.

pokerkit is measured in the same run: its high hands, and its game with a single draw, no-limit deuce-to-seven
lowball. That game is played with the same seats, cards, stakes and draws as ours, except that the lowest hand wins.
pokerkit keeps no record from which a game could be folded. So both of our replays are compared with its one, which
plays the game again and judges every act.

Every round measures all the ways one after another, so that noise on the machine affects each of them; the median
round counts. Only the ratios can be compared between machines.
"""

import random
import time
import warnings
from collections.abc import Callable, Mapping
from functools import partial
from statistics import median
from typing import Any

import click

from ledger.articles import Articles
from ledger.cards import JOKER, Card, pack
from ledger.events.base import Event
from ledger.events.game import FoundBy, GameBegun, Phase, Turn
from ledger.laws.ranking import RankingRules, value
from ledger.laws.readings import complete
from ledger.play.commands import Command, Deal, Draw, Pass, Show, Stake
from ledger.play.decide import decide
from ledger.state.game import Game
from ledger.state.game_fold import fold

Way = Callable[[], int]
"""Does some work, and returns how many hands or games that was."""

HANDS = 1_000
HANDS_WITH_THE_JOKER = 50
GAMES = 20

MODIFICATIONS = {
    "plain": RankingRules(),
    "with blaze": RankingRules(blaze=True),
    "with skip sequence": RankingRules(skip_sequence=True),
    "with ace-high sequences": RankingRules(ace_high_sequences=True),
    "joker in the pack": RankingRules(joker=True),
}

BEGUN = GameBegun(
    sitting="bench",
    number=1,
    articles=Articles(ante=3, limit=12, readings=complete({})),
    table=tuple("ABCDE"),
    seats=tuple("ABCDE"),
    dealer="A",
    dealer_by=FoundBy.NAMED,
    ante_man="B",
    funds=dict.fromkeys("ABCDE", 100),
    ante=3,
    payments={},
    carried_in=0,
    minimum=None,
    kitty=0,
    edition="bench",
    turn=Turn(phase=Phase.ANTE),
)
FIRST_HANDS = {
    "B": "Kh Kd 5h 6c 9d",
    "C": "Ah Ad 5c 6d 9s",
    "D": "Jh Jd 7d 8c 3h",
    "E": "Th Td 4c 8h 3c",
    "A": "2s 3s 4s 5s 7h",
}
DRAWS = (("5h 6c 9d", "2c 2d 7s"), ("5c 6d", "3d 4h"), ("7d 8c 3h", "Ks Qs 9c"))
"""What B, C and D throw away, and what each is given for it."""


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(text.split())


COMMANDS: tuple[Command, ...] = (
    Deal(cards={player: _cards(hand) for player, hand in FIRST_HANDS.items()}),
    *(Stake(amount=6), Stake(amount=6), Pass(), Pass(), Stake(amount=3)),
    *(Draw(discard=_cards(old), cards=_cards(new)) for old, new in DRAWS),
    *(Stake(amount=6), Stake(amount=12), Stake(amount=12), Stake(amount=6)),
    *(Show(cards=_cards(hand)) for hand in ("Jh Jd Ks Qs 9c", "Kh Kd 2c 2d 7s", "Ah Ad 9s 3d 4h")),
)


def recorded() -> tuple[Event, ...]:
    """The events of the game: its beginning, sixteen acts, and its settlement."""
    events: tuple[Event, ...] = (BEGUN,)
    game = fold(events)
    for command in COMMANDS:
        new, game = decide(game, command)
        events += new
    return events


def folded(events: tuple[Event, ...]) -> int:
    """Replay the game from its events, as reading it from the store does."""
    for _ in range(GAMES):
        fold(events)
    return GAMES


def decided_again() -> int:
    """Replay the game from its acts, each judged anew, as an audit or a what-if does."""
    for _ in range(GAMES):
        game: Game = fold((BEGUN,))
        for command in COMMANDS:
            _, game = decide(game, command)
    return GAMES


def valued(rules: RankingRules, hands: list[tuple[Card, ...]]) -> int:
    """Value each hand; how many there are."""
    for hand in hands:
        value(hand, rules)
    return len(hands)


def our_ways(seed: int) -> dict[str, Way]:
    """Our ways, by name. The hands follow from the seed; a joker stands for the card that serves best."""
    rng = random.Random(seed)
    hands = [tuple(rng.sample(pack(), 5)) for _ in range(HANDS)]
    jokers = [(*rng.sample(pack(), 4), JOKER) for _ in range(HANDS_WITH_THE_JOKER)]
    ways: dict[str, Way] = {f"hands, {name}": partial(valued, rules, hands) for name, rules in MODIFICATIONS.items()}
    ways["hands, joker held"] = partial(valued, RankingRules(joker=True), jokers)
    ways["games, folded"] = partial(folded, recorded())
    ways["games, decided again"] = decided_again
    return ways


# ---- pokerkit


def other_ways(seed: int) -> dict[str, Way]:
    """pokerkit's ways, by name: its hands, from cards that are parsed already, and its game."""
    # pokerkit builds its tables when it is imported, with warnings of Python that do not matter here.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pokerkit import Card as TheirCard
        from pokerkit import StandardHighHand
    rng = random.Random(seed)
    hands = [tuple(TheirCard.parse("".join(rng.sample(pack(), 5)))) for _ in range(HANDS)]

    def their_hands() -> int:
        for hand in hands:
            _ = StandardHighHand(hand).entry
        return len(hands)

    return {"hands, pokerkit": their_hands, "games, pokerkit": _their_game()}


def _their_game() -> Way:
    from pokerkit import Automation, NoLimitDeuceToSevenLowballSingleDraw

    automations = (
        *(Automation.ANTE_POSTING, Automation.BLIND_OR_STRADDLE_POSTING, Automation.BET_COLLECTION),
        *(Automation.HAND_KILLING, Automation.CHIPS_PUSHING, Automation.CHIPS_PULLING),
    )
    # The card to burn is named: a random one might be a card that is drawn later, and pokerkit warns of that.
    # Our ante-man's ante is the blind of pokerkit's first seat, so its seats run from B round to A.
    terms = NoLimitDeuceToSevenLowballSingleDraw(automations, True, 0, (3, 0, 0, 0, 0), 3)
    dealt = [hand.replace(" ", "") for hand in FIRST_HANDS.values()]
    draws = [(old.replace(" ", ""), new.replace(" ", "")) for old, new in DRAWS]

    def play() -> Any:
        state = terms((100,) * 5, 5)
        for hand in dealt:
            state.deal_hole(hand)
        state.complete_bet_or_raise_to(6)
        state.check_or_call()
        state.fold()
        state.fold()
        state.check_or_call()
        for old, _ in draws:
            state.stand_pat_or_discard(old)
        state.burn_card("As")
        for _, new in draws:
            state.deal_hole(new)
        state.complete_bet_or_raise_to(6)
        state.complete_bet_or_raise_to(12)
        state.check_or_call()
        state.check_or_call()
        while state.status:
            state.show_or_muck_hole_cards(True)
        return state

    def their_games() -> int:
        for _ in range(GAMES):
            play()
        return GAMES

    if sorted(play().stacks) != [82, 82, 100, 100, 136]:
        raise RuntimeError("pokerkit's game did not end with our pool of 54")
    return their_games


# ---- rounds


def rates(ways: Mapping[str, Way], rounds: int, seconds: float) -> dict[str, float]:
    """How much each way does in a second: the median of the rounds."""
    measured: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            measured[name].append(_rate(way, seconds))
    return {name: median(of_rounds) for name, of_rounds in measured.items()}


def _rate(way: Way, seconds: float) -> float:
    count, begun = 0, time.perf_counter()
    while (taken := time.perf_counter() - begun) < seconds:
        count += way()
    return count / taken


@click.command(help=__doc__)
@click.option("--rounds", default=7, show_default=True, help="How many rounds; the median counts.")
@click.option("--seconds", default=0.3, show_default=True, help="How long each way is measured in a round.")
@click.option("--seed", default=1896, show_default=True, help="The seed of the hands.")
def main(rounds: int, seconds: float, seed: int) -> None:
    ways = our_ways(seed)
    try:
        ways |= other_ways(seed)
    except ImportError:
        click.echo("pokerkit is not installed (`pip install -e .[test]`): only our own rates follow", err=True)
    measured = rates(ways, rounds, seconds)
    click.echo(f"seed {seed}, {rounds} rounds of {seconds} s each; last column: ratio to pokerkit's rate")
    for name, rate in measured.items():
        beside = measured.get(f"{name.split(',')[0]}, pokerkit")
        click.echo(f"{name:32} {rate:10.0f}/s" + (f" {rate / beside:8.2f}" if beside else ""))


if __name__ == "__main__":
    main()
