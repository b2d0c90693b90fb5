"""What would become of an act that were recorded now: the event that follows, or the refusal.

A page asks this to say of a button that is not lit why the laws forbid its act. The answer comes from the rules that
refuse it (`play.decide`), and depends on the game as it is given: judge what a reader asks on the game as he knows it.
"""

from ledger.events.base import Event
from ledger.play.commands import Command
from ledger.play.decide import recorded
from ledger.refusals import Invalid, Refused
from ledger.state.game import Game


def judged(game: Game, command: Command) -> Event | Refused | Invalid:
    """The event of an act, or why it would be refused. Nothing is recorded."""
    try:
        events, _ = recorded(game, command)
    except (Refused, Invalid) as refusal:
        return refusal
    return events[0]
