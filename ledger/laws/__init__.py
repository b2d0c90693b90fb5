"""The laws of the book, each kept by the one object that carries it out.

In reading order: `register` (the eighty-one laws, in our words, and where each is kept) and `readings` (where the
book can be read two ways); `cards` and `seats`; then the chapters: `deal` (1 to 18), `ante` (19 to 24), `say` (25 to
28), `jackpot` (29 to 33), `draw` (34 to 45 and 47 to 51), `betting` (52 to 57 and 61 to 63), `division` (58 to 60, 64,
76), `ranking` (65 to 75) with `hands` and `untied`, `disputes` (46, 77 to 79) and `consent` (80, 81).
"""
