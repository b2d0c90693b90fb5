"""Every kind of line of a game file, explained: its forms, an example that works, and what it means.

The words and patterns of the lines stay in the parser's tables (`head`, `entries`, `acts`, `body`); the tests hold the
two to each other.

In a form, a word in CAPITALS stands for something that is written in its place, [a part] may be left out, `a|b` is one
of the two, and `…` after a comma says that more of the same may follow.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ledger.articles import JACK_POT_SERIES, VARIANTS
from ledger.gamefile import acts, entries
from ledger.gamefile.body import EXPECTED_OF_PLAYER
from ledger.gamefile.patterns import values
from ledger.laws.hands import HandClass
from ledger.play.acts import ACT_OF
from ledger.play.values import Kind, Value


class Part(StrEnum):
    """Where in a file a line stands."""

    HEAD = "The head of the file"
    TABLE = "Between the games"
    PLAY = "The play of a game"
    TELLING = "What the file expects"


@dataclass(frozen=True, slots=True, kw_only=True)
class LineKind:
    """A kind of line.

    `word` is what it begins with; if `of_player`, a player's name stands before the word. In the part TELLING `expect`
    stands before both. `example` is a line that can be read where the players are those of EVENING.
    """

    part: Part
    word: str
    forms: tuple[str, ...]
    example: str
    means: str
    of_player: bool = False
    more: tuple[str, ...] = ()

    @property
    def examples(self) -> tuple[str, ...]:
        """All its examples."""
        return (self.example, *self.more)


_PIECE = re.compile(r"\[([^\]]+)\]|\{(\w+)\}|(\S+)")
_CAPITALS: Mapping[Kind, str] = {
    Kind.MEMBER: "PLAYER",
    Kind.LENDER: "PLAYER|the bank",
    Kind.CARD: "CARD",
    Kind.NUMBER: "AMOUNT",
    Kind.LAW: "LAW",
    Kind.COUNTERS: "COUNTERS",
}
MARKS = '[irregularly] [note "TEXT"]'
"""What may follow every act of a game."""


def form_of(pattern: str, command: type[Any]) -> str:
    """The pattern of a line with words in capitals for its fields: `{player} passes` is `PLAYER passes`."""
    kinds = values(command)
    words = []
    for part, name, word in _PIECE.findall(pattern):
        words.append(f"[{form_of(part, command)}]" if part else _capitals(name, kinds[name]) if name else word)
    return " ".join(words).replace(" :", ":")


def _capitals(name: str, value: Value) -> str:
    if value.kind is Kind.FLAG:
        return f"[{name.replace('_', ' ')}]"
    if value.kind is Kind.CHOICE:
        assert value.words is not None
        return "|".join(value.words)
    if value.kind is Kind.NUMBER and value.meta is not None and "cards" in (value.meta.description or ""):
        return "NUMBER"
    if value.kind is Kind.LIST:
        assert value.of is not None
        return "CARDS" if value.of.kind is Kind.CARD else "PLAYERS"
    if value.kind is Kind.BY_MEMBER:
        assert value.of is not None
        return f"PLAYER {_capitals(name, value.of)}, …"
    return _CAPITALS[value.kind]


_HEAD = (
    LineKind(
        part=Part.HEAD,
        word="ante",
        forms=("ante AMOUNT",),
        example="ante 3",
        means="The ante, which the player on the dealer's left stakes before each deal (law 20). At most half the"
        " limit.",
    ),
    LineKind(
        part=Part.HEAD,
        word="limit",
        forms=("limit AMOUNT",),
        example="limit 12",
        means="The most by which a stake may be raised at one time.",
    ),
    LineKind(
        part=Part.HEAD,
        word="players",
        forms=("players PLAYER, PLAYER, …",),
        example='players Ann, Ben, Cora, "Van Dyke", Eve',
        means="Who sits at the table, in seat order: each sits on the left of the one before. Two to ten players.",
    ),
    LineKind(
        part=Part.HEAD,
        word="currency",
        forms=("currency CURRENCY",),
        example="currency GBP",
        means="The club's currency, by its ISO code, or LSD for pounds of 240 pence. A file in another currency than"
        " the club's is refused. It may be left out.",
    ),
    LineKind(
        part=Part.HEAD,
        word="held",
        forms=("held on DATE",),
        example="held on 1895-11-02",
        means="The day of the sitting. Without it, the day on which the file is recorded.",
    ),
    LineKind(
        part=Part.HEAD,
        word="variants",
        forms=(f"variants {'|'.join(VARIANTS)}, …",),
        example="variants joker, blaze",
        means="The variants that are played. Every player must agree.",
    ),
    LineKind(
        part=Part.HEAD,
        word="reading",
        forms=("reading READING = VALUE",),
        example="reading hearts = always",
        means="How a doubtful law is read at this table, if not by the default. One line for each reading; every player"
        " must agree. The readings and their values are listed below.",
    ),
    LineKind(
        part=Part.HEAD,
        word="kitty",
        forms=(f"kitty AMOUNT for expenses|reward [{'|'.join(HandClass)}]", "kitty holds AMOUNT"),
        example="kitty 2 for expenses",
        more=("kitty 2 for reward fours", "kitty holds 14"),
        means="What is set aside from each pool that is won: for the club's expenses, or as a reward for the first hand"
        " shown of a class or above. `holds` is a reward that stands over from an earlier sitting; a file with it is"
        " only checked, not recorded.",
    ),
    LineKind(
        part=Part.HEAD,
        word="no",
        forms=("no loans",),
        example="no loans",
        means="Nobody may borrow at this table.",
    ),
    LineKind(
        part=Part.HEAD,
        word="abrogated",
        forms=("abrogated LAW, …",),
        example="abrogated 22",
        means="The laws that do not hold at this table. Every player must agree.",
    ),
    LineKind(
        part=Part.HEAD,
        word="agreed",
        forms=("agreed by all", "agreed by PLAYER, …"),
        example="agreed by all",
        more=('agreed by Ann, Ben, Cora, "Van Dyke", Eve',),
        means="Who agreed to what departs from the book. Where anything does, this line names every player.",
    ),
    LineKind(
        part=Part.HEAD,
        word="carried",
        forms=(f"carried AMOUNT [jack-pot {'|'.join(JACK_POT_SERIES)}]",),
        example="carried 27 jack-pot Q",
        means="A pool that an earlier sitting of the same players left, with the openers that its jack-pot needs. A"
        " file with it is only checked, not recorded.",
    ),
)


def _entry(word: str, example: str, means: str, *more: str, forms: tuple[str, ...] = ()) -> LineKind:
    of_player = word in entries.VERBS
    kind, _ = (entries.VERBS if of_player else entries.ALONE)[word]
    written = (form_of(kind.line, kind.command),) if kind.line else forms
    if kind.for_several:
        written = tuple(form.replace("PLAYER", "PLAYERS", 1) for form in written)
    return LineKind(
        part=Part.TABLE, word=word, forms=written, example=example, means=means, of_player=of_player, more=more
    )


_TABLE = (
    _entry(
        "counters",
        "counters Ann: 10 red 5 white 5 blue",
        "The bank sells counters for money, or on credit if he owes for them. Only between games.",
        "counters all: 10 red 12 odd",
        "counters Ben, Cora: 4 blue on credit",
    ),
    _entry(
        "buy",
        "buy back all",
        "The bank buys back all that a player has. With counters: those that he hands in, which may differ from the"
        " book; the difference stands in the books by his name.",
        "buy back Ann: 25 red 1 odd",
    ),
    _entry(
        "cut",
        'cut Ann 4h, Ben Kc, Cora 9d, "Van Dyke" 4s, Eve Td',
        "The cut for the first deal: the lowest card deals, and those who tie at the lowest cut again on a line of"
        " their own. Without a cut the first game names its dealer.",
        'cut Ann 2h, "Van Dyke" 6s',
    ),
    LineKind(
        part=Part.TABLE,
        word="game",
        forms=("game [dealer PLAYER] [sitting out PLAYER, …]", "game NUMBER as played"),
        example="game",
        more=("game dealer Ann", 'game sitting out Ben, "Van Dyke"', "game 2 as played"),
        means="The next game begins: the ante is staked. Only a first game without a cut names its dealer; later the"
        " deal passes to the left. `as played`: that game of the file stands as it was played, though a payment before"
        " it left it something else.",
    ),
    _entry(
        "arrives",
        "Fay arrives left of Ben",
        "A member of the club sits down between two games.",
    ),
    _entry(
        "departs",
        "Eve departs",
        "A player leaves between two games, after his counters were bought back.",
    ),
    _entry(
        "pays",
        "Ben pays 15 toward credit",
        "A player pays what he owes: for counters sold on credit, or for a loan of a player or of the bank.",
        "Ben pays 12 toward his loan of the bank",
        "Ben pays 12 toward his loan of Ann",
        forms=("PLAYER pays AMOUNT toward credit", "PLAYER pays AMOUNT toward his loan of PLAYER|the bank"),
    ),
    _entry(
        "limits",
        "limits Cora: loss 50, stop at 1895-11-02T23:30:00Z",
        "A player sets himself a loss or an hour at which he is dealt no further game, or lifts them.",
        "limits Cora: no loss, no stop",
        forms=("limits PLAYER: loss AMOUNT|no loss, stop at TIME|no stop",),
    ),
    LineKind(
        part=Part.TABLE,
        word="paid",
        forms=(
            "paid PLAYER AMOUNT, …",
            "paid PLAYER AMOUNT, …, from carried AMOUNT, kitty AMOUNT, penalty PLAYER AMOUNT, refund PLAYER AMOUNT",
            "paid nothing, from carried AMOUNT",
        ),
        example='paid Cora 60, "Van Dyke" 12',
        more=(
            "paid Cora 74, from kitty 2",
            "paid Ann 27, from carried 27, penalty Ben 6",
            "paid nothing, from carried -3",
        ),
        means="What the table in fact paid out of the last pool, where that is not what the laws give. After `from`:"
        " how much of it came from carried money, a kitty that was forgotten, or a penalty or refund that was not"
        " collected.",
    ),
    LineKind(
        part=Part.TABLE,
        word="close",
        forms=(
            "close",
            "close, the pool stands over[, the kitty to the club, agreed by PLAYERS]",
            "close, the pool divided PLAYER AMOUNT, …, [the kitty to the club, ]agreed by PLAYERS",
            "close, the kitty to the club, agreed by PLAYERS",
        ),
        example="close",
        more=(
            "close, the pool stands over",
            "close, the pool divided Ann 10, Ben 8, agreed by all",
            "close, the kitty to the club, agreed by all",
        ),
        means="The sitting ends, when everybody's counters are bought back. A carried pool stands over to a later"
        " sitting of the same players, or is divided by everybody's consent.",
    ),
)


def _act(word: str, example: str, means: str, *more: str, forms: tuple[str, ...] = ()) -> LineKind:
    of_player = word in acts.VERBS
    command, _ = (acts.VERBS if of_player else acts.ALONE)[word]
    pattern = ACT_OF[command].line
    written = (form_of(pattern, command),) if pattern else forms
    return LineKind(
        part=Part.PLAY, word=word, forms=written, example=example, means=means, of_player=of_player, more=more
    )


_PLAY = (
    _act(
        "straddles",
        "Cora straddles",
        "Before the deal a player raises the ante: the second on the dealer's left to twice the ante, then each in turn"
        " by one ante more (law 21). The amount follows from the law.",
    ),
    _act(
        "deal",
        "deal",
        "The cards have been dealt; nobody straddles any more. The cards may be given, of some players or of all, or"
        " the whole pack from the top. `uncut` and `counts` are for a deal that went wrong, and irregular.",
        "deal Ann: Ah Kd 3c 4s 5d; Ben: 2c 2d 9h Jc Qs",
        "deal pack: Ah Kd 3c 4s 5d 2c 2d 9h Jc Qs",
        "deal counts Ann 6 irregularly",
        "deal uncut counts Ann 6, Ben 4: Ann: Ah Kd 3c 4s 5d 6d irregularly",
        forms=(
            "deal [uncut] [counts PLAYER NUMBER, …:] [PLAYER: CARDS; …]",
            "deal [uncut] [counts PLAYER NUMBER, …:] pack: CARDS",
        ),
    ),
    _act(
        "stakes",
        "Cora stakes 6",
        "A player puts an amount into the pool now. Whether that opens, makes good, bets, calls or raises follows from"
        " the game: he who has 3 in and wants to have 18 in stakes 15.",
        'Cora stakes 6 irregularly note "before it was her turn"',
    ),
    _act("passes", "Ben passes", "A player throws his hand down, and loses what he has staked (law 27)."),
    _act("stands", "Ben stands", "After the draw a player declines to bet, while nobody has bet; once in a game."),
    _act(
        "demands",
        "Eve demands a show",
        "A player whose counters do not suffice puts in all he has, and is shown for that amount (law 60).",
    ),
    _act(
        "borrows",
        "Eve borrows 12 of the bank",
        "A player borrows during a game, of another player or of the bank; the counters lent may be named.",
        "Eve borrows 12 of Ann: 4 red",
        forms=("PLAYER borrows AMOUNT of PLAYER|the bank [: COUNTERS]",),
    ),
    _act(
        "draws",
        "Ben draws 2",
        "A player throws away that many cards, or these cards, and is given as many. After the arrow: the cards that he"
        " was given. `asked`, `given` and `made right` are for numbers that differ.",
        "Ben draws 2h 3c -> Ah Kd",
        "Ben draws 2 asked 3 given 3 irregularly",
        "Ben draws 2 given 3 made right irregularly",
        forms=("PLAYER draws NUMBER|CARDS [-> CARDS] [asked NUMBER] [given NUMBER] [made right]",),
    ),
    _act(
        "keeps",
        "Ann keeps",
        "A player keeps his hand and draws nothing.",
        forms=("PLAYER keeps [asked NUMBER] [given NUMBER] [made right]",),
    ),
    _act("raises", "Ann raises his cards", "A player takes up the cards that he has drawn. It may be left out."),
    _act("asks", "Cora asks the dealer", "A player asks how many cards the dealer drew (law 49)."),
    _act(
        "shows",
        "Cora shows Kh Kd Ks 7c 4d",
        "A player shows his five cards. `with openers`: cards of his first hand that prove that he could open a"
        " jack-pot; alone, if everybody else passed. `joker as`: what he names his joker.",
        "Cora shows Ah Ad 5c 6d 9s with openers Jh Jd",
        "Cora shows openers Jh Jd",
        "Cora shows Jo Kd Kh Th 7d joker as Ks",
        forms=("PLAYER shows CARDS [with openers CARDS] [joker as CARD]", "PLAYER shows openers CARDS [joker as CARD]"),
    ),
    _act("shuffles", "Ann shuffles", "A player shuffles the pack before the deal. It may be left out."),
    _act("cuts", "Eve cuts", "The player on the dealer's right cuts the pack. It may be left out."),
    _act("distracts", "Cora distracts the dealer", "A player speaks to the dealer while he deals (law 15)."),
    _act(
        "exposes",
        "Ben exposes 9c irregularly",
        "The dealer turns a card of that player face up: in the deal it stands, in the draw it goes back to the pack.",
    ),
    _act(
        "misdeal",
        "misdeal uncut irregularly",
        "The deal is void, and the same dealer deals again: the pack was not cut, a card lay face up, or a player was"
        " dealt a wrong number and had not raised his cards.",
        "misdeal wrong_count of Ben irregularly",
    ),
    _act(
        "holds",
        "Ben holds 6 dealt irregularly",
        "A hand turns out to hold another number of cards than five, by the deal or by the draw: it is foul, and its"
        " player retires (laws 13, 48, 64).",
        "Ben holds 4 drawn irregularly",
    ),
    _act(
        "collect",
        "collect announced Cora 3, Ann 2 cut by Eve",
        "The pack is too short for the draw: those who still draw say how many, and the discards are shuffled, cut by"
        " the dealer's right, and used again (law 41).",
    ),
    _act(
        "waive",
        "waive 36 agreed by all",
        "All players of the game agree that a law does not hold in it.",
        'waive 36 agreed by Ann, Ben, Cora, "Van Dyke", Eve',
    ),
)


def _expected(word: str, form: str, example: str, means: str, *more: str) -> LineKind:
    of_player = word in EXPECTED_OF_PLAYER
    return LineKind(
        part=Part.TELLING,
        word=word,
        forms=(f"expect {form}",),
        example=f"expect {example}",
        means=means,
        of_player=of_player,
        more=tuple(f"expect {text}" for text in more),
    )


_TELLING = (
    _expected("takes", "PLAYER takes AMOUNT", "Cora takes 72", "What a player takes from the pool of the last game."),
    _expected(
        "results",
        "results PLAYER AMOUNT, …",
        'results Cora +48, Ben -24, Ann -18, Eve -6, "Van Dyke" 0',
        "What each player won or lost in the last game. Whoever is not named neither won nor lost.",
    ),
    _expected("has", "PLAYER has AMOUNT", "Cora has 183", "The counters that a player has before him, in minor units."),
    _expected("pool", "pool AMOUNT", "pool 60", "What is in the pool."),
    _expected("turn", "turn PLAYER", "turn Cora", "Whose turn it is."),
    _expected(
        "phase",
        "phase ante|say|draw|betting|show|settled|unopened",
        "phase draw",
        "How far the game has come.",
    ),
    _expected(
        "carried",
        f"carried AMOUNT [jack-pot {'|'.join(JACK_POT_SERIES)}]",
        "carried 3 jack-pot J",
        "What the last game leaves to the next, and the openers if that is a jack-pot.",
    ),
    _expected("next", "next dealer PLAYER", "next dealer Ben", "Who deals the next game."),
    _expected(
        "holds", 'PLAYER holds "TEXT"', 'Cora holds "threes, kings"', "What a hand that was shown is called, in words."
    ),
    _expected("pays", "PLAYER pays AMOUNT", "Ben pays 6", "The penalty that a false opener pays (law 33)."),
    _expected("rewarded", "PLAYER rewarded AMOUNT", "Cora rewarded 14", "What a hand won from the reward kitty."),
    _expected("kitty", "kitty AMOUNT", "kitty 2", "What the kitty holds."),
    _expected("owes", "PLAYER owes PLAYER AMOUNT", "Eve owes Ann 12", "What a player owes another."),
    _expected("cash", "cash PLAYER AMOUNT", "cash Cora 183", "The money that the bank paid for a player's counters."),
    _expected("laws", "laws LAW, …", "laws 59, 60", "The laws that decided the last settlement, all of them."),
    _expected(
        "refused",
        "refused [LAW] [CODE]",
        "refused",
        "The act on the next line is unlawful, and is not recorded: by this law and with this word, if they are given.",
        "refused 25",
        "refused 25 opening_too_small",
    ),
)

LINES: tuple[LineKind, ...] = (
    *_HEAD,
    *_TABLE,
    *_PLAY,
    LineKind(
        part=Part.TELLING,
        word="expect",
        forms=("expect EXPECTATION",),
        example="expect Cora takes 72",
        means="Says what must be true at this point of the file. It is checked, and never recorded. Any of these may"
        " follow:",
    ),
    *_TELLING,
)
"""Every kind of line, in the order in which a reader learns them."""
