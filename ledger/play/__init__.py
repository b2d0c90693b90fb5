"""Recording one game: `decide` turns a command into the events that follow from it, or refuses it by a law.

In reading order:

commands        what a scorekeeper can record
values          what each field of a command holds, read from its type
deposits        what a straddle and a demand deposit, and what kind of stake a deposit is
named_cards     the cards that a command names, checked against the record
handling        what the handlers share: common fields, the mark of irregular acts
staking         handlers: straddle, stake, pass, stand, demand a show, borrow, show
dealing         handlers: the pack, the deal and its mishaps, waivers
drawing         handlers: the draw and its mishaps, foul hands, the question to the dealer
irregularities  when each irregular act could have happened
acts            the one table of acts
legal           what may lawfully be done now, and the refusal of who is not in turn
admission       the checks before the act itself: over, phase, retired, turn
turns           whose turn it is after an act
settling        the end of a game: hands valued, pool divided, one document
decide          from a command to events
judging         what would become of an act, and why it would be refused
commands_again  from a recorded event back to its command
"""
