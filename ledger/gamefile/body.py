"""The lines of a game file below its head: what the bank does, what the players do, what is expected."""

from collections.abc import Callable
from typing import Any, TypeVar

from ledger.events.game import Phase
from ledger.gamefile.acts import ALONE
from ledger.gamefile.acts import read_act as read_act_of_game
from ledger.gamefile.counters import read_counters
from ledger.gamefile.head import minimum_of_jack_pot
from ledger.gamefile.lines import (
    Act,
    Arrive,
    BuyBack,
    Close,
    CutCards,
    Depart,
    ExpectCarried,
    ExpectCash,
    ExpectHas,
    ExpectHolds,
    ExpectKitty,
    ExpectLaws,
    ExpectNextDealer,
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
    Repay,
    SellCounters,
    SetLimits,
    StartGame,
)
from ledger.gamefile.patterns import once_each
from ledger.gamefile.words import Misread, Words
from ledger.refusals import Invalid
from ledger.table.company import in_utc

T = TypeVar("T")


def read_act(words: Words) -> tuple[Act, ...]:
    """The act of a line; several where a line says the same of several players. Raises Misread."""
    if words.sees(*ALONE):
        acts: tuple[Act, ...] = (Record(read_act_of_game(words, None)),)
    elif words.sees(*STARTS):
        acts = STARTS[words.word("an act")](words)
    elif words.follows("arrives"):
        acts = (_arrival(words),)
    elif words.strange:
        raise words.wrong(f"a player's name, or one of: {', '.join((*STARTS, *ALONE))}")
    else:
        acts = (_of_player(words),)
    words.end()
    return acts


def _arrival(words: Words) -> Arrive:
    player = words.member_name()
    words.expect("arrives", "left", "of")
    return Arrive(player=player, left_of=words.name())


def _of_player(words: Words) -> Act:
    """What a line says that begins with a player's name: he leaves, or pays, or does something in the game."""
    if words.follows("departs"):
        player = words.name()
        words.expect("departs")
        return Depart(player=player)
    return _repayment(words) if words.follows("pays") else Record(read_act_of_game(words, words.name()))


def _repayment(words: Words) -> Repay:
    player = words.name()
    words.expect("pays")
    amount = words.amount()
    words.expect("toward")
    if words.accept("credit"):
        return Repay(player=player, amount=amount, toward="credit")
    words.expect("his", "loan", "of")
    lender = None if words.accept("the", "bank") else words.name()
    return Repay(player=player, amount=amount, toward="loan", to=lender)


def _limits(words: Words) -> tuple[Act, ...]:
    """`loss 50`, `no loss`, `stop at` a time, `no stop`; what is not named stands as before."""
    player = words.name()
    words.expect(":")
    said = words.several(lambda: _limit(words))
    if len(dict(said)) != len(said):
        raise Misread("a limit is named twice")
    return (SetLimits(player=player, **dict(said)),)


def _limit(words: Words) -> tuple[str, Any]:
    if words.accept("no"):
        lifted = words.choice("the limit that is lifted", ("loss", "stop"))
        return ("loss" if lifted == "loss" else "stop_at"), None
    if words.accept("loss"):
        return "loss", words.amount()
    words.expect("stop", "at")
    moment = words.word("a time with its offset, as in 1895-11-02T23:30:00Z")
    try:
        return "stop_at", in_utc(moment)
    except Invalid:
        raise Misread(f"expected a time with its offset, as in 1895-11-02T23:30:00Z, found '{moment}'") from None


def _by_name(words: Words, take: Callable[[], T]) -> dict[Name, T]:
    """Names with something after each, and commas between: each name once."""
    pairs = words.several(lambda: (words.name(), take()))
    return once_each(pairs)


def _sale(words: Words) -> tuple[Act, ...]:
    buyers = words.names()
    words.expect(":")
    counters = read_counters(words)
    on_credit = words.accept("on", "credit")
    return tuple(SellCounters(player=m, counters=counters, on_credit=on_credit) for m in buyers)


def _cut(words: Words) -> tuple[Act, ...]:
    return (CutCards(cards=_by_name(words, words.card)),)


def _game(words: Words) -> tuple[Act, ...]:
    dealer = words.name() if words.accept("dealer") else None
    out = words.several(words.name) if words.accept("sitting", "out") else ()
    return (StartGame(dealer=dealer, sitting_out=out),)


def _buy_back(words: Words) -> tuple[Act, ...]:
    words.expect("back")
    sellers = words.names()
    counters = read_counters(words) if words.accept(":") else None
    return tuple(BuyBack(player=m, counters=counters) for m in sellers)


def _close(words: Words) -> tuple[Act, ...]:
    if not words.accept(","):
        return (Close(),)
    words.expect("the", "pool")
    if words.accept("stands", "over"):
        return (Close(stands_over=True),)
    words.expect("divided")
    divided: list[tuple[Name, int]] = []
    while not words.sees("agreed"):
        divided.append((words.name(), words.amount()))
        words.expect(",")
    words.expect("agreed", "by")
    return (Close(divided=once_each(tuple(divided)), agreed_by=words.names()),)


def _expect(words: Words) -> tuple[Act, ...]:
    if words.sees(*EXPECTED):
        return (EXPECTED[words.word("what is expected")](words),)
    player = words.name()
    match words.choice("what is expected of the player", ("takes", "pays", "rewarded", "has", "holds")):
        case "takes":
            return (ExpectTakes(player, words.amount()),)
        case "pays":
            return (ExpectPays(player, words.amount()),)
        case "rewarded":
            return (ExpectRewarded(player, words.amount()),)
        case "has":
            return (ExpectHas(player, words.amount()),)
        case _:
            return (ExpectHolds(player, words.quotation("what the hand is called")),)


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
"""How each expectation that does not begin with a name is read."""


STARTS: dict[str, Callable[[Words], tuple[Act, ...]]] = {
    "counters": _sale,
    "limits": _limits,
    "cut": _cut,
    "game": _game,
    "expect": _expect,
    "buy": _buy_back,
    "close": _close,
}
"""How each line that does not begin with a name is read."""
