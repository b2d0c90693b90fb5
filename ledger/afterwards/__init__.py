"""What is done with a record after the play. Nothing that was recorded changes.

In reading order:

disputes             disputes as the record has them, and what may be entered
game_corrections     slips of a game struck, forgotten acts put in
payout               pools paid otherwise, games made void
by_law               what the laws would have made of a whole sitting, and the debts between members
affected             later games that a correction touches
sitting_corrections  entries of a sitting struck, games restated, withdrawn, or left as they were played
adjusting            games of a closed sitting corrected: who owes whom what
what_if              the same game under another reading, or from another record
evening              a whole evening under other readings
erasure              which words and names can be erased
"""
