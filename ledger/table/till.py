"""The till: counters sold and bought back, debts paid."""

from ledger.events.sitting import Counters, CountersBoughtBack, CountersSold, Debt, PaymentMade
from ledger.refusals import Invalid, Refused
from ledger.seats import Member
from ledger.state.sitting import Sitting, owed_between
from ledger.table.commands import BuyBack, Pay, SellCounters

COLOURS = ("red", "white", "blue")


def sell(sitting: Sitting, command: SellCounters) -> CountersSold:
    """Sell counters, for money or on credit.

    Raises Refused when the player is in a running game, Invalid when he is not at the table or no counters are named.
    """
    player, counters, on_credit = command.player, command.counters, command.on_credit
    check_at_the_till(sitting, player)
    if player not in sitting.seats:
        raise Invalid({"player": ["has left this table"]})
    value = _value(sitting, counters)
    if value == 0:
        raise Invalid({"red": ["is the number of counters sold: give it, or one of white, blue and odd"]})
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
    """Buy back all the counters that a player hands in. His credit, then his loans of the bank, are set off.

    Raises Refused when he is in a running game, or when he hands in more than is out, of a colour or in all.
    """
    player = command.player
    check_at_the_till(sitting, player)
    book = sitting.funds[player]
    if book < 0:
        raise Refused(None, "no_funds", "by the book he has less than no counters: correct what put him there first")
    counters = by_the_book(sitting, player) if command.counters is None else command.counters
    value = _value(sitting, counters)
    for colour in COLOURS:
        handed_in, out = getattr(counters, colour), getattr(sitting.out, colour)
        if handed_in > out:
            raise Refused(None, "counters_out", f"{handed_in} {colour} counters are handed in and {out} are out")
    # Counters that a miscount took off the books may still be on the table, so the count of what is out bounds the
    # value as it bounds the colours. But where an earlier player handed in too much small change, the count is too
    # small, and the last player must still be able to hand in what is his by the book.
    value_out = max(sitting.issued, sitting.value(sitting.out))
    if value > value_out:
        raise Refused(None, "counters_out", f"{value} is handed in and {value_out} is out")
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
    """The counters that make up what the book says a player has: the larger first, the rest as odd."""
    left = sitting.funds[player]
    counted: dict[str, int] = {}
    for colour in reversed(COLOURS):
        worth = sitting.articles.counter_values[colour]
        counted[colour] = min(left // worth, getattr(sitting.out, colour))
        left -= worth * counted[colour]
    return Counters(**counted, odd=left)


def _value(sitting: Sitting, counters: Counters) -> int:
    negative = [name for name in (*COLOURS, "odd") if getattr(counters, name) < 0]
    if negative:
        raise Invalid({name: ["is 0 or more"] for name in negative})
    return sitting.value(counters)


def pay(sitting: Sitting, command: Pay) -> PaymentMade:
    """Take a player's money towards what he owes. He may pay while a game runs, when he has left the table, and after
    the close.

    Raises Invalid when he owes less there than he pays.
    """
    player, amount, toward, to = command.player, command.amount, command.toward, command.to
    if player not in sitting.funds:
        raise Invalid({"player": ["has not been seated at this sitting"]})
    if to is not None and toward != Debt.LOAN:
        raise Invalid({"to": ["names the lender of a loan; leave it out for credit, which the bank gave"]})
    owed = _owed(sitting, player, toward, to)
    if to is None and owed < 0:
        if not owed <= amount < 0:
            raise Invalid({"amount": [f"the bank owes him {-owed} there, which is paid with `by_bank`"]})
    elif not 0 < amount <= owed:
        raise Invalid({"amount": [f"he owes {owed} there"]})
    return PaymentMade(
        entry=sitting.entries + 1, player=player, amount=amount, toward=toward, to=to, owed_after=owed - amount
    )


def _owed(sitting: Sitting, player: Member, toward: Debt, to: Member | None) -> int:
    if toward == Debt.CREDIT:
        return sitting.credit.get(player, 0)
    return sitting.lent.get(player, 0) if to is None else owed_between(sitting, player, to)


def check_open(sitting: Sitting) -> None:
    """Refuse whatever comes after the close of a sitting."""
    if sitting.closed:
        raise Refused(None, "sitting_closed", "this sitting is closed")


def check_at_the_till(sitting: Sitting, player: Member) -> None:
    """Refuse to sell or buy back during a player's game: in a game he may only borrow. Invalid without a seat."""
    check_open(sitting)
    if player not in sitting.funds:
        raise Invalid({"player": ["is not seated at this sitting"]})
    if player in sitting.in_play:
        raise Refused(None, "in_play", "the player is in a running game: sell or buy back counters when it is over")
