"""A sitting and its games as text that a club secretary writes by hand. One act a line; `#` begins a comment.

    ante 3
    limit 12
    players A, B, C                     # in seat order to the left
    reading side_show_ante = within     # every player must agree to what departs from the book
    agreed by all

    counters A: 10 red 5 blue           # `on credit` if he owes for them; `counters all: …` sells to everybody
    cut A 4h, B Kc, C 9d                # or the first dealer is named: game dealer A
    game
    deal                                # deal A: Ah Kd 3c 4s 5d; B: …    deal pack: …
    C stakes 6                          # passes, stands, straddles, demands a show, borrows 12 of the bank
    B draws 2h 3c -> Ah Kd              # draws 2; keeps
    C shows Ah Ad 5c 6d 9s              # with openers Jh Jd, joker as 9c
    expect C takes 126                  # checked, never recorded
    paid C 100, D 26                    # what the table in fact paid; see payouts for where more or less came from
    game 2 as played                    # though the laws left it something else
    expect D owes E 36
    D arrives left of B                 # between games; D departs when his counters are bought back
    D pays 15 toward credit             # toward his loan of A, of the bank
    limits D: loss 50                   # stop at 1895-11-02T23:30:00Z, no loss, no stop
    buy back all                        # buy back A: 25 red 1 odd
    close                               # close, the pool stands over; close, the kitty to the club, agreed by all

In reading order:

lines         what a file holds, and its errors
suggestions   what may have been meant by a wrong word
words         one line as words
counters      numbers of counters, with their colours
patterns      lines that follow from a pattern
acts          lines that are acts of a game
payouts       what the table in fact paid
entries       lines about the till, the cut, and who comes and goes
head          ante, limit, players, articles
body          the lines below the head
reader        text to acts
writer        acts to text
names         names for ids, and ids for names
expectations  what a file expects, compared with the table
places        the word of a line for which an act is refused
rehearsal     a file played in memory
against       what a club makes of a file
uncertain     a sitting as far as it is certain after a slip
judging       every slip of a file in one run
report        what happened when a file was played, line by line
export        a file from the record
line_kinds    every kind of line, explained for people
reference     the same with what many lines share
amended       how an amended file differs from the record
"""

from ledger.gamefile.against import ClubAtHand
from ledger.gamefile.export import from_events, game_from_events
from ledger.gamefile.judging import Judgement, judge
from ledger.gamefile.lines import GameFile, GameFileError, Line
from ledger.gamefile.names import renamed
from ledger.gamefile.reader import parse
from ledger.gamefile.rehearsal import Played, play, rehearse
from ledger.gamefile.report import report
from ledger.gamefile.writer import write, written

__all__ = [
    "ClubAtHand",
    "GameFile",
    "GameFileError",
    "Judgement",
    "Line",
    "Played",
    "from_events",
    "game_from_events",
    "judge",
    "parse",
    "play",
    "rehearse",
    "renamed",
    "report",
    "write",
    "written",
]
