"""The readings: points on which the letter of the laws leaves a club a choice, each with a default.

A reading belongs to the articles of a sitting; where the articles are silent the default holds. A default follows the
letter of the laws first (law 77), then the book's description of the game, then the rule that nobody wins from another
more than he staked against him.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ledger.refusals import Invalid


class UnknownReading(ValueError):
    """There is no such reading, or it has no such value. The message names it and lists what is allowed."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A doubtful point of the laws, and the values that a club may choose for it.

    `laws` are the laws that it concerns, `about` the variants that it concerns besides (joker, blaze). `values` maps
    each lawful value to its meaning, the default first; `ground` says why that is the default.
    """

    name: str
    laws: tuple[int, ...]
    default: str
    values: Mapping[str, str]
    ground: str
    about: tuple[str, ...] = ()


_BOOK = (
    Reading(
        name="straddle_cap",
        laws=(22,),
        default="highest",
        values={
            "highest": "each straddle by itself may come to half the limit",
            "sum": "the ante and all straddles added up may come to half the limit",
        },
        ground="a straddle is the ante raised, so the cap measures how high the ante has been raised",
    ),
    Reading(
        name="straddle_gap",
        laws=(21,),
        default="open",
        values={
            "open": "a player who declines to straddle leaves it open to those after him, No. 1 excepted",
            "ends": "the first player to decline ends the straddling for everybody",
        },
        ground="the law makes only the beginning depend on one player, and that is No. 1",
    ),
    Reading(
        name="opening_minimum",
        laws=(25,),
        default="raised",
        values={
            "raised": "an opener stakes at least twice the last straddle",
            "together": "an opener stakes at least twice the sum of the ante and every straddle",
            "ante": "an opener stakes at least twice the ante, and never less than the highest stake",
        },
        ground="a straddle raises the ante, so the ante to be doubled is the last straddle",
    ),
    Reading(
        name="jackpot_ante",
        laws=(20, 30),
        default="besides",
        values={
            "besides": "in a jack-pot the ante is staked on top of the payments, and may be straddled",
            "replaced": "the payments stand in place of an ante: there is no straddling, "
            "stakes start at nothing, and the ante-man keeps the last say",
        },
        ground="law 20 makes no exception for jack-pots; the other value is a custom",
    ),
    Reading(
        name="misdeal_stakes",
        laws=(12,),
        default="stand",
        values={
            "stand": "stakes and passes made before the misdeal hold, and the say resumes where it broke off",
            "returned": "stakes and passes made before the misdeal are undone, and the say starts afresh",
        },
        ground="a pass is final by law 27 and a bet by law 55",
    ),
    Reading(
        name="demand_when",
        laws=(60,),
        default="stake_raised",
        values={
            "stake_raised": "a show may be demanded once any stake of the player's has been raised",
            "bet_raised": "a show may be demanded only once his own betting since the draw has been raised",
        },
        ground="staking before the draw is betting too",
    ),
    Reading(
        name="short_draw",
        laws=(36, 60),
        default="pat",
        values={
            "pat": "whoever demands a show before the draw plays the five cards he was dealt",
            "draws": "whoever demands a show before the draw may still draw",
        },
        ground="law 36 lets only those draw who have made their stake good",
    ),
    Reading(
        name="side_show_ante",
        laws=(60,),
        default="besides",
        values={
            "besides": "a demander claims the ante money first, and his amount is counted on what else each staked",
            "within": "ante money of players in at the demand counts toward the amount claimed from them; "
            "that of players retired by then is claimed on top",
        },
        ground="the letter of law 60 names the ante as a claim of its own",
    ),
    Reading(
        name="side_show_dead",
        laws=(60,),
        default="remainder",
        values={
            "remainder": "payments, penalties and what was carried in are outside a demander's claim",
            "claimed": "payments, penalties and what was carried in go to a demander if his hand is best",
        },
        ground="the letter of law 60 does not list them among his claims",
    ),
    Reading(
        name="side_show_next",
        laws=(60,),
        default="for_that_amount",
        values={
            "for_that_amount": "a next best hand that demanded too claims its own amount only, and so on",
            "whole": "the next best hand takes everything left, even if it demanded too",
        },
        ground="whoever demands is shown for what he put in and for no more",
    ),
    Reading(
        name="side_show_tie",
        laws=(60, 76),
        default="by_slice",
        values={
            "by_slice": "in a tie a demander shares only those slices of the pool he was entitled to",
            "whole_pool": "tied best hands divide all of the pool equally",
        },
        ground="a tie cannot give a demander a share of what he could not have claimed alone",
    ),
    Reading(
        name="untied_card",
        laws=(69, 74, 75),
        default="successive",
        values={
            "successive": "compare the highest cards, then the next among the hands still level, and so on",
            "all_hands": "strike out every card on which competing hands of the class tie, then compare what is left",
        },
        ground="the description compares so, and a hand once beaten competes no longer",
    ),
    Reading(
        name="hearts",
        laws=(66, 69, 70),
        default="flushes",
        values={
            "flushes": "hearts prevail between flushes, and between equal sequence flushes",
            "flush_only": "hearts prevail between flushes and nowhere else",
            "top_card": "as flushes, and between equal plain sequences the one headed by a heart wins",
            "always": "a tie of any class is won by the hand whose heart is at the highest rank compared",
        },
        ground="law 69 prefers hearts between flushes, and a clause of law 70 extends it to law 66; "
        "the widest value rests on the description alone",
    ),
    Reading(
        name="two_pair_fifth",
        laws=(73,),
        default="share",
        values={
            "share": "hands with the same two pairs share, whatever their fifth cards",
            "counts": "between hands with the same two pairs the higher fifth card wins",
        },
        ground="the letter of law 73 stops at the lower pair",
    ),
    Reading(
        name="joker_ace_ends",
        laws=(71,),
        about=("joker",),
        default="as_the_book",
        values={
            "as_the_book": "a joker named as the ace completes ten to king, the highest sequence then",
            "law_71": "not even a joker named as the ace can follow the king",
        },
        ground="the book's own example of the joker makes that sequence",
    ),
    Reading(
        name="blaze_cards",
        laws=(),
        about=("blaze",),
        default="successive",
        values={
            "successive": "between two blazes the highest card decides, then the next, through all five",
            "highest": "between two blazes the highest card alone decides, and equal ones share",
        },
        ground="the description compares hands card by card, from the highest down",
    ),
    Reading(
        name="blaze_aces",
        laws=(),
        about=("blaze",),
        default="court",
        values={
            "court": "an ace is a court card, and the best of them",
            "plain": "the court cards are knave, queen and king only",
        },
        ground="the book's description of the blaze ranks an ace in it",
    ),
    Reading(
        name="odd_counter",
        laws=(76,),
        default="eldest",
        values={
            "eldest": "odd units go one each to the sharers, beginning on the dealer's left",
            "carried": "odd units are carried into the next pool",
            "kitty": "odd units go to the kitty, or are carried where there is none",
        },
        ground="the book is silent; from the dealer's left is the order in which it deals, draws and bets",
    ),
    Reading(
        name="false_opener_loses",
        laws=(33,),
        default="nothing",
        values={
            "nothing": "an opener without openers pays nothing if he wins nothing; an ordinary game follows",
            "penalty": "an opener still in at the show who loses is tested too, and failing pays double "
            "the ante into the pool then won; an ordinary game follows",
        },
        ground="the letter of law 33 penalises only an opener who wins",
    ),
)

READINGS: Mapping[str, Reading] = MappingProxyType({reading.name: reading for reading in _BOOK})

DEFAULTS: Mapping[str, str] = MappingProxyType({name: reading.default for name, reading in READINGS.items()})


def complete(chosen: Mapping[str, str]) -> dict[str, str]:
    """All readings with their values: those chosen, and the defaults of the others.

    Raises UnknownReading for a name or a value that is not in the register.
    """
    for name, value in chosen.items():
        if name not in READINGS:
            raise UnknownReading(f"there is no reading {name!r}; the readings are {_listed(READINGS)}")
        if value not in READINGS[name].values:
            allowed = _listed(READINGS[name].values)
            raise UnknownReading(f"the reading {name} has no value {value!r}; it may be {allowed}")
    return {name: chosen.get(name, default) for name, default in DEFAULTS.items()}


def check_readings(field: str, chosen: Mapping[str, str]) -> None:
    """Raise Invalid, naming the field that holds them, for a name or a value that is not in the register."""
    try:
        complete(chosen)
    except UnknownReading as unknown:
        raise Invalid({field: [str(unknown)]}) from None


def departures(readings: Mapping[str, str]) -> dict[str, str]:
    """The readings whose value is not the default. Raises UnknownReading as `complete` does."""
    return {name: value for name, value in complete(readings).items() if value != DEFAULTS[name]}


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words)
