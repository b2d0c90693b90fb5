"""Open Hand History: one JSON object for each game, with an empty line between two.

The format states pools and what is kept out of them, so a kitty is written as the `jackpot`. It has no draw: the
numbers drawn are in `x_draws`, and new cards that are known come at the beginning of the next round. Everything else
that the format has no field for has a name that begins with `x_`, which readers ignore. Amounts are counters in whole
minor units (`XPM`); `x_currency` is the currency that they stand for. Where only the day of a game is known, the format
still demands an hour: `start_date_utc` is then the beginning of that day, and `x_hour_known` is false.

In every pool, `amount` = what was won + rake + jackpot. In a game, the sum of the pools = everything put in or added to
the pot - the uncalled part of the last bet.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import UTC
from typing import Any

from ledger.cards import JOKER, Card
from ledger.events.dispute import ASIDE
from ledger.exports.hands.pools import Pool
from ledger.exports.hands.story import FIRST, SECOND, Move, Story, hand_number, story_of
from ledger.exports.views import ClubView, SittingView
from ledger.laws.readings import departures
from ledger.seats import Member
from ledger.state.club import Club
from ledger.telling.sentences import sentence
from ledger.times import timestamp

SPEC = "1.4.6"
COUNTERS = "XPM"

Object = dict[str, Any]


def write(view: ClubView) -> Iterator[str]:
    """Yield the games that are over, one object for each. Void games are left out."""
    club, first = view.club(), True
    for sitting in view.sittings():
        for game in view.games(sitting):
            story = story_of(game)
            if story is not None:
                hand = {"ohh": _Hand(view.name, club, sitting, story).view()}
                yield ("" if first else "\n") + json.dumps(hand, ensure_ascii=False, indent=1) + "\n"
                first = False


class _Hand:
    """One game as an object of the format. The ids of players are the numbers of their seats at the table, from 1."""

    def __init__(self, venue: str, club: Club, sitting: SittingView, story: Story) -> None:
        self.venue = venue
        self.club = club
        self.sitting = sitting
        self.story = story
        self.begun = story.view.begun
        self.ids = {m: n for n, m in enumerate(self.begun.table, 1)}

    def view(self) -> Object:
        begun, articles, number = self.begun, self.begun.articles, self.sitting.sitting.number
        payments = self.story.moves_of("payment")
        straddles = [move.amount for move in self.story.moves_of("straddle")]
        return {
            "spec_version": SPEC,
            "internal_version": SPEC,
            "network_name": "poolbook",
            "site_name": self.venue,
            "game_type": "Draw",
            "table_name": f"Sitting {number}",
            "table_size": len(begun.table),
            "game_number": str(hand_number(number, begun.number)),
            "start_date_utc": self._start(),
            "currency": COUNTERS,
            "ante_amount": payments[0].amount if payments else 0,
            "small_blind_amount": begun.ante,
            "big_blind_amount": straddles[0] if straddles else 0,
            "bet_limit": {"bet_type": "FL", "bet_cap": 0},
            "dealer_seat": self.ids[begun.dealer],
            "flags": ["Observed"],
            "players": [self._player(member) for member in begun.seats],
            "rounds": self._rounds(),
            "pots": [self._pot(n, pool) for n, pool in enumerate(self.story.pools)],
            "x_game": "five-card draw by the eighty-one laws",
            "x_game_id": str(self.story.view.id),
            "x_held_on": self.sitting.sitting.held_on,
            "x_hour_known": self.story.view.played_from is not None,
            "x_recorded_at": timestamp(self.story.view.begun_at),
            "x_currency": self.club.currency,
            "x_limit": articles.limit,
            "x_ante": articles.ante,
            "x_variants": list(articles.variants),
            "x_readings": departures(articles.readings),
            "x_jack_pot": begun.minimum,
            "x_carried_in": begun.carried_in,
            "x_carried_out": self.story.settlement.carried_out,
            **self._beside(),
        }

    def _start(self) -> str:
        """The time of play to the second; the midnight with which the day of the sitting begins if no more is known."""
        at = self.story.view.played_from
        return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%S}Z" if at else f"{self.sitting.held_on}T00:00:00Z"

    def _player(self, member: Member) -> Object:
        return {
            "id": self.ids[member],
            "seat": self.ids[member],
            "name": member if self._shares_name(member) else self.club.name_of(member),
            "display": self.club.name_of(member),
            "starting_stack": self.story.starting[member],
            "x_finishing_stack": self.story.finishing[member],
        }

    def _shares_name(self, member: Member) -> bool:
        names = [self.club.name_of(m) for m in self.club.members]
        return names.count(self.club.name_of(member)) > 1

    # ---- the rounds

    def _rounds(self) -> list[Object]:
        """The rounds: before the draw (always), after it, and the show."""
        first = [self._action("Dealt Cards", m, cards=self._dealt(m)) for m in self.begun.seats]
        carried = {"action": "Add to Pot", "amount": self.begun.carried_in, "is_allin": False}
        moves = [move for move in self.story.moves if move.kind not in ("draw", "show", "counted")]
        posts = [self._acted(m) for m in moves if m.kind in POSTS]
        fields = [self._acted(m) for m in moves if m.kind not in POSTS and m.round == FIRST]
        added = [carried] if self.begun.carried_in else []
        rounds = [("Preflop", added + posts + first + fields)]
        taken = [
            self._action("Dealt Cards", m.player, cards=known)
            for m in self.story.moves_of("draw")
            if (known := m.cards)
        ]
        betting = [self._acted(m) for m in moves if m.kind not in POSTS and m.round == SECOND]
        if taken or betting:
            rounds.append(("Flop", taken + betting))
        shown = [self._shown(m) for m in self.story.moves_of("show")]
        shown += [self._action("Post Dead", p.player, p.amount, x_law=p.law) for p in self.story.settlement.penalties]
        if shown:
            rounds.append(("Showdown", shown))
        return [
            {
                "id": n,
                "street": street,
                "cards": [],
                "actions": [{"action_number": at, **act} for at, act in enumerate(actions, 1)],
            }
            for n, (street, actions) in enumerate(rounds)
        ]

    def _dealt(self, member: Member) -> tuple[Card, ...]:
        return self.story.game.players[member].original or ()

    def _acted(self, move: Move) -> Object:
        """An act with the amount it put in. Opening is a raise, since the format has no bet in its first round."""
        fields: Object = {}
        match move.kind:
            case "stake" | "ahead" | "short" | "demand":
                name = self._staked(move)
                fields = {f"x_{move.kind}": True} if move.kind != "stake" else {}
            case "pass":
                name = "Fold"
                fields = {"x_law": move.law} if move.law else {}
            case "stand":
                name = "Check"
            case "borrow":
                name = "Added Chips"
            case "straddle":
                first = self.story.moves_of("straddle")[0]
                name = "Post BB" if move == first else "Straddle"
            case _:
                name = POSTS[move.kind]
        return self._action(name, move.player, move.amount, move.all_in, **fields)

    def _staked(self, move: Move) -> str:
        upto = move.upto + (move.amount if move.kind == "ahead" else 0)
        if upto <= move.faced:
            return "Call"
        return "Bet" if move.round == SECOND and not move.faced else "Raise"

    def _shown(self, move: Move) -> Object:
        more: Object = {"x_openers": list(move.original)} if move.original else {}
        if JOKER in (move.cards or ()):
            more |= {"x_joker": True, "x_joker_as": move.joker_as}
        return self._action("Shows Cards", move.player, cards=move.cards or (), **more)

    def _action(
        self,
        name: str,
        member: Member,
        amount: int = 0,
        all_in: bool = False,
        cards: tuple[Card, ...] = (),
        **more: object,
    ) -> Object:
        # The format has no joker. Only the cards that are known are listed.
        known = {"cards": plain} if (plain := [card for card in cards if card != JOKER]) else {}
        return {
            "player_id": self.ids[member],
            "action": name,
            "amount": amount,
            "is_allin": all_in,
            **known,
            **more,
        }

    # ---- the pools, and what passed beside them

    def _pot(self, number: int, pool: Pool) -> Object:
        carried = {"x_carried_out": pool.carried} if pool.carried else {}
        return {
            "number": number,
            "amount": pool.amount,
            "rake": 0,
            "jackpot": pool.kitty + pool.carried,
            "player_wins": [{"player_id": self.ids[m], "win_amount": n} for m, n in pool.wins.items()],
            **carried,
        }

    def _beside(self) -> Object:
        story, document = self.story, self.story.settlement
        fields: Object = {
            "x_draws": [{"player_id": self.ids[m.player], "count": m.number} for m in story.moves_of("draw")],
            "x_uncalled": self._by_id(dict([story.uncalled]) if story.uncalled else {}),
            "x_kitty": document.kitty,
            "x_loans": [
                {
                    "player_id": self.ids[loan.borrower],
                    "lender_id": self.ids[loan.lender] if loan.lender else None,
                    "amount": loan.amount,
                }
                for loan in story.loans
            ],
            "x_payments": [
                {"from": self.ids[r.payer], "to": self.ids[r.payee], "amount": r.amount, "law": r.law}
                for r in document.refunds
            ],
            "x_reward": self._by_id({document.reward.player: document.reward.amount} if document.reward else {}),
            "x_misdeals": story.misdeals,
            "x_laws_waived": list(story.waived),
            "x_laws": list(document.laws),
            "x_disputes": [sentence(act, self.club.name_of) for act in story.view.acts if isinstance(act, ASIDE)],
        }
        return fields | ({"x_awarded": self._by_id(story.awards)} if story.paid_otherwise else {})

    def _by_id(self, amounts: Mapping[Member, int]) -> list[Object]:
        return [{"player_id": self.ids[m], "amount": n} for m, n in amounts.items()]


POSTS = {"payment": "Post Ante", "ante": "Post SB", "straddle": "Straddle"}
"""The kinds of move that are compelled or made before the deal, and the format's names for them."""
