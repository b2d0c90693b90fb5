"""PHH, the poker hand history in TOML: many hands in one `.phhs` file, with one table for each.

PHH has no code for five-card draw. The nearest is `N2L1D`, no-limit lowball with one draw. A game is written so if
PokerKit as it is comes to the recorded stacks by it: if one hand took everything, which is then the only one that is
not laid away, or if the ranking of lowball divides the pool alike, as among equal hands. A pass with nothing to meet is
a fold, of which PokerKit warns. Other games, in which somebody raised by less than the raise before or the ranking
counts, have the code `F5CD`. That code is our own: `teach()` in `poolbook.pokerkit_draw`, which needs nothing but
PokerKit and can be copied, makes PokerKit read it. The last line of a file counts both.

The first player is the one on the left of the ante-man, and the ante-man is the last, so that all speak and bet in
turn. `seats` says where they sat. An act out of turn is written in the turn in which it counted. All amounts are whole
minor units of `currency`. What a reader's replay leaves a player and what he had in fact (`finishing_stacks`) differ
by `_beside`: the kitty, what was carried in, and a reward. If a replay would leave anything else, or is impossible,
`_unreplayable` gives the reason, and `_record` describes the game in words.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, time

from ledger.events.dispute import ASIDE
from ledger.events.game import Action
from ledger.exports.hands.replayed import Replay, replayed
from ledger.exports.hands.story import Story, hand_number, story_of
from ledger.exports.views import ClubView, GameView, SittingView
from ledger.laws.readings import departures
from ledger.seats import Member
from ledger.state.club import Club
from ledger.telling.sentences import sentence
from ledger.times import timestamp

STOCK, TAUGHT = "N2L1D", "F5CD"
"""The variants: that of PokerKit as it is, and that which `poolbook.pokerkit_draw` teaches it."""

Value = int | str | time | Sequence["Value"] | Mapping[str, "Value"]


def write(view: ClubView) -> Iterator[str]:
    """Yield the games that are over, one numbered table for each, and their count. Void games are left out."""
    club = view.club()
    counts: Counter[str] = Counter()
    for sitting in view.sittings():
        for game in view.games(sitting):
            story = story_of(game)
            if story is not None:
                replay = replayed(story)
                counts[_fate(story, replay)] += 1
                yield f"[{counts.total()}]\n{_hand(view.name, club, sitting, story, replay)}\n"
    yield _counted(counts)


def _fate(story: Story, replay: Replay) -> str:
    return "unreplayable" if unreplayable(story, replay) else _variant(replay)


def _counted(counts: Mapping[str, int]) -> str:
    """The last line: how many games PokerKit replays as it is, how many when it is taught, and how many never."""
    return (
        f"# {sum(counts.values())} games: PokerKit replays {counts[STOCK]} as it is ({STOCK}) and {counts[TAUGHT]} "
        f"after teach() of poolbook.pokerkit_draw ({TAUGHT}); {counts['unreplayable']} it cannot (see _unreplayable)\n"
    )


def _variant(replay: Replay) -> str:
    return STOCK if replay.lowball else TAUGHT


def _hand(venue: str, club: Club, sitting: SittingView, story: Story, replay: Replay) -> str:
    fields = {**_required(replay), **_optional(venue, club, sitting, story, replay)}
    fields |= _ours(club, story, replay)
    return "".join(f"{name} = {_toml(value)}\n" for name, value in fields.items())


def _required(replay: Replay) -> dict[str, Value]:
    return {
        "variant": _variant(replay),
        "antes": replay.antes,
        "blinds_or_straddles": replay.blinds,
        "min_bet": 1,
        "starting_stacks": replay.starting,
        "actions": replay.acts,
    }


def _optional(venue: str, club: Club, sitting: SittingView, story: Story, replay: Replay) -> dict[str, Value]:
    begun, day = story.view.begun, sitting.held_on
    return {
        "event": f"Sitting {sitting.sitting.number}, game {begun.number}",
        "venue": venue,
        **_hour(story.view),
        "day": day.day,
        "month": day.month,
        "year": day.year,
        "hand": hand_number(sitting.sitting.number, begun.number),
        "seat_count": len(begun.table),
        "seats": [begun.table.index(m) + 1 for m in replay.players],
        "players": [club.name_of(m) for m in replay.players],
        "currency": club.currency,
        "finishing_stacks": [story.finishing[m] for m in replay.players],
        "winnings": [story.paid.get(m, 0) for m in replay.players],
    }


def _hour(view: GameView) -> dict[str, Value]:
    """The time of play, if it is known and is not past the midnight (UTC) after the day of the sitting."""
    at = view.played_from and view.played_from.astimezone(UTC)
    return {"time": at.time().replace(microsecond=0), "time_zone": "UTC"} if at and at.date() == view.held_on else {}


def _ours(club: Club, story: Story, replay: Replay) -> dict[str, Value]:
    """The fields for what PHH has no field for, under names of our own."""
    document, begun = story.settlement, story.view.begun
    fields: dict[str, Value] = {
        "_game": "five-card draw by the eighty-one laws",
        "_game_id": str(story.view.id),
        "_sitting_id": begun.sitting,
        "_begun_at": timestamp(story.view.played_from) if story.view.played_from else "",
        "_recorded_at": timestamp(story.view.begun_at),
        "_rules": {
            "ante": begun.articles.ante,
            "limit": begun.articles.limit,
            "variants": begun.articles.variants,
            "abrogated": begun.articles.abrogated,
            "readings": departures(begun.articles.readings),
            "edition": begun.edition,
        },
        "_dealer": _place(replay, begun.dealer),
        "_jack_pot": begun.minimum or "",
        "_kitty": document.kitty,
        "_carried_in": document.carried_in,
        "_carried_out": document.carried_out,
        "_pools": [_pool(replay, pool.amount, pool.wins, pool.kitty, pool.carried) for pool in story.pools],
        "_uncalled": _amounts(replay, dict([story.uncalled]) if story.uncalled else {}),
        "_cards_shown": [
            {
                "player": _place(replay, move.player),
                "cards": " ".join(move.cards or ()),
                "joker_as": move.joker_as or "",
            }
            for move in story.moves_of("show")
        ],
        "_dispute": [sentence(act, club.name_of) for act in story.view.acts if isinstance(act, ASIDE)],
        "_notes": list(_notes(story, replay)),
        "_laws": document.laws,
        "_event_seq": story.game.version,
    }
    why = unreplayable(story, replay)
    if why:
        fields["_unreplayable"] = why
        fields["_record"] = [sentence(act, club.name_of) for act in story.view.acts if isinstance(act, Action)]
    else:
        assert replay.stacks is not None
        finishing = [story.finishing[m] for m in replay.players]
        fields["_beside"] = [had - left for had, left in zip(finishing, replay.stacks, strict=True)]
    return fields


def _place(replay: Replay, member: Member) -> str:
    return f"p{replay.players.index(member) + 1}" if member in replay.players else ""


def _amounts(replay: Replay, amounts: Mapping[Member, int]) -> dict[str, Value]:
    return {_place(replay, m): n for m, n in amounts.items()}


def _pool(replay: Replay, amount: int, wins: Mapping[Member, int], kitty: int, carried: int) -> dict[str, Value]:
    return {"amount": amount, "wins": _amounts(replay, wins), "kitty": kitty, "carried": carried}


def _notes(story: Story, replay: Replay) -> Iterator[str]:
    """Sentences on what was done in a game, or paid for it, that the actions cannot express."""
    document = story.settlement
    if story.loans:
        yield "the stacks are as they would be had what was lent during the game been lent before it"
        for loan in story.loans:
            lender = _place(replay, loan.lender) if loan.lender else "the bank"
            yield f"{_place(replay, loan.borrower)} borrowed {loan.amount} of {lender}"
    if story.misdeals:
        yield f"misdeals before this deal: {story.misdeals}"
    if story.reshuffled:
        yield "discards were shuffled and used again (41), so no card is named but those shown"
    for move in story.moves_of("ahead"):
        yield f"{_place(replay, move.player)} put in {move.amount} out of turn, written where it counted (55)"
    for move in story.moves_of("short"):
        yield f"{_place(replay, move.player)} put in {move.amount}, less than was due, written with what followed (56)"
    yield from (f"law {law} was waived (80)" for law in story.waived)
    for refund in document.refunds:
        yield f"{_place(replay, refund.payer)} paid {_place(replay, refund.payee)} {refund.amount} ({refund.law})"
    for fine in document.penalties:
        yield f"{_place(replay, fine.player)} paid {fine.amount} into the pool ({fine.law})"
    if document.reward:
        yield f"{_place(replay, document.reward.player)} won the kitty of {document.reward.amount}"
    if story.paid_otherwise:
        due = ", ".join(f"{_place(replay, m)} {n}" for m, n in story.awards.items())
        yield f"the table paid out otherwise than the laws award: {due}"


def unreplayable(story: Story, replay: Replay) -> str | None:
    """Why a reader's replay does not leave the recorded stacks; None if it does, apart from what `_beside` states."""
    document = story.settlement
    due = None if replay.reason else replay.due
    if due == tuple(story.finishing[m] for m in replay.players):
        return None
    causes = {
        "nobody opened, and the pool is carried to a jack-pot (29)": not story.opened,
        "the opener could not show openers (33)": bool(document.penalties),
        "foul hands are paid for beside the pool (14, 16)": bool(document.refunds),
        "the table paid out otherwise than the laws award": story.paid_otherwise,
        "a stake put in out of turn never counted (55)": bool(story.lost_ahead),
        replay.reason: replay.reason is not None,
        "a part of the pool is carried to the next game": bool(document.carried_out),
        "law 60 divides the pool otherwise than side pots do": bool(story.moves_of("demand")),
        "equal hands, or the odd counter, are not treated as in standard poker (69, 73, 76)": True,
    }
    return next(cause for cause, true in causes.items() if cause and true)


def _toml(value: Value) -> str:
    match value:
        case str():
            # A JSON string is a TOML basic string, except that TOML also needs DEL escaped.
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case int():
            return str(value)
        case time():
            return value.isoformat()
        case Mapping():
            return "{" + ", ".join(f"{name} = {_toml(item)}" for name, item in value.items()) + "}"
    return "[" + ", ".join(_toml(item) for item in value) + "]"
