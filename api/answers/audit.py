"""Entries of the audit, read from the events as they are now, without what has been erased since."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from api.answers.corrections import dispute_body
from api.joined import Joined
from ledger.afterwards.disputes import disputes
from ledger.afterwards.erasure import words
from ledger.afterwards.payout import as_awarded
from ledger.events.amendment import (
    ArticlesCorrected,
    GameCorrected,
    GamePaid,
    GameStands,
    GameVoided,
    HandUnsealed,
    SittingCorrected,
)
from ledger.events.base import Event
from ledger.events.club import ClubRenamed, MemberRenamed, PartErased, TokenIssued, TokenRevoked
from ledger.events.dispute import Ruled
from ledger.events.mishaps import LawWaived
from ledger.events.sitting import LimitsSet
from ledger.events.trail import Question
from ledger.events.webhook import WebhookAdded, WebhookRemoved, WebhookSecretRenewed
from ledger.state import club as clubs
from ledger.state import game_fold as games
from ledger.state import sitting as sittings
from ledger.store import ClubStore, Recorded
from ledger.telling.redaction import Reader
from projections.audit import AuditRow

Body = dict[str, Any]


@dataclass(frozen=True, slots=True)
class AuditBodies:
    """Makes the bodies of one page. `labels` has the label of each of the club's tokens by id; None if erased."""

    store: ClubStore
    reader: Reader
    labels: Mapping[str, str | None]
    _streams: dict[UUID, list[Recorded]] = field(default_factory=dict)

    def body(self, entry: AuditRow) -> Joined:
        """An entry: what was done, by whom, when and why, what was before and after, and its place in the log."""
        whole = [recorded.event for recorded in self._record(entry.stream)]
        recorded = self._record(entry.stream)[entry.version - 1]
        event = recorded.event
        beside = {
            "actor": Joined({"label": self.labels.get(recorded.actor.token or "")}, recorded.actor),
            "reason": _reason(event),
            "texts": [part for part in words(event) if "/" not in part and part != "name"],
            "event": event,
        }
        return Joined(self._particulars(whole[: entry.version], whole[entry.version :]), beside, entry)

    def _record(self, stream: UUID) -> list[Recorded]:
        if stream not in self._streams:
            self._streams[stream] = list(self.store.load(stream))
        return self._streams[stream]

    def _particulars(self, events: Sequence[Event], later: Sequence[Event]) -> Body:
        """The fields that only entries of this kind have. The last of the events is that of the entry."""
        match events[-1]:
            case GameCorrected():
                stands = [event for event in later[:1] if isinstance(event, GamePaid) and event.stands]
                return {"before": money_of_game(events[:-1]), "after": money_of_game([*events, *stands])}
            case GameVoided() | GamePaid():
                return _changed(events, money_of_game)
            case SittingCorrected():
                return _changed(events, _seats)
            case ArticlesCorrected():
                return _changed(events, _terms)
            case LimitsSet(player=player):
                return {**_changed(events, lambda known: _limits(known, player)), "player": player}
            case LawWaived(waived=law):
                return {"law": law}
            case HandUnsealed(player=player):
                return {"player": player}
            case Ruled(n=n, law=law):
                return {"law": law, "dispute": dispute_body(disputes(events)[n], self.reader)}
            case TokenIssued(token=token) as issued:
                return {"token": token, "after": _token(issued)}
            case TokenRevoked(token=token):
                known = (e for e in events if isinstance(e, TokenIssued) and e.token == token)
                return {"token": token, "before": _token(next(known))}
            case WebhookAdded(webhook=hook) | WebhookSecretRenewed(webhook=hook) | WebhookRemoved(webhook=hook):
                return _changed(events, lambda known: _url(known, hook))
            case MemberRenamed(member=member):
                changed = _changed(events, lambda known: {"name": clubs.fold(known).members[member]})
                return {**changed, "player": member}
            case ClubRenamed():
                return _changed(events, lambda known: {"name": clubs.fold(known).name})
            case Question() | GameStands():
                return {}
            case PartErased() as erased:
                return {"erased": erased}
        raise TypeError(f"{type(events[-1]).__name__} does not belong in the audit")


def _reason(event: Event) -> str | None:
    reason: str | None = event.ruling if isinstance(event, Ruled) else getattr(event, "reason", None)
    return event.note if isinstance(event, LawWaived) else reason


def _changed(events: Sequence[Event], state: Callable[[Sequence[Event]], Body]) -> Body:
    return {"before": state(events[:-1]), "after": state(events)}


def money_of_game(events: Sequence[Event]) -> Body:
    """The money of a game. Never a card: a buried hand stays hidden in the audit as well."""
    game, document = games.fold(events), as_awarded(events)
    return {
        "phase": game.turn.phase,
        "results": game.settlement and game.settlement.results,
        "awards": document and {award.player: award.amount for award in document.awards},
        "paid": game.paid,
    }


def _seats(events: Sequence[Event]) -> Body:
    return {"seats": sittings.fold(events).seats}


def _terms(events: Sequence[Event]) -> Body:
    sitting = sittings.fold(events)
    terms = sitting.articles
    return {"seats": sitting.seats, "ante": terms.ante, "limit": terms.limit, "readings": terms.readings}


def _limits(events: Sequence[Event], player: str) -> Body:
    limits = sittings.fold(events).limits.get(player)
    return {"loss": limits and limits.loss, "stop_at": limits and limits.stop_at}


def _url(events: Sequence[Event], webhook: str) -> Body:
    added = clubs.fold(events).webhooks.get(webhook)
    return {"url": added and added.url}


def _token(issued: TokenIssued) -> Body:
    return {"role": issued.role, "member": issued.member, "expires_at": issued.expires_at}
