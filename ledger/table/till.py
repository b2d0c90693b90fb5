"""The till: counters sold, and bought back after play."""

from ledger.events.sitting import Counters, CountersBoughtBack, CountersSold, PaymentMade
from ledger.refusals import Invalid, Refused
from ledger.seats import Member
from ledger.state.sitting import Sitting, lent_between
from ledger.table.commands import BuyBack, Pay, SellCounters

COLOURS = ("red", "white", "blue")


def sell(sitting: Sitting, command: SellCounters) -> CountersSold:
    """Sell counters, for money or on credit. Raises Refused when the player is in a running game."""
    player, counters, on_credit = command.player, command.counters, command.on_credit
    check_at_the_till(sitting, player)
    if player not in sitting.seats:
        raise Invalid({"player": ["has left this table"]})
    value = _value(sitting, counters)
    if value == 0:
        raise Invalid({"red": ["say how many counters are sold"]})
    return CountersSold(
        entry=sitting.entries + 1,
        player=player,
        counters=counters,
        value=value,
        paid=0 if on_credit else value,
        owed=value if on_credit else 0,
        funds_after=sitting.funds[player] + value,
    )


def buy_back(sitting: Sitting, command: BuyBack) -> CountersBoughtBack:
    """Buy back all a player has, on the count. Credit first, then the bank's loans, are set off.

    Raises Refused when he is in a running game, or when more comes back than is out, of a colour or in all.
    """
    player = command.player
    check_at_the_till(sitting, player)
    book = sitting.funds[player]
    if book < 0:
        raise Refused(None, "no_funds", "a player would hand in counters that he had not")
    counters = by_the_book(sitting, player) if command.counters is None else command.counters
    value = _value(sitting, counters)
    for colour in COLOURS:
        back, left = getattr(counters, colour), getattr(sitting.out, colour)
        if back > left:
            raise Refused(None, "counters_out", f"{back} {colour} counters are handed in and {left} are out")
    # What a miscount took off the books may still be on the table: so by count, as the colours are. But where too much
    # small change was counted before, whoever comes last still hands in what is his by the book.
    out = max(sitting.issued, sitting.value(sitting.out))
    if value > out:
        raise Refused(None, "counters_out", f"{value} is handed in and {out} is out")
    credit = min(value, sitting.credit.get(player, 0))
    loan = min(value - credit, sitting.lent.get(player, 0))
    return CountersBoughtBack(
        entry=sitting.entries + 1,
        player=player,
        counters=counters,
        value=value,
        book=book,
        difference=value - book,
        credit=credit,
        loan=loan,
        cash_due=value - credit - loan,
    )


def by_the_book(sitting: Sitting, player: Member) -> Counters:
    """What a player hands in who hands in just what the book says: the larger counters first, the rest as odd."""
    left = sitting.funds[player]
    counted: dict[str, int] = {}
    for colour in reversed(COLOURS):
        worth = sitting.articles.counter_values[colour]
        counted[colour] = min(left // worth, getattr(sitting.out, colour))
        left -= worth * counted[colour]
    return Counters(**counted, odd=left)


def _value(sitting: Sitting, counters: Counters) -> int:
    fewer = [colour for colour in (*COLOURS, "odd") if getattr(counters, colour) < 0]
    if fewer:
        raise Invalid({colour: ["is nought or more"] for colour in fewer})
    return sitting.value(counters)


def pay(sitting: Sitting, command: Pay) -> PaymentMade:
    """Take money towards what a player owes.

    It may be paid while a game runs, and by one who has left the table. Raises Invalid when he owes less.
    """
    player, amount, toward, to = command.player, command.amount, command.toward, command.to
    check_open(sitting)
    if player not in sitting.funds:
        raise Invalid({"player": ["has not been seated at this sitting"]})
    if to is not None and toward != "loan":
        raise Invalid({"to": ["credit is the bank's: name a lender for a loan only"]})
    owed = _owed(sitting, player, toward, to)
    if not 0 < amount <= owed:
        raise Invalid({"amount": [f"he owes {owed} there"]})
    return PaymentMade(
        entry=sitting.entries + 1, player=player, amount=amount, toward=toward, to=to, owed_after=owed - amount
    )


def _owed(sitting: Sitting, player: Member, toward: str, to: Member | None) -> int:
    if toward == "credit":
        return sitting.credit.get(player, 0)
    return sitting.lent.get(player, 0) if to is None else lent_between(sitting.loans, player, to)


def check_open(sitting: Sitting) -> None:
    """A closed sitting takes nothing more."""
    if sitting.closed:
        raise Refused(None, "sitting_closed", "this sitting is closed")


def check_at_the_till(sitting: Sitting, player: Member) -> None:
    """Counters change hands at the till between games only; who needs them in a game borrows."""
    check_open(sitting)
    if player not in sitting.funds:
        raise Invalid({"player": ["is not seated at this sitting"]})
    if player in sitting.in_play:
        raise Refused(None, "in_play", "the player is in a running game; counters are sold before play")
