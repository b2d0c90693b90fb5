"""The money: every minor unit accounted for.

In reading order:

currencies  the currencies a club may choose, and how an amount is written
accounts    double entry: the postings of every event that moves money
outcomes    the outcome of a finished game for each player
reckoning   the reconciliation of a sitting: by the book, by count, in cash
transfers   how members settle up with the fewest payments
"""
