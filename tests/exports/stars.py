"""A strict reader of PokerStars text for five-card draw: every line that has no known form is an error."""

import re
from collections import Counter
from dataclasses import dataclass, field

NAME = r"(?P<who>[^:()\[\]*#$]+?)"
N = r"(?P<n>\d+)"
CARDS = r"\[(?P<cards>[AKQJT2-9][hsdc](?: [AKQJT2-9][hsdc])*)\]"
IN = r"(?P<all_in> and is all-in)?"

HEADER = re.compile(
    r"PokerStars Hand #(?P<id>\d+):  5 Card Draw Limit \((?P<small>[\d.]+)/(?P<big>\d+)\) - "
    r"(?P<at>\d{4}/\d\d/\d\d \d\d:\d\d:\d\d) ET"
)
TABLE = re.compile(r"Table '[^']+' (?P<max>\d+)-max Seat #(?P<button>\d+) is the button")
SEAT = re.compile(rf"Seat (?P<seat>\d+): {NAME} \({N} in chips\)")
POSTS = {
    "ante": re.compile(rf"{NAME}: posts the ante {N}{IN}"),
    "small blind": re.compile(rf"{NAME}: posts small blind {N}{IN}"),
    "big blind": re.compile(rf"{NAME}: posts big blind {N}{IN}"),
    "straddle": re.compile(rf"{NAME}: posts straddle {N}{IN}"),
    "stp": re.compile(rf"STP added: {N}"),
}
ACTS = {
    "folds": re.compile(rf"{NAME}: folds"),
    "checks": re.compile(rf"{NAME}: checks"),
    "calls": re.compile(rf"{NAME}: calls {N}{IN}"),
    "bets": re.compile(rf"{NAME}: bets {N}{IN}"),
    "raises": re.compile(rf"{NAME}: raises (?P<by>\d+) to {N}{IN}"),
    "uncalled": re.compile(rf"Uncalled bet \({N}\) returned to {NAME}"),
    "hero": re.compile(rf"Dealt to {NAME} {CARDS}"),
}
DRAWS = {
    "discards": re.compile(rf"{NAME}: discards {N} cards?(?: {CARDS})?"),
    "stands pat": re.compile(rf"{NAME}: stands pat"),
}
ENDS = {
    "shows": re.compile(rf"{NAME}: shows {CARDS} \(.+\)"),
    "collected": re.compile(rf"{NAME} collected {N} from (?P<pot>pot|main pot|side pot(?:-\d+)?)"),
}
TOTAL = re.compile(r"Total pot (?P<total>\d+)(?P<parts>(?: (?:Main|Side) pot(?:-\d+)? \d+\.)*) \| Rake (?P<rake>\d+)")
FATE = re.compile(
    rf"Seat (?P<seat>\d+): {NAME}(?P<marks>(?: \((?:button|small blind|big blind)\))*) "
    r"(?P<fate>folded (?:before|after) the Draw|mucked|collected \((?P<collected>\d+)\)"
    r"|showed \[[^\]]+\] and (?:won \((?P<won>\d+)\)|lost) with .+)"
)


@dataclass
class Read:
    """One hand as read, with amounts by players' names."""

    id: str = ""
    big: int = 0
    at: str = ""
    stacks: dict[str, int] = field(default_factory=dict)
    put: Counter[str] = field(default_factory=Counter)
    back: Counter[str] = field(default_factory=Counter)
    won: Counter[str] = field(default_factory=Counter)
    summary: Counter[str] = field(default_factory=Counter)
    pots: Counter[str] = field(default_factory=Counter)
    named: dict[str, int] = field(default_factory=dict)
    acts: list[tuple[str, str, int]] = field(default_factory=list)
    stp: int = 0
    total: int = 0
    rake: int = 0
    notes: list[str] = field(default_factory=list)

    def finishing(self, name: str) -> int:
        return self.stacks[name] - self.put[name] + self.back[name] + self.won[name]


def read(text: str) -> tuple[list[Read], list[str]]:
    """The hands of a file, and the notes on those left out. Raises ValueError for a line of no known form."""
    blocks = text.split("\n\n\n")
    hands = [_hand(block.rstrip("\n").split("\n")) for block in blocks if block.startswith("PokerStars")]
    lines = text.splitlines()
    return hands, [line for line in lines if line.startswith("# hand ")]


def _hand(lines: list[str]) -> Read:
    """Read one hand: its sections in order, each with the forms of line that it may hold."""
    hand = Read(notes=[line for line in lines if line.startswith("#")])
    rest = [line for line in lines if not line.startswith("#")]
    header = HEADER.fullmatch(rest.pop(0))
    table = TABLE.fullmatch(rest.pop(0))
    if header is None or table is None:
        raise ValueError(lines[:2])
    hand.id, hand.big, hand.at = header["id"], int(header["big"]), header["at"]
    while seat := SEAT.fullmatch(rest[0]):
        hand.stacks[seat["who"]] = int(seat["n"])
        rest.pop(0)
    dealing, summary = rest.index("*** DEALING HANDS ***"), rest.index("*** SUMMARY ***")
    street: Counter[str] = Counter()
    for line in rest[:dealing]:
        _take(hand, line, POSTS, street)
    drawn = False
    for line in rest[dealing + 1 : summary]:
        if line == "*** SHOW DOWN ***":
            continue
        kind = _take(hand, line, ACTS | DRAWS | ENDS, street)
        if kind in DRAWS and not drawn:
            drawn, street = True, Counter()
    _sum_up(hand, rest[summary + 1 :])
    return hand


def _take(hand: Read, line: str, forms: dict[str, re.Pattern[str]], street: Counter[str]) -> str:
    """Read one line, which must have exactly one form, and add what it puts in or takes out."""
    readings = [(kind, m) for kind, form in forms.items() if (m := form.fullmatch(line))]
    if len(readings) != 1:
        raise ValueError(f"{line!r} is of the forms {[kind for kind, _ in readings]}")
    (kind, m) = readings[0]
    groups = m.groupdict()
    amount, player = int(groups.get("n") or 0), groups.get("who") or ""
    if player and player not in hand.stacks:
        raise ValueError(f"{line!r}: {player!r} has no seat")
    hand.acts.append((kind, player, amount))
    match kind:
        case "stp":
            hand.stp += amount
        case "ante":
            hand.put[player] += amount
        case "small blind" | "big blind" | "straddle" | "calls" | "bets":
            hand.put[player] += amount
            street[player] += amount
        case "raises":
            if amount - int(groups["by"] or 0) != max(street.values(), default=0):
                raise ValueError(f"{line!r} raises another sum than the highest, {street}")
            hand.put[player] += amount - street[player]
            street[player] = amount
        case "uncalled":
            hand.back[player] += amount
        case "collected":
            hand.won[player] += amount
            hand.pots[groups["pot"] or ""] += amount
    if groups.get("all_in") and hand.put[player] != hand.stacks[player]:
        raise ValueError(f"{line!r}, and has {hand.stacks[player] - hand.put[player]} left")
    return kind


def _sum_up(hand: Read, lines: list[str]) -> None:
    total = TOTAL.fullmatch(lines[0])
    if total is None:
        raise ValueError(lines[0])
    hand.total, hand.rake = int(total["total"]), int(total["rake"])
    hand.named = {m[1].lower(): int(m[2]) for m in re.finditer(r"((?:Main|Side) pot(?:-\d+)?) (\d+)\.", total["parts"])}
    for line in lines[1:]:
        fate = FATE.fullmatch(line)
        if fate is None or fate["who"] not in hand.stacks:
            raise ValueError(line)
        hand.summary[fate["who"]] += int(fate["collected"] or fate["won"] or 0)
