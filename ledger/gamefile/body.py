"""The lines of a game file below its head: what the bank does, what the players do, what is expected."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from ledger.events.game import Phase
from ledger.gamefile import acts as acts_of_game
from ledger.gamefile import entries
from ledger.gamefile.head import HEAD, minimum_of_jack_pot
from ledger.gamefile.lines import (
    Act,
    AsPlayed,
    Close,
    ExpectCarried,
    ExpectCash,
    ExpectHas,
    ExpectHolds,
    ExpectKitty,
    ExpectLaws,
    ExpectNextDealer,
    ExpectOwes,
    ExpectPays,
    ExpectPhase,
    ExpectPool,
    ExpectRefused,
    ExpectResults,
    ExpectRewarded,
    ExpectTakes,
    ExpectTurn,
    Name,
    Record,
    StartGame,
)
from ledger.gamefile.patterns import by_player
from ledger.gamefile.payouts import read_payout
from ledger.gamefile.suggestions import closest
from ledger.gamefile.words import Words

T = TypeVar("T")


def read_act(words: Words) -> tuple[Act, ...]:
    """The acts of a line: one, or one for each player if the line names several. Raises Misread."""
    acts: tuple[Act, ...]
    if words.sees(*acts_of_game.ALONE):
        acts = (Record(acts_of_game.read_act(words, None)),)
    elif words.sees(*STARTS):
        acts = STARTS[words.word("an act")](words)
    elif entered := entries.read_entries(words):
        acts = entered
    elif words.strange or (words.players is None and _seems_misspelt(words)):
        expected = "a player's name, or a word as in `poolbook help gamefile`: counters, game, deal …"
        raise words.wrong(expected, (*(words.players or ()), *FIRST_WORDS, *HEAD))
    else:
        acts = (Record(acts_of_game.read_act(words, words.name())),)
    words.end()
    return acts


def _seems_misspelt(words: Words) -> bool:
    """Whether the next word resembles one that begins a line, and none follows it that follows a name."""
    verb_follows = any(map(words.follows, acts_of_game.VERBS))
    return words.next is not None and not verb_follows and bool(closest(words.next.text, (*FIRST_WORDS, *HEAD)))


def _by_name(words: Words, take: Callable[[], T]) -> dict[Name, T]:
    """Take names, each followed by a value, with commas between them. Raises Misread if a name comes twice."""
    return by_player(words.several(lambda: (words.name(), take())))


def _game(words: Words) -> tuple[Act, ...]:
    if words.sees_number():
        number = words.amount("the number of a game")
        words.expect("as", "played")
        return (AsPlayed(number),)
    dealer = words.name() if words.accept("dealer") else None
    out = words.several(words.name) if words.accept("sitting", "out") else ()
    return (StartGame(dealer=dealer, sitting_out=out),)


def _close(words: Words) -> tuple[Act, ...]:
    if not words.accept(","):
        return (Close(),)
    words.expect("the")
    if words.accept("kitty"):
        return (_close_by_consent(words, Close(kitty_to_club=True)),)
    words.expect("pool")
    if words.accept("stands", "over"):
        close = Close(stands_over=True)
        if not words.accept(","):
            return (close,)
        words.expect("the", "kitty")
        return (_close_by_consent(words, replace(close, kitty_to_club=True)),)
    words.expect("divided")
    divided: list[tuple[Name, int]] = []
    while not words.sees("agreed") and not words.sees("the"):
        divided.append((words.name(), words.amount()))
        words.expect(",")
    to_club = words.accept("the", "kitty")
    return (_close_by_consent(words, Close(divided=by_player(tuple(divided)), kitty_to_club=to_club)),)


def _close_by_consent(words: Words, close: Close) -> Close:
    """Take the rest of a close to which the players consent, after `the kitty` if that becomes the club's."""
    if close.kitty_to_club:
        words.expect("to", "the", "club", ",")
    words.expect("agreed", "by")
    return replace(close, agreed_by=words.names())


def _expect(words: Words) -> tuple[Act, ...]:
    if words.sees(*EXPECTED):
        return (EXPECTED[words.word("what is expected")](words),)
    player = words.name()
    kind = words.choice("what is expected of the player", EXPECTED_OF_PLAYER)
    return (EXPECTED_OF_PLAYER[kind](player, words),)


def _refused(words: Words) -> ExpectRefused:
    law = words.law() if words.sees_number() else None
    code = words.word("the word of the refusal") if words.next else None
    return ExpectRefused(law, code)


def _next(words: Words) -> ExpectNextDealer:
    words.expect("dealer")
    return ExpectNextDealer(words.name())


EXPECTED: dict[str, Callable[[Words], Act]] = {
    "results": lambda words: ExpectResults(_by_name(words, lambda: words.signed("what he won or lost"))),
    "refused": _refused,
    "carried": lambda words: ExpectCarried(words.amount(), minimum_of_jack_pot(words)),
    "next": _next,
    "laws": lambda words: ExpectLaws(words.several(words.law)),
    "pool": lambda words: ExpectPool(words.amount()),
    "kitty": lambda words: ExpectKitty(words.amount()),
    "phase": lambda words: ExpectPhase(Phase(words.choice("a phase", [*Phase]))),
    "turn": lambda words: ExpectTurn(words.name()),
    "cash": lambda words: ExpectCash(words.name(), words.amount()),
}
"""The function that reads each expectation which begins with a word, by that word; the others begin with a name."""

EXPECTED_OF_PLAYER: dict[str, Callable[[Name, Words], Act]] = {
    "takes": lambda player, words: ExpectTakes(player, words.amount()),
    "pays": lambda player, words: ExpectPays(player, words.amount()),
    "rewarded": lambda player, words: ExpectRewarded(player, words.amount()),
    "has": lambda player, words: ExpectHas(player, words.amount()),
    "owes": lambda player, words: ExpectOwes(player, words.name(), words.amount()),
    "holds": lambda player, words: ExpectHolds(player, words.quotation("what the hand is called")),
}
"""The function that reads each expectation which begins with a name, by the word after it."""

STARTS: dict[str, Callable[[Words], tuple[Act, ...]]] = {
    "game": _game,
    "paid": lambda words: (read_payout(words),),
    "expect": _expect,
    "close": _close,
}
"""The function that reads each line which begins with no name and is neither an entry nor an act of a game, by its
first word."""

FIRST_WORDS = (*entries.ALONE, *STARTS, *acts_of_game.ALONE)
"""All words that a line below the head may begin with, besides a player's name."""
