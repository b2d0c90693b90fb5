"""The table in a few lines of text: who sits where and in what state, the pool, whose turn it is and what is lawful."""

import re
from collections.abc import Iterator, Sequence

from ledger.gamefile.head import HEAD
from ledger.gamefile.words import written_name
from ledger.laws.deal import next_dealer
from ledger.play.legal import LegalAction, legal_actions
from ledger.seats import Member
from ledger.state.game import Game
from ledger.state.player import Player
from ledger.state.sitting import Sitting
from ops.score.evening import Evening

SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}

_CARD = re.compile(r"\b([2-9TJQKA])([shdc])\b")

_DONE = {
    "stake": "stake {amount}",
    "stand": "stand",
    "draw": "draw (0 to 5 cards, or keep)",
    "demand_show": "demand a show with {amount}",
    "pass": "pass",
    "show": "show five cards, or pass irregularly",
    "straddle": "straddle with {amount}",
    "deal": "deal",
}
"""What a player may do, by the word of the act."""


def signs(text: str) -> str:
    """The text with signs for the suits of its cards."""
    return _CARD.sub(lambda card: card[1] + SUITS[card[2]], text)


def table(evening: Evening) -> list[str]:
    """The table, a line for each player and two for the whole; at most twelve lines of at most eighty columns."""
    game, sitting = evening.game, evening.sitting
    if sitting is None:
        return [*evening.head, whose_turn(evening)]
    rows = _of_game(game, sitting) if game is not None and sitting.game is not None else _between(sitting, game)
    return [*(row[:80].rstrip() for row in rows), whose_turn(evening)]


def _of_game(game: Game, sitting: Sitting) -> Iterator[str]:
    jack_pot = f", a jack-pot for {game.minimum}" if game.minimum else ""
    yield f"game {game.number}{jack_pot}: {game.phase}, pool {game.pool}, highest stake {game.highest}"
    width = _width(game.seats)
    for member, player in game.players.items():
        mark = ">" if member == game.turn.player else " "
        office = "dealer" if member == game.dealer else "ante-man" if member == game.ante_man else ""
        stakes = f"staked {player.total:>4}, this round {player.round:>4}, left {player.funds:>5}"
        yield f"{mark} {member:{width}} {office:8} {stakes}  {_part(player)}"


def _part(player: Player) -> str:
    """A player's part in the game, in a word or two."""
    if player.shown:
        return f"shows {' '.join(player.shown.cards or player.shown.original)}"
    if player.foul:
        return "foul hand"
    if player.retired:
        return "passed"
    if player.demand:
        return "demands a show"
    drawn = f"drew {player.discarded}" if player.discarded else "kept"
    return drawn if player.drawn else "in"


def _between(sitting: Sitting, game: Game | None) -> Iterator[str]:
    carried = f", {sitting.carried} carried" if sitting.carried else ""
    jack_pot = f", a jack-pot for {sitting.minimum} next" if sitting.minimum else ""
    yield f"{'closed' if sitting.closed else 'between games'}: {sitting.games} played{carried}{jack_pot}"
    dealer = next_dealer(sitting)
    results = game.settlement.results if game is not None and game.settlement is not None else {}
    width = _width(sitting.seats)
    for member in sitting.seats:
        office = "deals" if member == dealer else ""
        last = f"  last game {results[member]:+d}" if results.get(member) else ""
        owed = f"  owes {n}" if (n := sitting.credit.get(member, 0) + sitting.lent.get(member, 0)) else ""
        won = f"won {sitting.won.get(member, 0):+d}"
        yield f"  {member:{width}} {office:6} counters {sitting.funds[member]:>5}  {won:10}{last}{owed}"


def _width(seats: Sequence[Member]) -> int:
    return min(18, max(map(len, seats)))


def whose_turn(evening: Evening) -> str:
    """Whose turn it is, and what he may lawfully do with least and most, as a sentence."""
    game, sitting = evening.game, evening.sitting
    if sitting is None:
        if evening.missing:
            return "the head still needs: " + ", ".join(f"{word} …" for word in evening.missing)
        return f"the head is complete; further lines of it: {', '.join(sorted(HEAD))}; then counters, and game"
    if evening.played.awaited is not None:
        return "the next line is expected to be refused"
    if game is not None and not game.over:
        return _may(game, legal_actions(game))
    if sitting.closed:
        return "the sitting is closed"
    return _next_game(sitting)


def _may(game: Game, legal: Sequence[LegalAction]) -> str:
    if not legal:
        return f"{game.turn.player}'s hand is foul: 'holds N dealt', with the number of his cards"
    who: dict[Member, list[str]] = {}
    for act in legal:
        who.setdefault(act.player, []).append(_DONE[act.action].format(amount=_amount(act)))
    return "; ".join(f"{member} may {_either(acts)}" for member, acts in who.items())


def _either(acts: Sequence[str]) -> str:
    *others, last = acts
    return f"{', '.join(others)} or {last}" if others else last


def _amount(act: LegalAction) -> str:
    return f"{act.least}" if act.least == act.most else f"{act.least} to {act.most}"


def _next_game(sitting: Sitting) -> str:
    dealer = next_dealer(sitting)
    if dealer is not None:
        return f"'game' begins the next game, {dealer} deals; or counters, paid, arrives, departs, buy back, close"
    first = written_name(sitting.seats[0])
    return f"'counters all: …' sells counters; 'cut {first} 4h, …' or 'game dealer {first}' begins"
