"""A second program for the ranking of hands, against which the first is tested: slow, and made in another way.

A hand is triples of letter, suit and whether the card is the joker. Classes are found by searching strings. Two hands
are compared as players at a table would do it: the cards that both have are thrown out, and the highest that is left
decides. There are no sort keys: the best of several hands are those that no other beats. Only RankingRules is taken
from the program under test.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations

from ledger.laws.hands import RankingRules

Held = tuple[str, str, bool]
Hand = tuple[Held, ...]

LOW = "A23456789TJQK"
SKIPS = ("A3579JK", "2468TQ")
CLASSES = (
    *("sequence_flush", "fours", "full", "flush", "sequence", "skip_sequence"),
    *("threes", "blaze", "two_pairs", "pair", "none"),
)


def read(cards: Sequence[str], joker_as: str | None = None) -> Hand:
    return tuple((*joker_as, True) if card == "Jo" else (*card, False) for card in cards)


def ten_to_ace(hand: Hand, rules: RankingRules) -> bool:
    if {letter for letter, _, _ in hand} != set("TJQKA"):
        return False
    by_joker = any(letter == "A" and is_joker for letter, _, is_joker in hand)
    return rules.ace_high_sequences or (by_joker and rules.joker_ace_ends == "as_the_book")


@lru_cache(maxsize=64)
def kind(hand: Hand, rules: RankingRules) -> str:
    letters = [letter for letter, _, _ in hand]
    low = "".join(sorted(letters, key=LOW.index))
    one_suit = all(suit == hand[0][1] for _, suit, _ in hand)
    alike = sorted(Counter(letters).values())
    court = "JQKA" if rules.blaze_aces == "court" else "JQK"
    in_sequence = low in LOW or ten_to_ace(hand, rules)
    tests = {
        "sequence_flush": in_sequence and one_suit,
        "fours": alike == [1, 4],
        "full": alike == [2, 3],
        "flush": one_suit,
        "sequence": in_sequence,
        "skip_sequence": rules.skip_sequence and any(low in row for row in SKIPS),
        "threes": alike == [1, 1, 3],
        "blaze": rules.blaze and all(letter in court for letter in letters),
        "two_pairs": alike == [1, 2, 2],
        "pair": alike == [1, 1, 1, 2],
        "none": True,
    }
    return next(name for name in CLASSES if tests[name])


def level(held: Held, ace: float = 13) -> float:
    """What a card counts: 0 to 13, half a step more for the joker; the ace counts 0 where it is low."""
    letter, _, is_joker = held
    return (ace if letter == "A" else LOW.index(letter)) + is_joker / 2


def head(hand: Hand, rules: RankingRules, hand_kind: str) -> Held:
    ace_heads = hand_kind in ("sequence", "sequence_flush") and ten_to_ace(hand, rules)
    return max(hand, key=lambda held: level(held, 13 if ace_heads else 0))


def groups_of(hand: Hand, size: int) -> list[Hand]:
    """The cards of which the hand has `size`, a group for each rank: higher ranks first, the joker before its like."""
    letters = [letter for letter, _, _ in hand]
    letters_held = sorted({letter for letter in letters if letters.count(letter) == size}, key=(LOW + "A").rindex)
    return [high_first(tuple(held for held in hand if held[0] == letter)) for letter in letters_held[::-1]]


def high_first(hand: Hand) -> Hand:
    return tuple(sorted(hand, key=level, reverse=True))


@lru_cache(maxsize=64)
def compared(hand: Hand, rules: RankingRules, hand_kind: str) -> tuple[Hand, Hand]:
    """The cards compared one after another, and those of which the highest untied one counts."""
    match hand_kind:
        case "sequence_flush" | "sequence" | "skip_sequence":
            return (head(hand, rules, hand_kind),), ()
        case "fours":
            return groups_of(hand, 4)[0][:1], ()
        case "full" | "threes":
            return groups_of(hand, 3)[0][:1], ()
        case "blaze":
            return high_first(hand)[: 1 if rules.blaze_cards == "highest" else 5], ()
        case "two_pairs":
            higher, lower = groups_of(hand, 2)
            fifth = groups_of(hand, 1)[0] if rules.two_pair_fifth == "counts" else ()
            return (higher[0], lower[0], *fifth), ()
        case "pair":
            return groups_of(hand, 2)[0][:1], tuple(held for (held,) in groups_of(hand, 1))
        case _:
            return (), hand


def duel(left: Hand, right: Hand, rules: RankingRules, struck: Sequence[float] = ()) -> float:
    """More than 0 if the first hand wins, less if the second does, 0 if they share."""
    first, second = kind(left, rules), kind(right, rules)
    if first != second:
        return CLASSES.index(second) - CLASSES.index(first)
    if first == "flush" and (left[0][1] == "h") != (right[0][1] == "h"):
        return 1 if left[0][1] == "h" else -1
    (in_turn, untied), (in_turn_2, untied_2) = compared(left, rules, first), compared(right, rules, first)
    for held, held_2 in zip(in_turn, in_turn_2, strict=True):
        if level(held) != level(held_2):
            return level(held) - level(held_2)
    mine, theirs = [level(held) for held in untied], [level(held) for held in untied_2]
    mine_left = [card_level for card_level in mine if card_level not in struck and card_level not in theirs]
    theirs_left = [card_level for card_level in theirs if card_level not in struck and card_level not in mine]
    if mine_left or theirs_left:
        return max(mine_left, default=-1) - max(theirs_left, default=-1)
    return heart_duel(left, right, rules, first)


def heart_duel(left: Hand, right: Hand, rules: RankingRules, hand_kind: str) -> int:
    """What hearts decide between hands that are otherwise equal, as a number like that of `duel`."""
    if hand_kind == "sequence_flush":
        return 0 if rules.hearts == "flush_only" else (left[0][1] == "h") - (right[0][1] == "h")
    if rules.hearts != "always" and not (rules.hearts == "top_card" and hand_kind == "sequence"):
        return 0
    for letter in "AKQJT98765432":
        has, has_2 = (heart_at(letter, hand, rules, hand_kind) for hand in (left, right))
        if has or has_2:
            return has - has_2
    return 0


def heart_at(letter: str, hand: Hand, rules: RankingRules, hand_kind: str) -> bool:
    in_turn, untied = compared(hand, rules, hand_kind)
    looked_at = {rank for rank, _, _ in in_turn + untied}
    return letter in looked_at and any(rank == letter and suit == "h" for rank, suit, _ in hand)


def best_naming(cards: Sequence[str], rules: RankingRules) -> Hand:
    """The hand under the best of all the names its joker may have."""
    best, *rivals = namings(cards)
    for rival in rivals:
        if duel(rival, best, rules) > 0:
            best = rival
    return best


def best_kind(cards: Sequence[str], rules: RankingRules) -> str:
    """The best class that a hand with the joker may be named into."""
    return min((kind(hand, rules) for hand in namings(cards)), key=CLASSES.index)


def namings(cards: Sequence[str]) -> list[Hand]:
    names = [rank + suit for rank in LOW for suit in "cdhs" if rank + suit not in cards]
    return [read(cards, named) for named in names]


def placed(hands: Mapping[str, Hand], rules: RankingRules) -> list[set[str]]:
    """The contenders in groups, the best first."""
    rest, groups = dict(hands), []
    while rest:
        struck = matched(list(rest.values()), rules) if rules.untied_card == "all_hands" else []
        beaten = set()
        for left, right in combinations(rest, 2):
            won = duel(rest[left], rest[right], rules, struck)
            beaten |= {right} if won > 0 else {left} if won < 0 else set()
        groups.append(set(rest) - beaten)
        rest = {player: rest[player] for player in beaten}
    return groups


def matched(hands: list[Hand], rules: RankingRules) -> list[float]:
    """The levels that two or more hands of the best class among these share."""
    best = min((kind(hand, rules) for hand in hands), key=CLASSES.index)
    times_of: Counter[float] = Counter()
    for hand in hands:
        if kind(hand, rules) == best:
            times_of.update({level(held) for held in hand})
    return [card_level for card_level, times in times_of.items() if times > 1]
