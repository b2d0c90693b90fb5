"""What the laws would have made of a whole sitting, beside what its table paid; and the debts that follow.

After a game that was paid otherwise the laws may leave the next game another pool, other openers or another reward than
the table did. That game was played as it was. What the laws would have given is found by replaying it on what they
leave, with the counters that its players had; and so on, until the laws and the table leave the same again. A game
whose record is unlawful there, or does not end, cannot be replayed. The laws then go on from what the table had.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from ledger.afterwards.game_corrections import Slips, replayed
from ledger.afterwards.payout import awarded
from ledger.books.transfers import transfers
from ledger.events.amendment import GameDebt
from ledger.events.base import Event
from ledger.events.game import GameBegun
from ledger.events.settlement import Settlement
from ledger.events.sitting import GameEnded, SittingOpened
from ledger.laws.ante import check_payments, paid_in, payments
from ledger.refusals import Invalid, Refused
from ledger.seats import Member
from ledger.state.in_force import begun_and_acts

NOBODY = ""
"""The party of `transfers` that stands for the carried pool and the kitty."""


@dataclass(frozen=True, slots=True)
class Left:
    """What is left to the next game: the carried pool, its openers if that game is a jack-pot, and the kitty."""

    carried: int
    minimum: str | None
    kitty: int


@dataclass(frozen=True, slots=True)
class ByLaw:
    """One game as the laws would have it.

    `left` is what the laws leave to it. `differs`: it was played with another pool or other openers, or the laws would
    give a reward in it otherwise. `settlement` is what the laws give on what they leave, None where that cannot be
    told. `due` is what each player should have won more than he did; where it cannot be told, by the laws on what the
    table had.
    """

    game: str
    left: Left
    differs: bool
    settlement: Settlement | None
    due: Mapping[Member, int]


@dataclass(frozen=True, slots=True)
class Chain:
    """The games of a sitting as the laws would have them, in order; and whether the laws leave something else to the
    next game than the table does."""

    games: tuple[ByLaw, ...]
    parted: bool


def chain(entries: Sequence[Event], games: Mapping[str, Sequence[Event]]) -> Chain:
    """What the laws would have made of each game that is over, by the entries of its sitting that are in force."""
    opened = entries[0]
    assert isinstance(opened, SittingOpened), "a sitting's first event is SittingOpened"
    law = table = Left(opened.carried, opened.minimum, opened.kitty)
    judged: list[ByLaw] = []
    for event in entries:
        if isinstance(event, GameEnded):
            by_law = _by_law(event, games[event.game], law, table)
            table_after = _after(table, event.carried_out, event.minimum, event.kitty - event.rewarded)
            law = _law_after(by_law, awarded(games[event.game]), event, table_after)
            table = table_after
            judged.append(by_law)
    kitty = opened.articles.kitty
    same_kitty = law.kitty == table.kitty or kitty is None or kitty.purpose != "reward"
    return Chain(tuple(judged), (law.carried, law.minimum) != (table.carried, table.minimum) or not same_kitty)


def _after(before: Left, carried: int, minimum: str | None, to_kitty: int) -> Left:
    return Left(carried, minimum, before.kitty + to_kitty)


def _law_after(by_law: ByLaw, own: Settlement, ended: GameEnded, table: Left) -> Left:
    """What the laws leave after a game. One that cannot be replayed is judged on what the table had (`own`)."""
    if by_law.settlement is None:
        more = own.to_be_done.to_kitty - (ended.kitty - ended.rewarded)
        return Left(own.carried_out, own.minimum, table.kitty + more)
    document = by_law.settlement
    return _after(by_law.left, document.carried_out, document.minimum, document.to_be_done.to_kitty)


def _by_law(ended: GameEnded, events: Sequence[Event], law: Left, table: Left) -> ByLaw:
    begun, _ = begun_and_acts(events)
    own = awarded(events)
    otherwise = (law.carried, law.minimum) != (begun.carried_in, begun.minimum)
    settlement: Settlement | None = own
    if otherwise or (law.kitty != table.kitty and _is_for_reward(begun)):
        settlement = _replayed_on(events, begun, law)
    differs = otherwise or settlement is None or settlement.results != own.results
    given = (settlement or own).results
    due = {m: given[m] - n for m, n in ended.results.items()}
    return ByLaw(ended.game, law, differs, settlement, {m: n for m, n in due.items() if n})


def _is_for_reward(begun: GameBegun) -> bool:
    kitty = begun.articles.kitty
    return kitty is not None and kitty.purpose == "reward"


def begun_on(begun: GameBegun, law: Left) -> GameBegun:
    """The beginning of a game on what the laws leave to it, with the counters that its players had.

    Raises Refused (20) if a player could not have paid in.
    """
    ante, paid = payments(begun.articles, begun.seats, jack_pot=law.minimum is not None)
    due = paid_in(begun.seats, begun.ante_man, ante, paid)
    check_payments(begun.funds, due)
    return replace(begun, ante=ante, payments=paid, carried_in=law.carried, minimum=law.minimum, kitty=law.kitty)


def _replayed_on(events: Sequence[Event], begun: GameBegun, law: Left) -> Settlement | None:
    """The settlement of a game played on what the laws leave; None if it could not have begun so, if an act would be
    unlawful, or if the acts would not end it."""
    try:
        return replayed(events, Slips(), begun_on(begun, law)).game.settlement
    except (Refused, Invalid):
        return None


@dataclass(frozen=True, slots=True)
class Debts:
    """What a sitting's payments leave: the debts between members, what members have of money that nobody is owed yet,
    and the games of which nobody can tell how the laws would have ended them. As in `Amendment`."""

    between: tuple[GameDebt, ...]
    held: Mapping[Member, int]
    untraced: tuple[str, ...]


def debts(by_law: Chain, affected: Collection[str]) -> Debts:
    """The debts that follow from the games of a sitting, up to the first that is `affected` and still to be mended.

    What a player has of money that the laws carry or set aside is owed to nobody until the laws give it to somebody in
    a later game. If that game cannot be replayed, nobody can say to whom they would have given it, and it is let go.
    """
    due: dict[Member, int] = {}
    made: list[GameDebt] = []
    untraced: list[str] = []
    for game in by_law.games:
        if game.game in affected:
            break
        if game.settlement is None:
            untraced.append(game.game)
            due = {}
        for member, amount in game.due.items():
            due[member] = due.get(member, 0) + amount
        for transfer in transfers({**due, NOBODY: -sum(due.values())}):
            if NOBODY not in (transfer.payer, transfer.payee):
                made.append(GameDebt(game.game, transfer.payer, transfer.payee, transfer.amount))
                due[transfer.payer] += transfer.amount
                due[transfer.payee] -= transfer.amount
    return Debts(tuple(made), {m: -n for m, n in due.items() if n}, tuple(untraced))


def owed(made: Sequence[GameDebt]) -> dict[Member, int]:
    """What each member owes other members by these debts, less what they owe him. It sums to nought."""
    net: dict[Member, int] = {}
    for debt in made:
        net[debt.debtor] = net.get(debt.debtor, 0) + debt.amount
        net[debt.creditor] = net.get(debt.creditor, 0) - debt.amount
    return {m: n for m, n in net.items() if n}
