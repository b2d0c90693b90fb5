"""Recording one game: `decide` turns a command into the events that follow from it, or refuses it by a law.

In reading order:

commands        what a scorekeeper can record
bounds          the least and the most that may be staked
named_cards     the cards a command names, checked against the record
dealing         handlers: the pack, the deal and its mishaps, waivers
drawing         handlers: the draw and its mishaps, foul hands, the question to the dealer
acts            what every recorded act has in common
admission       the checks before the act itself: over, phase, retired, turn
turns           whose turn it is after an act
settling        the end of a game: hands valued, pool divided, one document
decide          from a command to events
legal           what may lawfully be done now
commands_again  from a recorded event back to its command
"""
