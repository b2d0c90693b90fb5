"""The money: every minor unit accounted for.

In reading order:

currencies  the currencies a club may choose, and how an amount is written
accounts    the accounts of a club, and what postings must come to
postings    double entry: the postings of every event that moves money
outcomes    the outcome of a finished game for each player
sheet       the reconciliation sheet of a sitting: by the book, by count, in cash
reckoning   the sheet, recomputed from the entries in force
transfers   how members settle up with the fewest payments
"""
