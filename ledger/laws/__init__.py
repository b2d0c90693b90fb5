"""The laws of the book. Functions marked with `keeps` carry each law out, or a part of it.

In reading order:

register  the eighty-one laws in our words, and where each is kept
readings  where the book can be read two ways
deal      laws 1 to 18: the pack, the dealer, the deal
ante      laws 19 to 24: the ante, straddles, the order of the say
bounds    the least and the most of a deposit, for offers and for refusals alike
say       laws 25 to 28: opening, going in, passing
jackpot   laws 29 to 33: the unopened game, the jack-pot, the false opener
draw      laws 34 to 45 and 47 to 51: the draw
betting   laws 52 to 57 and 61 to 63: the betting after the draw, and loans
division  laws 58 to 60, 64 and 76: the division of a pool
hands     the classes of hands, and the value of five cards
laid      five cards laid out, and the shape they share with others
untied    any number of hands ranked against one another
ranking   laws 65 to 75: the order of hands
disputes  laws 46 and 77 to 79: referees and witnesses
consent   laws 80 and 81: waivers, and what is agreed for a sitting
"""
