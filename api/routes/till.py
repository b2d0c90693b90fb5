"""The till of a sitting: counters sold and bought back, and money paid towards what is owed."""

from typing import Any

from api.answers.till import buy_back_body, payment_body, sale_body
from api.noun import Answer, Call, Noun, written
from api.schemas.fields import MOST
from api.schemas.till import BuyBack, NewBuyBack, NewPayment, NewSale, Payment, Sale
from ledger.events.sitting import Counters, CountersBoughtBack, CountersSold, PaymentMade
from ledger.refusals import Invalid

noun = Noun("till", __name__, description="Counters, sold before play and bought back after it.")


@noun.writes("/v1/sittings/<id:sitting>/counter-sales", NewSale, Sale)
def sell_counters(call: Call) -> Answer:
    """Sell counters to a player, for money or on credit."""
    counters, player = _counters(call), call.said["player"]
    on_credit = call.said["on_credit"]
    saved = call.books.sell(call.request, call.ids["sitting"], player, counters, on_credit=on_credit)
    return written(saved, sale_body(call.recorded(saved, CountersSold)))


@noun.writes("/v1/sittings/<id:sitting>/buy-backs", NewBuyBack, BuyBack)
def buy_counters_back(call: Call) -> Answer:
    """Buy back all the counters of a player, on the count."""
    counters, player = _counters(call), call.said["player"]
    saved = call.books.buy_back(call.request, call.ids["sitting"], player, counters)
    return written(saved, buy_back_body(call.recorded(saved, CountersBoughtBack)))


@noun.writes("/v1/sittings/<id:sitting>/payments", NewPayment, Payment)
def record_payment(call: Call) -> Answer:
    """Take money towards what a player owes. It may be paid while a game runs, and by one who has left."""
    said = call.said
    saved = call.books.pay(
        call.request, call.ids["sitting"], said["player"], said["amount"], said["toward"], said["to"]
    )
    return written(saved, payment_body(call.recorded(saved, PaymentMade)))


def _counters(call: Call) -> Counters:
    """The counters named. Each count is bounded by its field; what they are worth together is bounded here."""
    said: dict[str, Any] = call.said
    counters = Counters(red=said["red"], white=said["white"], blue=said["blue"], odd=said["odd"])
    if call.books.sitting(call.ids["sitting"], at=1).value(counters) > MOST:
        raise Invalid({"red": [f"these counters are worth more than {MOST}"]})
    return counters
