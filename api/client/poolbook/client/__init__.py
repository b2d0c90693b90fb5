"""A client of the HTTP API: record a game, read what follows from it, follow the club's events, verify a receipt.

    from poolbook.client import Poolbook

    with Poolbook("http://127.0.0.1:8181", token) as book:
        club = book.club()
        anne, percy = club.member("Anne"), club.member("Percy")
        sitting = club.open_sitting(ante=3, limit=12, players=[anne, percy])
        sitting.sell_counters(anne, odd=100)
        sitting.sell_counters(percy, odd=100)
        game = sitting.begin_game(dealer=percy)
        game.deal()
        game.stake(6, player=percy)
        print(game.now.to_act, game.now.legal)

Every write is sent under one Idempotency-Key until an answer comes or the deadline passes, so it is recorded once,
whatever is lost on the way. Lists are read as they are after the client's own writes. Whatever the service refuses is
an exception: `Refused` names the law. Amounts are whole minor units; a card is `Kh`, several are `"Kh Kd"` or a list.

`help(Club)`, `help(Sitting)` and `help(Game)` show what each can do, and `help(Settlement)` what an answer holds. Where
a method takes `**also`, it takes the options of `Write`: `key` and `if_version`; an act takes those of `Act` too:
`player`, `irregular` and `note`.

In reading order:

answers          what the service answers about the club
sitting_answers  about a sitting
game_answers     about a game
problems         the exceptions, one for each kind of problem
sending          one request: its key, how often it is sent again, and when to give up
values           members, cards and dates as JSON
connection       reads, writes and pages of lists
acts             the acts of a game
receipts         the receipt of a game, and how it is verified
following        the stream of a club's events
game             one game
sitting          one sitting
club             the club of a token
book             where it all begins: a service and a token
"""

from poolbook.client.answers import (
    Acted,
    Checkpoint,
    Event,
    FoundedClub,
    IssuedToken,
    JackPot,
    Law,
    Me,
    Member,
    Reading,
    Result,
    Token,
)
from poolbook.client.book import Poolbook
from poolbook.client.club import Club
from poolbook.client.following import Following
from poolbook.client.game import Game
from poolbook.client.game_answers import (
    Award,
    Claim,
    CorrectedGame,
    Dispute,
    GameState,
    Hand,
    LegalAction,
    ListedGame,
    Penalty,
    Recorded,
    Refund,
    Reward,
    Settlement,
    Source,
    Stake,
)
from poolbook.client.problems import (
    Failed,
    Forbidden,
    Invalid,
    NoAnswer,
    NotFound,
    NotProved,
    NotUnderstood,
    PoolbookError,
    Problem,
    RaceLost,
    Refused,
    Stale,
    TooMany,
    Unauthorized,
    Unavailable,
)
from poolbook.client.receipts import Receipt, verify_receipt
from poolbook.client.sending import Patience
from poolbook.client.sitting import Sitting
from poolbook.client.sitting_answers import (
    BuyBack,
    Counted,
    CounterValues,
    Cut,
    Limits,
    ListedSitting,
    Payment,
    Sale,
    SetOff,
    SittingState,
    TableChange,
)
from poolbook.client.values import Act, Write

__all__ = [
    "Act",
    "Acted",
    "Award",
    "BuyBack",
    "Checkpoint",
    "Claim",
    "Club",
    "CorrectedGame",
    "Counted",
    "CounterValues",
    "Cut",
    "Dispute",
    "Event",
    "Failed",
    "Following",
    "Forbidden",
    "FoundedClub",
    "Game",
    "GameState",
    "Hand",
    "Invalid",
    "IssuedToken",
    "JackPot",
    "Law",
    "LegalAction",
    "Limits",
    "ListedGame",
    "ListedSitting",
    "Me",
    "Member",
    "NoAnswer",
    "NotFound",
    "NotProved",
    "NotUnderstood",
    "Patience",
    "Payment",
    "Penalty",
    "Poolbook",
    "PoolbookError",
    "Problem",
    "RaceLost",
    "Reading",
    "Receipt",
    "Recorded",
    "Refund",
    "Refused",
    "Result",
    "Reward",
    "Sale",
    "SetOff",
    "Settlement",
    "Sitting",
    "SittingState",
    "Source",
    "Stake",
    "Stale",
    "TableChange",
    "Token",
    "TooMany",
    "Unauthorized",
    "Unavailable",
    "Write",
    "verify_receipt",
]
