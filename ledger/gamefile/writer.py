"""Writing a game file. `reader.parse` reads the text back as the same acts."""

from collections.abc import Iterable, Mapping

from ledger.gamefile.acts import write_act
from ledger.gamefile.entries import write_entry
from ledger.gamefile.lines import (
    Act,
    AsPlayed,
    Close,
    Enter,
    Expectation,
    ExpectCarried,
    ExpectCash,
    ExpectHas,
    ExpectHolds,
    ExpectKitty,
    ExpectLaws,
    ExpectNextDealer,
    ExpectOwes,
    ExpectPays,
    ExpectPhase,
    ExpectPool,
    ExpectRefused,
    ExpectResults,
    ExpectRewarded,
    ExpectTakes,
    ExpectTurn,
    GameFile,
    Name,
    OpenSitting,
    PayOut,
    Record,
    StartGame,
)
from ledger.gamefile.payouts import write_payout
from ledger.gamefile.words import quoted, written_name
from ledger.laws.readings import departures


def write(gamefile: GameFile) -> str:
    """The file as text, with an empty line before each game. The comments of a file that was read are lost."""
    lines = [*_head(gamefile.opening), ""]
    for line in gamefile.lines[1:]:
        if isinstance(line.act, StartGame) and lines[-1]:
            lines.append("")
        lines.append(written(line.act))
    return "\n".join(lines).rstrip("\n") + "\n"


def written(act: Act) -> str:
    """One act as its line; the head as its several lines. Raises TypeError for an act that has no line."""
    match act:
        case OpenSitting():
            return "\n".join(_head(act))
        case Enter(command=entry):
            return write_entry(entry)
        case StartGame(dealer=dealer, sitting_out=out):
            named = f" dealer {written_name(dealer)}" if dealer is not None else ""
            return f"game{named}" + (f" sitting out {_names(out)}" if out else "")
        case Record(command=command):
            return write_act(command)
        case PayOut():
            return write_payout(act)
        case AsPlayed(number=number):
            return f"game {number} as played"
        case Close():
            return _close(act)
        case Expectation():
            return f"expect {_expected(act)}"
    raise TypeError(f"{type(act).__name__} has no line in a game file")


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words)


def _names(names: Iterable[Name]) -> str:
    return _listed(written_name(m) for m in names)


def _amounts(amounts: Mapping[Name, int], sign: str = "") -> str:
    return _listed(f"{written_name(m)} {n:{sign if n else ''}}" for m, n in amounts.items())


def _head(opening: OpenSitting) -> list[str]:
    articles = opening.articles
    lines = [f"ante {articles.ante}", f"limit {articles.limit}"]
    if opening.currency:
        lines.append(f"currency {opening.currency}")
    if opening.held_on:
        lines.append(f"held on {opening.held_on}")
    lines.append(f"players {_names(opening.seats)}")
    if articles.variants:
        lines.append(f"variants {_listed(articles.variants)}")
    lines += [f"reading {name} = {value}" for name, value in departures(articles.readings).items()]
    if articles.kitty:
        rewarded = f" {articles.kitty.hand_class}" if articles.kitty.hand_class else ""
        lines.append(f"kitty {articles.kitty.amount} for {articles.kitty.purpose}{rewarded}")
    if not articles.loans:
        lines.append("no loans")
    if articles.abrogated:
        lines.append(f"abrogated {_listed(map(str, articles.abrogated))}")
    if opening.agreed_by:
        everybody = opening.agreed_by == opening.seats
        lines.append(f"agreed by {'all' if everybody else _names(opening.agreed_by)}")
    if opening.carried or opening.minimum:
        lines.append(f"carried {opening.carried}{_jack_pot(opening.minimum)}")
    if opening.kitty:
        lines.append(f"kitty holds {opening.kitty}")
    return lines


def _jack_pot(minimum: str | None) -> str:
    return f" jack-pot {minimum}" if minimum else ""


def _close(act: Close) -> str:
    words = ["close"]
    if act.stands_over:
        words.append("the pool stands over")
    if act.divided:
        words.append(f"the pool divided {_amounts(act.divided)}")
    if act.kitty_to_club:
        words.append("the kitty to the club")
    if act.divided or act.kitty_to_club:
        words.append(f"agreed by {_names(act.agreed_by)}")
    return ", ".join(words)


def _expected(act: Expectation) -> str:
    match act:
        case ExpectHolds(player=m, hand=hand):
            return f"{written_name(m)} holds {quoted(hand)}"
        case ExpectResults(results=results):
            return f"results {_amounts(results, '+')}"
        case ExpectRefused(law=law, code=code):
            return " ".join(["refused", *map(str, filter(None, (law, code)))])
        case ExpectCarried(amount=n, minimum=minimum):
            return f"carried {n}{_jack_pot(minimum)}"
        case ExpectNextDealer(player=m):
            return f"next dealer {written_name(m)}"
        case ExpectLaws(laws=laws):
            return f"laws {_listed(map(str, laws))}"
        case ExpectPool(amount=n):
            return f"pool {n}"
        case ExpectKitty(amount=n):
            return f"kitty {n}"
        case ExpectPhase(phase=phase):
            return f"phase {phase}"
        case ExpectTurn(player=m):
            return f"turn {written_name(m)}"
        case ExpectCash(player=m, amount=n):
            return f"cash {written_name(m)} {n}"
    return _expected_of_player(act)


def _expected_of_player(act: Expectation) -> str:
    match act:
        case ExpectTakes(player=m, amount=n):
            return f"{written_name(m)} takes {n}"
        case ExpectPays(player=m, amount=n):
            return f"{written_name(m)} pays {n}"
        case ExpectRewarded(player=m, amount=n):
            return f"{written_name(m)} rewarded {n}"
        case ExpectHas(player=m, amount=n):
            return f"{written_name(m)} has {n}"
        case ExpectOwes(player=m, to=to, amount=n):
            return f"{written_name(m)} owes {written_name(to)} {n}"
    raise TypeError(f"{type(act).__name__} has no line in a game file")
