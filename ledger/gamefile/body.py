"""The lines of a game file below its head: what the bank does, what the players do, what is expected."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from ledger.events.sitting import Counters
from ledger.gamefile import mishaps
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
from ledger.gamefile.words import Misread, Words
from ledger.play.commands import Borrow, Command, DemandShow, Pass, Show, Stake, Stand, Straddle
from ledger.refusals import Invalid
from ledger.state.game import PHASES
from ledger.table.company import in_utc

COLOURS = ("red", "white", "blue", "odd")

T = TypeVar("T")


def read_act(words: Words) -> tuple[Act, ...]:
    """The act of a line; several where a line says the same of several players. Raises Misread."""
    if words.sees(*STARTS):
        acts = STARTS[words.word("an act")](words)
    elif words.follows("arrives"):
        acts = (_arrival(words),)
    elif words.strange:
        raise words.wrong(f"a player's name, or one of: {', '.join(STARTS)}")
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
    return _repayment(words) if words.follows("pays") else _record(words)


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


def _record(words: Words) -> Record:
    """What a player does: his name, the verb, what belongs to it, and how the table took it."""
    player = words.name()
    command = VERBS[words.choice("what the player does", VERBS)](words)
    return Record(_with_tail(words, replace(command, player=player)))


def _with_tail(words: Words, command: Command) -> Command:
    irregular = words.accept("irregularly")
    note = words.quotation("a note") if words.accept("note") else None
    return replace(command, irregular=irregular, note=note)


def _by_name(words: Words, take: Callable[[], T]) -> dict[Name, T]:
    """Names with something after each, and commas between: each name once."""
    pairs = words.several(lambda: (words.name(), take()))
    return mishaps.once_each(pairs)


def _counters(words: Words) -> Counters:
    """Numbers of counters, each with its colour; `odd` is small change in minor units."""
    counted: dict[str, int] = {}
    while not counted or words.sees_number():
        number = words.amount("how many counters")
        colour = words.choice("a colour", COLOURS)
        if colour in counted:
            raise Misread(f"{colour} is counted twice")
        counted[colour] = number
    return Counters(**counted)


def _sale(words: Words) -> tuple[Act, ...]:
    buyers = words.names()
    words.expect(":")
    counters = _counters(words)
    on_credit = words.accept("on", "credit")
    return tuple(SellCounters(player=m, counters=counters, on_credit=on_credit) for m in buyers)


def _cut(words: Words) -> tuple[Act, ...]:
    return (CutCards(cards=_by_name(words, words.card)),)


def _game(words: Words) -> tuple[Act, ...]:
    dealer = words.name() if words.accept("dealer") else None
    out = words.several(words.name) if words.accept("sitting", "out") else ()
    return (StartGame(dealer=dealer, sitting_out=out),)


def _borrow(words: Words) -> Borrow:
    amount = words.amount()
    words.expect("of")
    lender = None if words.accept("the", "bank") else words.name()
    lent = _counters(words) if words.accept(":") else Counters()
    if lent.odd:
        raise Misread("what of a loan is not in counters is odd already; give the counters only")
    return Borrow(lender=lender, amount=amount, red=lent.red, white=lent.white, blue=lent.blue)


def _show(words: Words) -> Show:
    """Five cards, and if need be the openers and the naming of the joker; or the openers alone."""
    cards = () if words.sees("openers") else words.cards("with", "joker")
    named = words.accept("with", "openers") if cards else words.accept("openers")
    original = words.cards("joker") if named else ()
    joker_as = words.card() if words.accept("joker", "as") else None
    return Show(cards=cards, original=original, joker_as=joker_as)


def _demand(words: Words) -> DemandShow:
    words.expect("a", "show")
    return DemandShow()


def _buy_back(words: Words) -> tuple[Act, ...]:
    words.expect("back")
    sellers = words.names()
    counters = _counters(words) if words.accept(":") else None
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
    return (Close(divided=mishaps.once_each(tuple(divided)), agreed_by=words.names()),)


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


VERBS: dict[str, Callable[[Words], Command]] = {
    "straddles": lambda words: Straddle(),
    "stakes": lambda words: Stake(amount=words.amount()),
    "passes": lambda words: Pass(),
    "stands": lambda words: Stand(),
    "demands": _demand,
    "borrows": _borrow,
    "draws": mishaps.read_draw,
    "keeps": mishaps.read_keeping,
    "shows": _show,
    **mishaps.VERBS,
}
"""How each act of a player is read, by its verb."""

EXPECTED: dict[str, Callable[[Words], Act]] = {
    "results": lambda words: ExpectResults(_by_name(words, lambda: words.signed("what he won or lost"))),
    "refused": _refused,
    "carried": lambda words: ExpectCarried(words.amount(), minimum_of_jack_pot(words)),
    "next": _next,
    "laws": lambda words: ExpectLaws(words.several(words.law)),
    "pool": lambda words: ExpectPool(words.amount()),
    "kitty": lambda words: ExpectKitty(words.amount()),
    "phase": lambda words: ExpectPhase(words.choice("a phase", PHASES)),
    "turn": lambda words: ExpectTurn(words.name()),
    "cash": lambda words: ExpectCash(words.name(), words.amount()),
}
"""How each expectation that does not begin with a name is read."""


def _alone(read: Callable[[Words], Command]) -> Callable[[Words], tuple[Act, ...]]:
    """A line that begins with no player's name and is an act of the game all the same."""
    return lambda words: (Record(_with_tail(words, read(words))),)


STARTS: dict[str, Callable[[Words], tuple[Act, ...]]] = {
    "counters": _sale,
    "limits": _limits,
    "cut": _cut,
    "game": _game,
    **{word: _alone(read) for word, read in mishaps.READ_ALONE.items()},
    "expect": _expect,
    "buy": _buy_back,
    "close": _close,
}
"""How each line that does not begin with a name is read."""
