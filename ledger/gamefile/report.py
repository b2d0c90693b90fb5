"""What happened when a file was played, line by line, for people."""

from ledger.events.base import Event
from ledger.events.game import Action, GameBegun, GameSettled, GameUnopened
from ledger.events.settlement import Settlement
from ledger.gamefile.rehearsal import Played, Step
from ledger.gamefile.writer import written

WIDTH = 40
"""The width of the column that holds the lines of the file, in characters."""


def report(played: Played) -> str:
    """The file and the record side by side: on each row a line of the file and what followed from it. The errors
    come last."""
    rows = [_row(step) for step in played.steps]
    return "\n".join([*rows, *(error.sentence for error in played.errors)])


def _row(step: Step) -> str:
    happened = "; ".join([*map(_event, step.events), *([step.message] if step.message else [])])
    act = written(step.line.act).splitlines()[0]
    return f"{step.line.number:4}  {act:{WIDTH}}  {happened}".rstrip()


def _event(event: Event) -> str:
    match event:
        case GameSettled(settlement=document) | GameUnopened(settlement=document):
            return _settlement(event.topic, document)
        case GameBegun(dealer=dealer, ante_man=ante_man, minimum=minimum):
            jack_pot = f", a jack-pot for {minimum}" if minimum else ""
            return f"{event.topic}: {dealer} deals, {ante_man} has the ante{jack_pot}"
        case Action(law=law, turn=turn):
            kind = getattr(event, "act", None)
            details = "".join([f" {kind}" if kind else "", f" (law {law})" if law else ""])
            return f"{event.topic}{details} -> {turn.phase} {turn.player or ''}".rstrip()
    return event.topic


def _settlement(topic: str, document: Settlement) -> str:
    awards = ", ".join(f"{a.player} takes {a.amount}" for a in document.awards) or "nobody takes anything"
    results = ", ".join(f"{m} {n:{'+' if n else ''}}" for m, n in document.results.items())
    carried = f", {document.carried_out} carried" if document.carried_out else ""
    laws = ", ".join(map(str, document.laws))
    return f"{topic}: of {document.pool} {awards}{carried}; results {results}; laws {laws}"
