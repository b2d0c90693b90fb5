"""Where in a line the word stands for which an act was refused, and what its player may do instead."""

from ledger.gamefile.lines import Expectation, Line, Record, Slip
from ledger.gamefile.words import Misread, Token, cut_up
from ledger.play.legal import OutOfTurn, legal_actions, offered
from ledger.refusals import Invalid, Refused
from ledger.state.game import Game


def slip_of_line(line: Line) -> Slip:
    """The place of an error in a line as a whole; of an expectation that fails, what it expects."""
    tokens = _tokens(line)
    if isinstance(line.act, Expectation) and len(tokens) > 1:
        return _pointing_at(line, tokens[1], tokens[-1])
    return Slip(text=_raw(line))


def slip_of_refusal(line: Line, why: Refused | Invalid, game: Game | None) -> Slip:
    """The place of the word for which an act was refused. `game` is the game as it was before the act."""
    token = _word_refused(line, why)
    place = _pointing_at(line, token, token) if token else Slip(text=_raw(line))
    code = why.code if isinstance(why, Refused) else "invalid"
    return Slip(text=place.text, column=place.column, width=place.width, code=code, hint=_hint(line, why, game))


def _raw(line: Line) -> str:
    return " " * line.indent + line.text


def _tokens(line: Line) -> tuple[Token, ...]:
    try:
        return cut_up(line.text)
    except Misread:
        return ()


def _pointing_at(line: Line, first: Token, last: Token) -> Slip:
    width = last.column + last.width - first.column
    return Slip(text=_raw(line), column=line.indent + first.column, width=width)


def _word_refused(line: Line, why: Refused | Invalid) -> Token | None:
    """The name, if it is not his turn; else the number or card that the refusal names; else what the player does."""
    tokens = _tokens(line)
    if not tokens:
        return None
    if isinstance(why, OutOfTurn):
        return tokens[0]
    named = set(str(why).replace(",", " ").replace(":", " ").split())
    for token in reversed(tokens):
        if token.kind == "word" and token.text in named and (token.text.isdigit() or len(token.text) == 2):
            return token
    of_player = isinstance(line.act, Record) and line.act.command.player == tokens[0].text
    return tokens[1] if of_player and len(tokens) > 1 else tokens[0]


def _hint(line: Line, why: Refused | Invalid, game: Game | None) -> str | None:
    """Whose turn it is and what he may do, where that helps: for an act of a game that runs."""
    if not isinstance(line.act, Record) or game is None or game.over or isinstance(why, OutOfTurn):
        return None
    legal = legal_actions(game)
    to_act = game.turn.player
    if to_act is None:
        return f"the cards are not dealt yet: {game.dealer} deals, or {offered_before_the_deal(game)}"
    return f"it is {to_act}'s turn: {offered(to_act, legal)}"


def offered_before_the_deal(game: Game) -> str:
    """What may be done before the deal besides it."""
    straddling = [act for act in legal_actions(game) if act.action == "straddle"]
    if not straddling:
        return "nobody may straddle any more"
    return "; ".join(f"{act.player} may straddle, which stakes {act.least}" for act in straddling)
