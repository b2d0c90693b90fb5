"""Games as hand histories, for programs that know nothing of these laws.

In reading order:

pools       main and side pools, as other formats state them
story       one game as a sequence of moves
standard    what hands are worth at a modern table
replayed    what a modern reader makes of a game
pokerstars  PokerStars text
phh         poker hand history, in TOML
ohh         Open Hand History, in JSON
"""
