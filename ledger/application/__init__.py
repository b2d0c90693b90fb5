"""Load, decide, save: every change to a club's books.

In reading order:

club_books  the books of one club: sittings and their games
afterwards  corrections, void games, payments, unsealings, disputes
erasures    names and words erased
tokens      tokens issued and revoked
clubs       the clubs of one process, and their founding
"""
