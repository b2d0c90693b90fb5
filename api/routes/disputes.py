"""Disputes at the table."""

from api.answers.corrections import dispute_body
from api.joined import Joined
from api.lists import Answer as Listed
from api.lists import current, page_of
from api.noun import Answer, Call, Noun, written
from api.routes.corrections import corrected, slips
from api.schemas.disputes import Dispute, ListedDispute, NewDispute, NewEvidence, NewRuling, OneDispute, RuledDispute
from api.schemas.lists import FreshListQuery, listed
from ledger.afterwards.disputes import disputes
from ledger.application.afterwards import CorrectionRequest
from ledger.application.club_books import NotFound, Saved
from ledger.application.hearings import Decision, Hearings
from ledger.events.amendment import GameCorrected
from ledger.events.dispute import OfDispute

noun = Noun(
    "disputes", __name__, description="Disputes: the referee, whom he may call, and how he decided (46, 77-79)."
)


@noun.writes("/v1/games/<id:game>/disputes", NewDispute, Dispute, creates="/v1/games/{game}/disputes/{n}")
def lay_dispute(call: Call) -> Answer:
    """Lay a dispute before the referee, who is named with the witnesses in their order."""
    body = call.input
    saved = Hearings(call.books).dispute(
        call.request,
        call.ids["game"],
        parties=body["parties"],
        kind=body["kind"],
        question=body["question"],
        step=body["step"],
        ground=body["ground"],
    )
    return written(saved, _body(call, saved))


@noun.reads("/v1/games/<id:game>/disputes", listed(ListedDispute), query=FreshListQuery)
def list_disputes(call: Call) -> Listed:
    """The disputes of a game, in their order."""
    position = current(call.books, call.input)
    laid = disputes(call.books.game_events(call.ids["game"]))
    return page_of(list(laid.values()), call.input, position, shown=lambda dispute: dispute_body(dispute, call.reader))


@noun.reads("/v1/games/<id:game>/disputes/<number:n>", OneDispute)
def read_dispute(call: Call) -> Joined:
    """One dispute of a game by its number."""
    laid = disputes(call.books.game_events(call.ids["game"]))
    if call.numbers["n"] not in laid:
        raise NotFound
    return dispute_body(laid[call.numbers["n"]], call.reader)


@noun.writes("/v1/games/<id:game>/disputes/<number:n>/evidence", NewEvidence, Dispute)
def give_evidence(call: Call) -> Answer:
    """Record what somebody at the table said when the referee called him, or that he could say nothing."""
    body = call.input
    saved = Hearings(call.books).give_evidence(
        call.request,
        call.ids["game"],
        call.numbers["n"],
        body["witness"],
        body["can_give"],
        body["statement"],
        body["number"],
    )
    return written(saved, _body(call, saved))


@noun.writes("/v1/games/<id:game>/disputes/<number:n>/ruling", NewRuling, RuledDispute)
def rule_dispute(call: Call) -> Answer:
    """Record the referee's ruling, with the correction that follows from it. Where it fixes a reading, the game is
    judged again under that, and its settlement names the dispute."""
    request, body, correction = call.request, call.input, call.input["correction"]
    correction_asked = None
    if correction is not None:
        correction_asked = CorrectionRequest(
            slips(correction), correction["reason"] or body["ruling"], correction["rebase"]
        )
    decided = Decision(body["referee"], body["ruling"], body["number"], body["reading"])
    saved = Hearings(call.books).rule(request, call.ids["game"], call.numbers["n"], decided, correction_asked)
    after = None
    events = call.books.game_events(call.ids["game"])[saved.first - 1 : saved.last]
    if any(isinstance(event, GameCorrected) for event in events):
        after = corrected(call, saved)
    return written(saved, Joined({"corrected": after}, _body(call, saved)))


def _body(call: Call, saved: Saved) -> Joined:
    """The dispute as of the write."""
    events = call.books.game_events(call.ids["game"], at=saved.last)
    first = events[saved.first - 1]
    assert isinstance(first, OfDispute)
    return dispute_body(disputes(events)[first.n], call.reader)
