"""The till of a sitting: counters sold and bought back, and money paid towards what is owed."""

from api.noun import Answer, Call, Noun, entered
from api.schemas.entries import NewBuyBack, NewPayment, NewSale
from api.schemas.fields import MOST
from ledger.events.sitting import Counters
from ledger.refusals import Invalid

noun = Noun("till", __name__, description="Counters, sold before play and bought back after it.")


@noun.enters(NewSale)
def sell_counters(call: Call) -> Answer:
    """Sell counters to a player, for money or on credit."""
    check_worth(call, call.input.counters)
    return entered(call)


@noun.enters(NewBuyBack)
def buy_counters_back(call: Call) -> Answer:
    """Buy back all the counters of a player, on the count."""
    check_worth(call, call.input.counters)
    return entered(call)


@noun.enters(NewPayment)
def record_payment(call: Call) -> Answer:
    """Take money towards what a player owes. It may be paid while a game runs, and by one who has left."""
    return entered(call)


def check_worth(call: Call, counters: Counters) -> None:
    """Raise Invalid for counters that are worth too much. Each count is bounded by its field, and their worth here."""
    if call.books.sitting(call.ids["sitting"], at=1).value(counters) > MOST:
        raise Invalid({"red": [f"these counters are worth more than {MOST}"]})
