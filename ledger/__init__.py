"""The book of draw poker: its laws, its facts, its money.

Each line may use what stands above it, and nothing below. Down to `gamefile` everything is pure: the standard library
and msgspec, no clock, no chance, no store.

In reading order:

refusals     the exceptions that the rules raise
times        times as text
articles     what the players agreed before play
roles        the roles that a token gives, and what each may do
merkle       the hash tree of the audit log, and its proofs
cards        the pack
seats        members by their ids, and the order of turns
names        what a name may hold
events       the facts, written for ever
state        what events fold into: game, player, sitting, club
laws         the eighty-one laws, the readings, the value of hands, the division of pools
play         recording one game: the acts, whose turn it is, what may be staked, the settlement
table        conducting a sitting: its opening and close, arrivals, the till
books        double entry, the reckoning of a sitting, results, who pays whom
afterwards   corrections, void games, payments as made, disputes, what-if, erasure
telling      what a reader may see, sentences, replay
gamefile     a sitting as text that a club secretary writes
store        PostgreSQL: events in, events out
application  load, decide, save
exports      the record written for other programs
"""
