"""Load, decide, save: every change to a club's books.

In reading order:

memory        what a process remembers of the streams in use
trail         what was asked about a game's cards, and how often it may be
hidden_cards  refusals that follow from cards which the writer may not see
club_books    the books of one club: sittings and their games
pens          the pen of a table taken
loading       a game loaded with its sitting
afterwards    corrections, void games, payments, unsealings
hearings      disputes, evidence, rulings
what_ifs      what a game would have been
evenings      what-ifs of whole evenings
game_files    game files recorded
renaming      members and clubs renamed
erasures      names and words erased
tokens        tokens issued and revoked
addresses     to which addresses a webhook may send
webhooks      webhooks added and removed
clubs         the clubs of one process, and their founding
"""
