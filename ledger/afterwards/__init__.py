"""What is done with a record after the play. Nothing that was recorded changes.

In reading order:

game_corrections     slips of a game struck, forgotten acts put in
affected             later games that a correction touches
payout               pools paid otherwise, games made void
sitting_corrections  entries of a sitting struck, games restated or withdrawn
what_if              the same game under another reading, or from another record
disputes             disputes as the record has them, and what may be entered
erasure              which words and names can be erased
"""
