"""Random play in which things go wrong often.

`UnrulyEvening` is an Evening in which mishaps may come before any act. It checks what must hold of every game: the game
ends, counters are neither made nor lost, no player has less than nought, any prefix of the events rebuilds the game,
each act follows again from its command, and every act offered as irregular can be recorded in some form.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from ledger.books.postings import postings
from ledger.cards import pack
from ledger.events.base import Event
from ledger.events.game import Action
from ledger.laws.draw import cards_left, cards_unexposed
from ledger.play.commands import (
    AskDealer,
    CollectDiscards,
    Command,
    CutPack,
    Deal,
    DemandShow,
    Distract,
    Draw,
    Expose,
    Foul,
    Misdeal,
    Pass,
    Show,
    Shuffle,
    Stake,
    Stand,
    Straddle,
    TakeUp,
    WaiveLaw,
)
from ledger.play.commands_again import command_of
from ledger.play.decide import decide
from ledger.play.legal import irregular_actions, legal_actions
from ledger.refusals import Invalid, Refused
from ledger.seats import Member
from ledger.state.game import Game
from ledger.state.game_fold import apply, fold
from ledger.telling.redaction import Reader, known_events
from tests.play.random_play import Evening
from tests.play.table import Table

WAIVABLE = (21, 22, 25, 26, 36, 50, 62)


def accepted(game: Game, command: Command) -> bool:
    """Whether an act would be recorded."""
    try:
        decide(game, command)
    except (Refused, Invalid):
        return False
    return True


def mishaps(chance: Random, game: Game, member: Member) -> dict[str, Command]:
    """A command for each thing that may go wrong with a player's hand, or that he may do wrong."""
    few = chance.randint(0, 5)
    card = chance.choice(pack())
    wrong = chance.choice((0, 3, 4, 6, 7))
    shifted = max(0, few + chance.choice((-2, -1, 1, 2)))
    amiss = chance.choice(
        (
            {"given": shifted},
            {"given": shifted, "made_right": True},
            {"asked": shifted},
            {"asked": shifted, "given": shifted},
        )
    )
    to_draw = {m: chance.randint(0, 5) for m in game.in_game if not game.players[m].drawn}
    stake = chance.randint(1, game.articles.limit + game.highest + 2)
    return {
        "deal": Deal(counts={member: wrong}, cut=chance.choice((None, False)), irregular=True),
        "misdeal": Misdeal(player=member, reason=chance.choice(("uncut", "face_up", "wrong_count")), irregular=True),
        "expose": Expose(player=member, card=card, irregular=True),
        "stake": Stake(player=member, amount=stake, irregular=True),
        "pass": Pass(player=member, irregular=True),
        "draw": Draw(player=member, discard=few, irregular=True, **amiss),  # type: ignore[arg-type]
        "foul": Foul(player=member, cards=wrong, found=chance.choice(("dealt", "drawn")), irregular=True),
        "shuffle": Shuffle(player=member),
        "cut": CutPack(player=member),
        "distract": Distract(player=member),
        "take_up": TakeUp(player=member),
        "ask_dealer": AskDealer(player=member),
        "collect_discards": CollectDiscards(announced=chance.choice((None, to_draw))),
        "waive": WaiveLaw(law=chance.choice(WAIVABLE), agreed_by=game.seats),
    }


def forms(game: Game, kind: str) -> Iterator[Command]:
    """The forms in which an act that is offered as irregular may have happened, by anybody and with any number."""
    members = game.seats
    match kind:
        case "deal":
            yield Deal(counts={game.dealer: 6}, irregular=True)
        case "misdeal":
            for member, reason in product(members, ("uncut", "face_up", "wrong_count")):
                yield Misdeal(player=member, reason=reason, irregular=True)
        case "expose":
            for member, card in product(members, pack("joker" in game.articles.variants)):
                yield Expose(player=member, card=card, irregular=True)
        case "stake":
            yield from (Stake(player=member, amount=1, irregular=True) for member in members)
        case "pass":
            yield from (Pass(player=member, irregular=True) for member in members)
        case "draw":
            for few, given in product(range(6), range(7)):
                yield Draw(discard=few, given=given, irregular=True)
        case "foul":
            for member, number, fouled_by in product(members, (6, 4, 3, 7, 0), ("dealt", "drawn")):
                yield Foul(player=member, cards=number, found=fouled_by, irregular=True)


def recorded_as_irregular(game: Game, command: Command) -> bool:
    """Whether an act would be recorded, and marked as irregular."""
    return accepted(game, command) and decide(game, command)[0][0].irregular  # type: ignore[attr-defined,no-any-return]


def states_of(events: Sequence[Event]) -> list[Game]:
    """The state of a game after each of its events."""
    states = [fold(events[:1])]
    for event in events[1:]:
        states.append(apply(states[-1], event))
    return states


class UnrulyEvening(Evening):
    """Games one after another in which hardly anything goes as it should."""

    def __init__(self, seed: int, table: Table | None = None, wildness: float = 0.4) -> None:
        super().__init__(seed, table)
        self.wildness = wildness
        self.happened: Counter[str] = Counter()

    def play_game(self) -> Game:
        """One game from its start to its settlement, everything checked on the way."""
        self._start()
        self.patience = self.chance.choice((0.05, 0.3, 0.8))
        table, begun = self.table, self.table.game
        acts = 0
        while not table.game.over:
            acts += 1
            assert acts < 600 + 40 * sum(p.funds for p in begun.players.values()), "the game does not end"
            self._check(table.game)
            self._record(self._mishap(table.game) or self._regular(table.game))
        self._check_end(self.table.game_events[-1])
        self.series = table.settlement.minimum
        return table.game

    def _record(self, command: Command) -> None:
        before = self.table.game
        events = self.table.do(command)
        assert decide(before, command_of(events[0])) == (events, self.table.game), (
            "an act follows again from its command"
        )  # type: ignore[arg-type]
        for event in events:
            postings(event, "a game")
            self.happened[event.topic + (f" {event.law}" if getattr(event, "irregular", False) else "")] += 1  # type: ignore[attr-defined]

    def _mishap(self, game: Game) -> Command | None:
        """Something that goes wrong just now. Misdeals and wrong deals come seldom, or the game would not go on."""
        if self.chance.random() > self.wildness:
            return None
        tries = mishaps(self.chance, game, self.chance.choice(game.seats))
        kinds = list(tries)
        self.chance.shuffle(kinds)
        for kind in kinds:
            rare = kind in ("misdeal", "foul", "pass", "waive", "shuffle") and self.chance.random() < 0.85
            if not rare and accepted(game, tries[kind]):
                return tries[kind]
        return None

    def _regular(self, game: Game) -> Command:
        """Some act that is offered as lawful; where none is, one that is offered as irregular."""
        chance = self.chance
        offered = {lawful.action: lawful for lawful in reversed(legal_actions(game))}
        if game.phase == "ante":
            straddle = offered.get("straddle")
            if straddle and chance.random() < 0.5:
                return Straddle(player=straddle.player)
            return Deal()
        member = game.turn.player
        assert member is not None
        if game.phase == "show":
            return self._at_the_show(game, member)
        if chance.random() < self.patience * 0.3:
            return Pass()
        kind = chance.choice([action for action in offered if action != "pass"] or ["pass"])
        match kind:
            case "stake":
                return Stake(amount=self._amount(offered["stake"]))
            case "draw":
                return self._draw(game, member)
            case "stand":
                return Stand()
            case "demand_show":
                return DemandShow()
        return Pass()

    def _draw(self, game: Game, member: Member) -> Command:
        announced = game.players[member].announced
        if announced is not None:
            return Draw(discard=announced)
        return Draw(discard=min(self.chance.randint(0, 4), cards_unexposed(game)))

    def _at_the_show(self, game: Game, member: Member) -> Command:
        """Five cards that agree with what all have seen; now and then a hand is thrown away."""
        exposed = game.players[member].exposed
        for _ in range(30):
            free = [c for c in pack() if c not in exposed]
            shown = (*exposed, *self.chance.sample(free, 5 - len(exposed)))
            if accepted(game, Show(cards=shown)):
                return Show(cards=shown)
        return Pass(irregular=True)

    def _check(self, game: Game) -> None:
        """Check what must hold at every moment of every game."""
        assert game.highest == max(p.round for p in game.players.values())
        assert all(p.funds >= 0 and p.ahead >= 0 and p.round >= 0 for p in game.players.values())
        assert cards_left(game) >= 0 or any(p.dealt > 5 for p in game.players.values())
        to_act = game.turn.player
        assert (to_act is None) == (game.phase == "ante")
        assert to_act is None or not game.players[to_act].retired
        self._check_offers(game)

    def _check_offers(self, game: Game) -> None:
        """Check that the kinds of act offered as irregular are just those that can be recorded in some form."""
        offered = set(irregular_actions(game))
        for kind in offered:
            assert any(recorded_as_irregular(game, form) for form in forms(game, kind)), f"no {kind} can be recorded"
        for member in game.seats:
            for kind, command in mishaps(self.chance, game, member).items():
                assert kind in offered or not recorded_as_irregular(game, command), f"{command} is not offered"

    def _check_end(self, events: list[Event]) -> None:
        """Check that no counters were made or lost, and that every prefix of the record folds to the same game."""
        document = self.table.settlement
        states = states_of(events)
        for at in {self.chance.randrange(1, len(events) + 1) for _ in range(4)}:
            assert fold(events[:at]) == states[at - 1]
        assert states[-1] == self.table.game
        for member in self.table.game.seats:
            known = states_of(known_events(events, Reader("player", member)))
            assert [(game.pool, game.turn) for game in known] == [(game.pool, game.turn) for game in states]
        over = document.carried_in - document.carried_out - document.kitty
        assert sum(document.results.values()) == over + (document.reward.amount if document.reward else 0)
        assert sum(r.amount for r in document.refunds) == sum(r.amount for r in states[-1].refunds)
        assert not {a.player for a in document.awards} & {m for m, p in states[-1].players.items() if p.retired}
        steps = [event.step for event in events if isinstance(event, Action)]
        assert steps == list(range(1, len(steps) + 1))
