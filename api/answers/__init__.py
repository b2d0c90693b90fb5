"""Bodies of answers in which something is redacted or renamed. Every other answer is dumped by its schema.

In reading order:

entries      entries in a sitting's book
game         a game
record       the record of a game, and its replay
books        the identities of the books
sheet        the reconciliation sheet of a sitting
adjustments  adjusting entries of a closed sitting
corrections  a game after a correction; disputes
audit        entries of the audit
events       the lines of a stream
log          receipts and proofs
"""
