"""The book of draw poker: its laws, its facts, its money.

In reading order. The pure core, which imports the standard library only: `articles` (what the players agreed),
`laws` (the book as code), `events` (facts), `commands` and `refusals`; `player`, `game`, `sitting` and `club` (the
states that events fold into, by `changing` copies) with `standing` (what of a record stands); `play` (what follows
from an act), with `order` (whose act it is), `stakes`, `handling`, `handlers_deal`, `handlers_draw` and `acts`,
`flow` (whose turn is next), `settling` and `ranking_rules` (the end of a game), `legal` (what may be done);
`agreement`, `seating`, `company` and `till` (a sitting); `outcomes` (what a game was to each), `reckoning` (what a
sitting's counters and money come to) and `settling_up` (who pays whom); `corrections`, `amendments`, `affected`,
`payout`, `what_if`, `disputes` and `erasure` (afterwards); `accounts` (double entry), `currencies` and `times`,
`merkle` (the tree of the audit log), `redaction` (what a reader may see), `record`, `replay`, `sentences` and
`gamefile` (how it is told).

On top of it: `store` (PostgreSQL), `application`, `correcting` and `erasing` (load, decide, save), `tokens` and
`clubs`.
"""
