"""Corrections of games and sittings, what-ifs, void games, payments as made, and hands unsealed."""

from typing import Any
from uuid import UUID

from api.answers.adjustments import adjustments_in
from api.answers.corrections import corrected_body
from api.answers.entries import listed_entry_body
from api.joined import Joined
from api.noun import ENTRY, Answer, Call, Noun, written
from api.schemas.corrections import (
    ArticlesSetRight,
    CorrectedArticles,
    CorrectedGame,
    EveningReadings,
    ForeseenEvening,
    ForeseenSettlement,
    NewCorrection,
    NewPayout,
    NewSittingCorrection,
    NewUnsealing,
    NewVoid,
    UnsealedHand,
    WhatIf,
)
from api.schemas.entries import WrittenEntry
from ledger.afterwards.evening import EveningForeseen
from ledger.afterwards.game_corrections import Insertion, Slips, names_cards
from ledger.afterwards.payout import AS_AWARDED, Sources
from ledger.afterwards.sitting_corrections import Terms
from ledger.afterwards.what_if import turned_by
from ledger.application.afterwards import CorrectionRequest, Corrections, Payout
from ledger.application.club_books import Saved
from ledger.application.evenings import Evenings
from ledger.application.what_ifs import WhatIfs
from ledger.events.adjustment import SittingAdjusted
from ledger.events.amendment import Amendment, ArticlesCorrected, HandUnsealed
from ledger.laws.readings import READINGS
from ledger.refusals import Invalid, Refused
from ledger.roles import UNSEALERS
from ledger.state import game_fold as games
from ledger.state.game import Game
from ledger.telling.redaction import known_events

noun = Noun("corrections", __name__, description="Slips of the record put right. Nothing recorded is ever changed.")


def slips(body: dict[str, Any]) -> Slips:
    """What a body strikes and puts in."""
    put_in = tuple(Insertion(act["after"], act["action"]) for act in body["insert"])
    return Slips(strike=tuple(body["strike"]), insert=put_in)


def payout(body: dict[str, Any]) -> Payout:
    """What a body says was paid, and from where."""
    return Payout(body["paid"], Sources(**body["sources"]) if body["sources"] else AS_AWARDED)


def corrected(call: Call, saved: Saved) -> dict[str, Any]:
    """The answer to a write: the game after it, the games that it left to be mended, or after the close those that
    would have gone otherwise, and the adjusting entry."""
    books, game_id = call.books, call.ids["game"]
    events = books.game_events(game_id)
    sitting_id = UUID(games.fold(events[:1]).sitting)
    written_here = [recorded for recorded in books.recorded(sitting_id) if recorded.command == saved.command]
    amended = [one.event for one in written_here if isinstance(one.event, Amendment | SittingAdjusted)]
    affected = amended[-1].affected if amended else books.sitting(sitting_id).affected
    adjustments = adjustments_in(written_here, books, call.reader)
    body = corrected_body(game_id, known_events(events, call.reader), saved.last, affected)
    return {**body, "adjustment": adjustments[-1] if adjustments else None}


@noun.writes("/v1/games/<id:game>/corrections", NewCorrection, CorrectedGame)
def correct_game(call: Call) -> Answer:
    """Strike slips of a game's record, and put in what was left out. A game that a correction or a payment affects is
    mended (`rebase`), or stands as it was played (`as_played`).

    After the close of its sitting this makes an adjusting entry on the members' accounts at the club: the closed sheet
    stays as it was, the later games stay as they were played, and `affected` lists those that would have gone
    otherwise. What a member then owes is paid by the payments of the sitting.
    """
    request, body = call.request, call.input
    said = payout(body) if body["paid"] is not None else None
    if said is None and body["sources"]:
        raise Invalid({"from": ["says where a payment came from: give `paid` as well"]})
    correction = CorrectionRequest(slips(body), body["reason"], body["rebase"], body["as_played"], said)
    saved = Corrections(call.books).correct_game(request, call.ids["game"], correction)
    return written(saved, corrected(call, saved))


@noun.asks("/v1/games/<id:game>/what-if", WhatIf, ForeseenSettlement)
def what_would_follow(call: Call) -> Joined:
    """The settlement under other readings, or of another record, judged on the cards that the reader may know. Nothing
    is stored but that it was asked, which the audit shows."""
    body = call.input
    wrong = [name for name, value in body["readings"].items() if value not in READINGS[name].values]
    if wrong:
        raise Invalid({"readings": [f"{wrong[0]} has no such value"]})
    tried = slips(body)
    if not call.reader.keeps_the_book:
        _check_a_player_may_ask(call.books.game(call.ids["game"]), tried)
    foreseen = WhatIfs(call.books).judge(
        call.caller.actor, call.ids["game"], tried, body["readings"], by_law=body["by_law"]
    )
    turned = turned_by(foreseen.events, foreseen.settlement)
    beside = {"turned_by": turned, "ruled": foreseen.ruled, "paid": None, "done": None, "affected": foreseen.affected}
    return Joined(beside, foreseen.settlement)


@noun.asks("/v1/sittings/<id:sitting>/what-if", EveningReadings, ForeseenEvening)
def what_would_the_evening_be(call: Call) -> EveningForeseen:
    """A whole evening under other readings: game after game, with what each carries to the next, as far as the record
    stays lawful. It is judged on the cards that the reader may know. Nothing is stored but that it was asked."""
    return Evenings(call.books).what_if(call.caller.actor, call.ids["sitting"], call.input["readings"])


def _check_a_player_may_ask(game: Game, tried: Slips) -> None:
    """Refuse a player who names cards, or who asks of a game that still runs."""
    if any(names_cards(act.command) for act in tried.insert):
        raise Invalid({"insert": ["a player's acts name no cards"]})
    if not game.over:
        raise Refused(51, "game_running", "a player asks this of a game that is over")


@noun.writes("/v1/games/<id:game>/void", NewVoid, CorrectedGame)
def void_game(call: Call) -> Answer:
    """Make a game void that was begun by mistake: every stake goes back. All its players consent, by name."""
    request, body = call.request, call.input
    saved = Corrections(call.books).void(request, call.ids["game"], body["agreed_by"], body["reason"])
    return written(saved, corrected(call, saved))


@noun.writes("/v1/games/<id:game>/paid", NewPayout, CorrectedGame)
def record_payout(call: Call) -> Answer:
    """Record what the table in fact paid out of the pool, in any total that its sources explain. The awards stay by the
    laws; the results follow what was paid, and the difference is a debt between members. Later games stand.

    After the close of the sitting this makes an adjusting entry, as a correction does, and needs a reason.
    """
    request, body = call.request, call.input
    saved = Corrections(call.books).pay(request, call.ids["game"], payout(body), body["reason"])
    return written(saved, corrected(call, saved))


@noun.writes("/v1/games/<id:game>/unsealings", NewUnsealing, UnsealedHand, roles=UNSEALERS)
def unseal_hand(call: Call) -> Answer:
    """Read the hand of a player after the game, for a reason. The reading is recorded, and opens the hand to the
    what-ifs of auditors (28)."""
    game_id, body = call.ids["game"], call.input
    saved = Corrections(call.books).unseal(call.request, game_id, body["player"], body["reason"])
    recorded = call.books.recorded(game_id)[saved.last - 1]
    assert isinstance(recorded.event, HandUnsealed)
    member = recorded.event.player
    player = call.books.game(game_id, at=saved.last).players[member]
    return written(saved, Joined({"player": member, "discards": player.discards or None}, player))


@noun.writes("/v1/sittings/<id:sitting>/corrections", NewSittingCorrection, WrittenEntry, creates=ENTRY)
def correct_sitting(call: Call) -> Answer:
    """Strike entries of a sitting's book: sales, buy-backs, payments, cuts, arrivals, departures, limits."""
    sitting_id, body = call.ids["sitting"], call.input
    saved = Corrections(call.books).correct_sitting(call.request, sitting_id, body["strike"], body["reason"])
    recorded = call.books.recorded(sitting_id)[saved.last - 1]
    return written(saved, listed_entry_body(recorded))


@noun.writes("/v1/sittings/<id:sitting>/articles", ArticlesSetRight, CorrectedArticles, creates=ENTRY)
def correct_articles(call: Call) -> Answer:
    """Correct articles that were set down wrongly (ante, limit, readings, the order of the seats), by everybody's
    consent, while the sitting is open. The games that it affects are listed, each with what it would be if it were
    rebased."""
    sitting, body = call.ids["sitting"], call.input
    seats = None if body["seats"] is None else tuple(body["seats"])
    wanted = Terms(body["ante"], body["limit"], body["readings"], seats)
    evenings = Evenings(call.books)
    saved = evenings.correct_articles(call.request, sitting, wanted, body["agreed_by"], body["reason"])
    entry = call.recorded(saved, ArticlesCorrected)
    affected = evenings.mendings(sitting, saved.last, call.reader)
    return written(saved, Joined({"id": entry.entry, "seats": entry.seats, "affected": affected}, entry.articles))
