"""One game: its acts, its settlement, and what is done about it afterwards."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeVar, Unpack

from poolbook.client.acts import Acts
from poolbook.client.connection import Connection, at
from poolbook.client.game_answers import CorrectedGame, Dispute, GameState, Recorded, Settlement
from poolbook.client.receipts import Receipt
from poolbook.client.sending import Request
from poolbook.client.values import AnyMember, ByMember, Write, body

Answer = TypeVar("Answer")


class Game(Acts):
    """A game. `now` is how it stood when this program last wrote to it or read it."""

    def __init__(self, connection: Connection, club: str, now: GameState) -> None:
        self._connection = connection
        self._club = club
        self.now = now

    @property
    def id(self) -> str:
        """Its id."""
        return self.now.id

    def __repr__(self) -> str:
        return f"<Game {self.now.number}, {self.now.phase}, {self.id}>"

    def read(self) -> GameState:
        """Read how it stands at the service, where others may have written since."""
        self.now = self._connection.read(at("games", self.id), GameState)
        return self.now

    # While it is played

    def act(self, action: str, /, **fields: Any) -> Recorded:
        """Record any act by its word in the API, with the fields that the document at /openapi.json gives it."""
        return self._recorded("actions", {"action": action, **fields})

    def acts(self, acts: Sequence[Mapping[str, Any]], **also: Unpack[Write]) -> Recorded:
        """Record several acts by one request, all or none: `[{"action": "stake", "amount": 6}, {"action": "pass"}]`.

        Each has the fields that the document gives it. The answer has the events of all, and the game after the last.
        Raises Refused, whose `index` is the place in the list of the act that is forbidden.
        """
        sent = [body(**act) for act in acts]
        recorded = self._connection.write(at("games", self.id, "actions"), sent, Recorded, **also)
        self.now = recorded.game
        return recorded

    def waive(self, law: int, agreed_by: Iterable[AnyMember], **also: Unpack[Write]) -> Recorded:
        """Set a law aside for this game by the consent of everybody dealt into it (80)."""
        return self._recorded("waivers", {"law": law, "agreed_by": list(agreed_by), **also})

    def _recorded(self, noun: str, fields: Mapping[str, Any]) -> Recorded:
        recorded = self._write(noun, Recorded, fields)
        self.now = recorded.game
        return recorded

    def _write(self, noun: str, kind: type[Answer], fields: Mapping[str, Any]) -> Answer:
        options = {name: fields[name] for name in Write.__annotations__ if name in fields}
        sent = {name: value for name, value in fields.items() if name not in options}
        return self._connection.write(at("games", self.id, *noun.split("/")), body(**sent), kind, **options)

    # What it came to

    def settlement(self) -> Settlement:
        """The division of the pool. Raises NotFound before the game is over."""
        return self._connection.read(at("games", self.id, "settlement"), Settlement)

    def actions(self) -> Iterator[dict[str, Any]]:
        """The record, act by act, with what was struck marked."""
        return self._connection.items(at("games", self.id, "actions"), dict[str, Any])

    def replay(self, step: int | None = None, beside: str | None = None) -> dict[str, Any]:
        """The game step by step, with the law of each; or only one step."""
        return self._connection.read(at("games", self.id, "replay"), dict[str, Any], {"step": step, "beside": beside})

    def receipt(self) -> Receipt:
        """Its receipt, which proves what was recorded. Raises Refused while it is played."""
        query = self._connection.after_writes({"game": self.id})
        return Receipt(self._connection.send(Request("GET", at("clubs", self._club, "log", "receipt"), query)).text)

    # Afterwards

    def what_if(
        self,
        *,
        readings: Mapping[str, str] | None = None,
        strike: Sequence[int] | None = None,
        insert: Sequence[Mapping[str, Any]] | None = None,
        by_law: bool | None = None,
    ) -> dict[str, Any]:
        """The settlement that would follow from other readings or another record. Nothing is recorded."""
        asked = body(readings=readings, strike=strike, insert=insert, by_law=by_law)
        return self._connection.ask(at("games", self.id, "what-if"), asked, dict[str, Any])

    def correct(
        self,
        reason: str,
        *,
        strike: Sequence[int] | None = None,
        insert: Sequence[Mapping[str, Any]] | None = None,
        rebase: bool | None = None,
        as_played: bool | None = None,
        **also: Unpack[Write],
    ) -> CorrectedGame:
        """Strike acts by their steps, and insert forgotten ones: `{"after": step, "action": {"action": "pass", …}}`.

        `rebase` mends a game that an earlier correction touches; `as_played` lets it stand.
        """
        fields = {"reason": reason, "strike": strike, "insert": insert, "rebase": rebase, "as_played": as_played}
        return self._corrected("corrections", {**fields, **also})

    def void(self, reason: str, agreed_by: Iterable[AnyMember], **also: Unpack[Write]) -> CorrectedGame:
        """Make the game void, by the consent of all its players."""
        return self._corrected("void", {"reason": reason, "agreed_by": list(agreed_by), **also})

    def paid(
        self,
        paid: ByMember[int],
        *,
        from_: Mapping[str, Any] | None = None,
        reason: str | None = None,
        **also: Unpack[Write],
    ) -> CorrectedGame:
        """Record what the table paid in fact, where the laws award otherwise; `from_` is where the money came from."""
        return self._corrected("paid", {"paid": paid, "from": from_, "reason": reason, **also})

    def _corrected(self, noun: str, fields: Mapping[str, Any]) -> CorrectedGame:
        corrected = self._write(noun, CorrectedGame, fields)
        self.now = corrected.game
        return corrected

    def unseal(self, player: AnyMember, reason: str, **also: Unpack[Write]) -> dict[str, Any]:
        """The cards of a hand that was not shown, for an auditor, with the reason on the record."""
        return self._write("unsealings", dict[str, Any], {"player": player, "reason": reason, **also})

    # Disputes

    def disputes(self) -> Iterator[Dispute]:
        """The disputes laid about this game."""
        return self._connection.items(at("games", self.id, "disputes"), Dispute)

    def dispute(
        self,
        kind: Literal["fact", "law", "draw_count"],
        parties: Iterable[AnyMember],
        question: str,
        *,
        step: int | None = None,
        ground: str | None = None,
        **also: Unpack[Write],
    ) -> Dispute:
        """Lay a dispute (77, 78)."""
        fields = {"kind": kind, "parties": list(parties), "question": question, "step": step, "ground": ground}
        return self._write("disputes", Dispute, {**fields, **also})

    def give_evidence(
        self,
        n: int,
        witness: AnyMember,
        can_give: bool,
        *,
        statement: str | None = None,
        number: int | None = None,
        **also: Unpack[Write],
    ) -> Dispute:
        """Record the evidence of a witness in dispute `n` (79)."""
        fields = {"witness": witness, "can_give": can_give, "statement": statement, "number": number}
        return self._write(f"disputes/{n}/evidence", Dispute, {**fields, **also})

    def rule(
        self,
        n: int,
        referee: AnyMember,
        ruling: str,
        *,
        number: int | None = None,
        reading: Mapping[str, str] | None = None,
        correction: Mapping[str, Any] | None = None,
        **also: Unpack[Write],
    ) -> Dispute:
        """Record the referee's ruling in dispute `n`, with the correction that follows from it."""
        fields = {"referee": referee, "ruling": ruling, "number": number, "reading": reading, "correction": correction}
        return self._write(f"disputes/{n}/ruling", Dispute, {**fields, **also})
