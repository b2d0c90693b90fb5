"""The money: every minor unit accounted for.

In reading order:

currencies  the currencies a club may choose, and how an amount is written
accounts    double entry: the postings of every event that moves money
outcomes    what a finished game was to each player
reckoning   the reconciliation of a sitting: by the book, by count, in cash
transfers   who pays whom, with the fewest payments
"""
