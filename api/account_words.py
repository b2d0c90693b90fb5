"""A member's accounts, and the events that move them, in words for people."""

from projections.statements import OF_A_MEMBER

EVENTS = {
    "sitting.counters_sold": "counters bought",
    "sitting.counters_bought_back": "counters handed in",
    "sitting.payment_made": "a payment",
    "sitting.opened": "what stood over from an earlier sitting",
    "sitting.closed": "the close of a sitting",
    "sitting.corrected": "entries struck",
    "sitting.articles_corrected": "articles corrected",
    "sitting.game_corrected": "a game corrected",
    "sitting.game_stands": "a game as it was played",
    "sitting.adjusted": "an adjustment after the close",
    "sitting.game_voided": "a game made void",
    "game.begun": "paid before the deal",
    "game.straddled": "a straddle",
    "game.staked": "a stake",
    "game.show_demanded": "a show demanded",
    "game.borrowed": "counters borrowed",
    "game.misdealt": "stakes returned at a misdeal",
    "game.settled": "the settlement",
    "game.unopened": "a game that nobody opened",
    "game.corrected": "a game corrected",
    "game.voided": "a game made void",
    "game.paid": "paid otherwise than awarded",
}
"""What a line of an account comes from, by the topic of its event."""
ACCOUNTS = {
    "player": "counters",
    "credit": "credit",
    "loan": "loan of the bank",
    "differences": "differences",
    "between_players": "with other players",
}
"""A member's accounts, as people call them."""
assert set(ACCOUNTS) == set(OF_A_MEMBER)
