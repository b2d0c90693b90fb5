"""The audit log: signed checkpoints, receipts of games, proofs that it has only grown."""

from typing import Any
from uuid import UUID

from flask import Response, request

from api.answers.log import consistency_body, receipt_body
from api.joined import Joined
from api.noun import Answer, Call, Noun
from api.problems import unavailable
from api.schemas.lists import CheckpointQuery, ConsistencyQuery, ReceiptQuery
from api.schemas.log import Checkpoint, Consistency, Receipt
from api.service import service
from ledger.refusals import Invalid, Refused
from ledger.state import game_fold as games
from projections import merkle
from projections.tables import ReadTables

noun = Noun("log", __name__, description="The audit log: a Merkle tree over every event, signed as it grows.")

_TEXT = "text/plain"


@noun.reads("/v1/clubs/<id:club>/log/checkpoint", Checkpoint, query=CheckpointQuery)
def read_checkpoint(call: Call) -> Any:
    """The newest signed checkpoint of the club's log; with `Accept: text/plain`, only the note."""
    checkpoint = _covering(service().read_tables(call.club), call.input["at_least"])
    if request.accept_mimetypes.best_match(["application/json", _TEXT]) == _TEXT:
        return Response(checkpoint.note, headers=_headers(checkpoint), content_type=f"{_TEXT}; charset=utf-8")
    return checkpoint, _headers(checkpoint)


@noun.reads("/v1/clubs/<id:club>/log/receipt", Receipt, query=ReceiptQuery)
def read_receipt(call: Call) -> Answer:
    """The receipt of a finished game, with what this reader may see. It can be verified without the service."""
    game = UUID(call.input["game"])
    if not games.fold(call.books.game_events(game)).over:
        raise Refused(None, "game_running", "there is a receipt only when the game is over")
    tables = service().read_tables(call.club)
    checkpoint = _covering(tables, max(call.input["at_least"], merkle.last_position(tables, game)))
    try:
        leaves = merkle.proofs_of_stream(tables, game, checkpoint.size)
    except merkle.NotInTree:
        raise _being_made_again() from None
    record = list(call.books.store.as_stored(game))
    return receipt_body(call.club, game, record, leaves, checkpoint, call.reader), _headers(checkpoint)


@noun.reads("/v1/clubs/<id:club>/log/consistency", Consistency, query=ConsistencyQuery)
def read_consistency(call: Call) -> Joined:
    """The proof that the log at one size only adds to what it was at another."""
    first, second = call.input["from"], call.input["to"]
    tables = service().read_tables(call.club)
    if first > second:
        raise Invalid({"from": [f"a log of {first} events does not grow to {second}"]})
    try:
        growth = merkle.consistency(tables, first, second)
    except merkle.NotInTree as error:
        newest = merkle.newest_checkpoint(tables)
        if newest and second <= newest.size:
            raise _being_made_again() from error
        raise Invalid({"to": [str(error)]}) from error
    notes = merkle.checkpoint_of(tables, first), merkle.checkpoint_of(tables, second)
    return consistency_body(call.club, growth, notes)


def _covering(tables: ReadTables, position: int) -> merkle.Checkpoint:
    """The newest checkpoint that covers a position. Raises a 503 problem if none does in time."""
    checkpoint = merkle.wait_for_checkpoint(tables, position, service().patience_seconds)
    if checkpoint is None:
        newest = merkle.newest_checkpoint(tables)
        signed = f"up to {newest.size}" if newest else "nowhere yet"
        raise unavailable(f"the log is signed {signed}, and {position} is asked for")
    return checkpoint


def _being_made_again() -> Exception:
    return unavailable("the log's tree is being made again from the events")


def _headers(checkpoint: merkle.Checkpoint) -> dict[str, str]:
    return {"Poolbook-Position": str(checkpoint.size)}
