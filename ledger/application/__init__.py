"""Load, decide, save: every change to a club's books.

In reading order:

memory        what a process remembers of the streams in use
trail         what was asked about a game's cards, and how often it may be
hidden_cards  refusals that follow from cards which the writer may not see
club_books    the books of one club: sittings and their games
pens          the pen of a table taken
afterwards    corrections, what-ifs, void games, payments, unsealings, disputes
evenings      what-ifs of whole evenings
renaming      members and clubs renamed
erasures      names and words erased
tokens        tokens issued and revoked
clubs         the clubs of one process, and their founding
"""
