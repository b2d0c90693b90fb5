"""What may be said and what is answered, as marshmallow schemas, one module for each noun.

In reading order:

fields        the kinds of value
described     schemas that follow from dataclasses
nothing       a body that says nothing
problems      the shape of every error
lists         how lists are asked for and answered
clubs         clubs, members, tokens
sittings      sittings and their articles
entries       sales, buy-backs, payments, cuts, arrivals, departures, limits, and the list of them
games         a game
actions       the acts of a game
record        the record of a game
settlements   a settlement
corrections   corrections, what-if, void games, payments as made
disputes      disputes, evidence, rulings
results       lists of sittings and games, and results
pools         the pools of a sitting
buyback       the reconciliation sheet
books         books and accounts
erasures      names and texts erased
audit         the audit
events        events in a stream
log           checkpoints, receipts, proofs
verification  what a verification found
exports       what is to be written out
laws          the laws and the readings
health        whether the service lives
"""
