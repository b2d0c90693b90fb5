"""A game, and a whole evening, under another reading: side by side with what they were.

Both columns are what the laws give on the record. What was paid otherwise stands with its game.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from flask import Response
from marshmallow import Schema, fields, validate

from api.noun import Call
from api.pages.disputes import complained_of
from api.pages.screens import Screens, page
from api.printed import money
from api.routes.games import settlement_of
from ledger.afterwards.evening import EveningForeseen, GameForeseen, Stopped
from ledger.afterwards.game_corrections import Slips
from ledger.afterwards.payout import awarded
from ledger.application.evenings import Evenings
from ledger.application.what_ifs import WhatIfs
from ledger.articles import Articles
from ledger.events.settlement import Settlement
from ledger.events.sitting import Entry
from ledger.laws.readings import READINGS, complete
from ledger.refusals import Invalid, Refused
from ledger.seats import Member
from ledger.state import game_fold as games
from ledger.telling.entry_sentences import entry_sentence
from ledger.telling.redaction import known_events
from ledger.telling.replay import frames

screens = Screens("otherwise", __name__)


class OtherwiseQuery(Schema):
    """The reading that is tried, with its value, as in `odd_counter=carried`."""

    reading = fields.String(load_default=None, validate=validate.Length(max=100))


@dataclass(frozen=True, slots=True)
class Column:
    """What the laws give in one game: what was carried into it, and its settlement."""

    carried_in: int
    settlement: Settlement

    @property
    def money(self) -> tuple[object, ...]:
        """Where the money of the game comes from and goes to."""
        settled = self.settlement
        return self.carried_in, settled.results, settled.carried_out, settled.kitty


@dataclass(frozen=True, slots=True)
class Compared:
    """A game as it was and as it would have been."""

    game: str
    number: int
    was: Column
    would: Column

    @property
    def differs(self) -> bool:
        """Whether the reading changes where any money goes."""
        return self.was.money != self.would.money


@dataclass(frozen=True, slots=True)
class Total:
    """A player's result over the games that were judged: as it was, and as it would have been."""

    member: Member
    was: int
    would: int


@screens.shows("/games/<id:game>/otherwise", query=OtherwiseQuery)
def game(call: Call) -> Response:
    """A game that is over under another reading, beside what it was."""
    settled, reading = settlement_of(call), _reading(call)
    game_id, carried_in = str(call.ids["game"]), settled.game.carried_in
    compared, stopped = None, None
    if reading:
        was = Column(carried_in, awarded(settled.events))
        try:
            would = WhatIfs(call.books).judge(call.caller.actor, call.ids["game"], Slips(), reading)
            compared = Compared(game_id, settled.game.number, was, Column(carried_in, would.settlement))
        except Refused as refused:
            told = (refused.detail, refused.code, refused.law)
            stopped = Stopped(*told, game=game_id, number=settled.game.number, step=refused.step)
    return page(
        "otherwise_game.html",
        here="tables",
        id=game_id,
        game=settled.game,
        compared=compared,
        stopped=stopped,
        act=_act(call, stopped),
        **_choices(settled.game.articles, call),
    )


@screens.shows("/sittings/<id:sitting>/otherwise", query=OtherwiseQuery)
def evening(call: Call) -> Response:
    """An evening under another reading, game after game, beside what it was."""
    sitting_id, reading = call.ids["sitting"], _reading(call)
    sitting = call.books.sitting(sitting_id)
    foreseen = Evenings(call.books).what_if(call.caller.actor, sitting_id, reading) if reading else None
    return page(
        "otherwise_evening.html",
        here="tables",
        id=sitting_id,
        sitting=sitting,
        foreseen=foreseen,
        compared=[_compared(call, judged) for judged in foreseen.games] if foreseen else [],
        totals=list(_totals(foreseen)) if foreseen else [],
        act=_act(call, foreseen.stopped) if foreseen else None,
        **_choices(sitting.articles, call),
    )


def _reading(call: Call) -> Mapping[str, str]:
    """The reading that is tried; none where none is named. Raises Invalid."""
    if call.input["reading"] is None:
        return {}
    name, _, value = call.input["reading"].partition("=")
    if name not in READINGS or value not in READINGS[name].values:
        raise Invalid({"reading": ["is a reading of the laws with one of its values"]})
    return {name: value}


def _choices(articles: Articles, call: Call) -> dict[str, Any]:
    """What may be tried, and what is."""
    return {"readings": READINGS, "in_force": complete(articles.readings), "tried": call.input["reading"]}


def _compared(call: Call, foreseen: GameForeseen) -> Compared:
    known = known_events(call.books.game_events(UUID(foreseen.game)), call.reader)
    was = Column(games.fold(known).carried_in, awarded(known))
    return Compared(foreseen.game, foreseen.number, was, Column(foreseen.carried_in, foreseen.settlement))


def _totals(foreseen: EveningForeseen) -> Iterator[Total]:
    for member, would in foreseen.totals.items():
        yield Total(member, would - foreseen.changes.get(member, 0), would)


def _act(call: Call, stopped: Stopped | None) -> str | None:
    """The sentence of the act or the entry that would not have been, as the reader may know it."""
    if stopped is None:
        return None
    club = call.books.club()
    amount = partial(money, currency=club.currency)
    if stopped.entry is not None:
        book = (event for event in call.books.sitting_events(call.ids["sitting"]) if isinstance(event, Entry))
        return next(entry_sentence(entry, club.name_of, amount) for entry in book if entry.entry == stopped.entry)
    if stopped.game is None or stopped.step is None:
        return None
    shown = frames(call.books.game_events(UUID(stopped.game)), call.reader, club.name_of, amount)
    found = complained_of(shown, stopped.step)
    return found and found[1].sentence
