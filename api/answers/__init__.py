"""From state to body, where something is redacted or renamed.

In reading order:

club          clubs, members, tokens
sitting       a sitting
entries       entries in a sitting's book
game          a game
record        the record of a game, and its replay
settlement    a settlement
results       lists of sittings and games, and results
pools         the pools of a sitting
buyback       the reconciliation sheet
books         books and accounts
corrections   a game after a correction; disputes
audit         entries of the audit
events        the lines of a stream
log           checkpoints, receipts, proofs
verification  what a verification found
"""
