"""The pages: what the API answers, for people with a browser. HTML from Jinja, one style sheet, small scripts of ours.

A page asks what a route of the API asks, and shows what its reader may see by the same redaction. Nothing is added
up here that the ledger or the read tables have not added up.

In reading order:

links       a link that signs in, good once
screens     a group of screens, errors as pages
entrance    signing in and out
pictures    the geometry of what is drawn
afterwards  affected games, and adjusting entries
conduct     a sitting opened, and what is done next at it
tables      the club's evenings, and one of them
debts       who owes whom how much at a sitting, and for which games
till        the till of a sitting
acts        the row of acts under a table
table       a game while it is played
mending     corrections of a game
disputes    the disputes of a game, and one of them
season      games across the evenings, and the head of a game's page
replay      a game step by step
slip        the settlement of a game
otherwise   a game and an evening under another reading, beside what they were
results     who won and lost
club        members, their accounts, tokens
audit       totals, the check of the log, and what was done to the record afterwards
laws        the book
problem_types  the kinds of problem
served      all of these, with the style sheet and the scripts
"""
