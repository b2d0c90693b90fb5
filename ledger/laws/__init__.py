"""The laws of the book, each kept by the objects that carry it out.

In reading order:

register  the eighty-one laws in our words, and where each is kept
readings  where the book can be read two ways
deal      laws 1 to 18: the pack, the dealer, the deal
ante      laws 19 to 24: the ante, straddles, the order of the say
bounds    the ends of a deposit, for buttons and for refusals alike
say       laws 25 to 28: opening, going in, passing
jackpot   laws 29 to 33: the unopened game, the jack-pot, the false opener
draw      laws 34 to 45 and 47 to 51: the draw
betting   laws 52 to 57 and 61 to 63: the betting after the draw, and loans
division  laws 58 to 60, 64 and 76: the division of a pool
hands     the classes of hands, and the value of five cards
untied    hands ranked against one another, however many
ranking   laws 65 to 75: which hand is better
disputes  laws 46 and 77 to 79: who rules, and who is asked
consent   laws 80 and 81: waivers, and what is agreed for a sitting
"""
