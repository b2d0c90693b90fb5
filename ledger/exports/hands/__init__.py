"""Games as hand histories, for programs that do not know these laws.

In reading order:

pools       main and side pools, as other formats state them
story       one game as a sequence of moves
standard    the ranking of hands at a modern table
replayed    a game replayed at a modern table
pokerstars  PokerStars text
phh         poker hand history, in TOML
ohh         Open Hand History, in JSON
"""
