"""The bodies of requests and answers as marshmallow schemas, one module for each noun.

In reading order:

fields        the kinds of value
described     schemas that follow from dataclasses
nothing       an empty body
problems      the shape of every error
names         names of members beside their ids
lists         queries and pages of lists
start         where a program begins
clubs         clubs, members, tokens
webhooks      webhooks, and messages that were given up
sittings      sittings and their articles
adjustments   what was adjusted after a sitting's close
entries       sales, buy-backs, payments, cuts, arrivals, departures, limits, and the list of them
game_files    a game file sent, and what was recorded of it
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
verification  the result of a verification
exports       which part of the record to export
laws          the laws and the readings
health        whether the service lives
"""
