"""Games by chance with their cards written down, and the same games dealt otherwise where a reader cannot see it.

`UntidyEvening` plays games in which much goes wrong and true cards are recorded: hands laid down and thrown away, deals
made void, numbers that differ, cards exposed. `dealt_otherwise` plays a game's acts again with the cards that a reader
cannot see exchanged among themselves.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from random import Random
from typing import Any

from ledger.afterwards.game_corrections import Insertion, Slips, correct
from ledger.cards import HAND, Card, pack
from ledger.events.amendment import GameCorrected
from ledger.events.base import Event
from ledger.events.game import Action, Dealt, Drew, GameBegun, GameSettled, HandShown, Passed, Phase, Staked
from ledger.events.mishaps import CardExposed
from ledger.laws.draw import number_is_withheld
from ledger.play.commands import (
    AskDealer,
    Command,
    Draw,
    Expose,
    Misdeal,
    Pass,
    Show,
    Shuffle,
    Stake,
    TakeUp,
)
from ledger.play.commands_again import command_of
from ledger.play.decide import decide
from ledger.play.legal import legal_actions
from ledger.refusals import Invalid, Refused
from ledger.roles import Role
from ledger.seats import Member
from ledger.state.game import Game
from ledger.state.game_fold import begin, fold
from ledger.state.in_force import begun_and_acts, events_in_force
from ledger.telling.redaction import Reader
from tests.play.random_play import Evening, random_articles
from tests.play.table import Table
from tests.play.truth import Truth

Exchange = Callable[[Card], Card]
"""Which card lies where another lay."""

RECORDS = ("hands", "hands", "some", "pack")
"""How much of the cards is written down: there must be some to hide."""


def accepted(game: Game, command: Command) -> bool:
    """Whether an act would be recorded."""
    try:
        decide(game, command)
    except (Refused, Invalid):
        return False
    return True


class UntidyEvening(Evening):
    """Games one after another with recorded cards, in which any act may be preceded by a mishap."""

    def __init__(self, seed: int, *, seats: str | None = None, record: str | None = None) -> None:
        chance = Random(seed)
        terms = random_articles(chance)
        players = seats or "ABCDEFGH"[: chance.choice((3, 4, 5, 8))]
        # Rich players: nobody sits out, and the games follow one another without the till.
        super().__init__(seed, Table(players, terms, funds=60 * terms.limit))
        self.record = record

    def play_game(self) -> Game:
        """One game from its start to its end."""
        self.table.start(self.table.seats[0] if self.dealer is None else None)
        self.dealer = self.table.game.dealer
        self._deal_truth()
        timid = self.chance.choice((0.1, 0.2, 0.4))
        for _ in range(400):
            if self.table.game.over:
                return self.table.game
            game = self.table.game
            mishap = self._mishap(game) if self.chance.random() < 0.2 else None
            self.table.do(mishap or self.choose(game, self.truth, timid))
            if isinstance(mishap, Misdeal):
                self._deal_truth()
        raise AssertionError("the game does not end")

    def _deal_truth(self) -> None:
        game = self.table.game
        self.truth = Truth(self.chance, game, self.record or self.chance.choice(RECORDS))
        if any(p.exposed for p in game.players.values()):
            self.truth.record = "nothing"  # What was exposed lies elsewhere in this deal.

    def _mishap(self, game: Game) -> Command | None:
        """Something that goes wrong just now, if the try of it can be recorded."""
        member = self.chance.choice(game.seats)
        to_act = game.turn.player
        tries: list[Command] = [
            Stake(player=member, amount=self.chance.randint(1, 2 * game.articles.limit), irregular=True),
            TakeUp(player=member),
            AskDealer(player=member),
        ]
        if game.phase in (Phase.SAY, Phase.DRAW):
            tries.append(Misdeal(player=member, reason="wrong_count", irregular=True))
        if game.phase in (Phase.SAY, Phase.BETTING) and self.chance.random() < 0.2:
            tries.append(Pass(player=member, irregular=True))
        if game.phase == Phase.SAY:
            tries.append(Expose(player=member, card=self.chance.choice(self.truth.first[member]), irregular=True))
        self.chance.shuffle(tries)
        drawing = [legal for legal in legal_actions(game) if legal.action == "draw"]
        if drawing and to_act is not None:
            amiss = replace(self.truth.draw(to_act), irregular=True, asked=self.chance.randint(0, 5))
            plain = replace(amiss, asked=None, irregular=False)
            return replace(amiss, given=amiss.discarded) if amiss.asked != amiss.discarded else plain
        return next((command for command in tries if accepted(game, command)), None)


def begun_part(events: Sequence[Event], end: int) -> list[Event]:
    """The first events of a game, up to the `end`-th and what followed of itself from that act."""
    while end < len(events) and not isinstance(events[end], Action):
        end += 1
    return list(events[:end])


def corrected(chance: Random, events: Sequence[Event], times: int = 2) -> list[Event]:
    """The record of a game with corrections by chance: acts struck, entered again, and put in."""
    corrected_events = list(events)
    for _ in range(times):
        for _ in range(8):
            slips = random_slips(chance, corrected_events)
            try:
                correction, _ = correct(corrected_events, "game", slips, "a slip of the pen")
            except (Refused, Invalid):
                continue
            corrected_events.append(correction)
            break
    return corrected_events


def random_slips(chance: Random, events: Sequence[Event]) -> Slips:
    """A correction by chance: a pass struck or entered again, another stake, a draw again, a shuffle put in."""
    begun, acts = begun_and_acts(events)
    actions = [event for event in acts if isinstance(event, Action)]
    passes = [event for event in actions if isinstance(event, Passed)]
    if not actions or chance.random() < 0.2:
        return Slips(insert=(Insertion(0, Shuffle(player=begun.dealer)),))
    event = chance.choice(passes if passes and chance.random() < 0.6 else actions)
    before = [0, *(action.step for action in actions)]
    after = before[before.index(event.step) - 1]
    instead: list[Command] = [command_of(event)]
    if isinstance(event, Passed):
        instead += [
            Pass(player=event.player, irregular=True),
            *([Stake(player=event.player, amount=n) for n in (1, 2)]),
        ]
        instead += [Draw(player=event.player, discard=0)]
    if isinstance(event, Staked):
        instead += [Stake(player=event.player, amount=event.amount + chance.choice((-1, 1)))]
    if isinstance(event, Drew):
        instead += [Draw(player=event.player, discard=event.discarded or 0)]
    put_in = (Insertion(after, chance.choice(instead)),) if chance.random() < 0.7 else ()
    strike = chance.choice(((event.step,), tuple(action.step for action in actions[actions.index(event) :])))
    return Slips(strike=strike, insert=put_in)


def guesses(chance: Random, events: Sequence[Event]) -> Slips:
    """A question that would sound a hidden hand. It names a card that the hand holds, or cards by chance."""
    true_guess = _true_guess(chance, events) if chance.random() < 0.5 else None
    return true_guess or _blind_guess(chance, events)


def _true_guess(chance: Random, events: Sequence[Event]) -> Slips | None:
    """A card of a hand that was thrown away, put in as exposed in the deal; None where no such hand is written."""
    thrown = thrown_away(events)
    hands = [
        (event.step, member, hand)
        for event in events_in_force(events)
        if isinstance(event, Dealt)
        for member, hand in (event.hands or {}).items()
        if (member, event.step) in thrown
    ]
    if not hands:
        return None
    deal, member, hand = chance.choice(hands)
    return Slips(insert=(Insertion(deal, Expose(player=member, card=chance.choice(hand), irregular=True)),))


def _blind_guess(chance: Random, events: Sequence[Event]) -> Slips:
    """A pass struck, and guessed cards drawn or shown in its place."""
    begun, acts = begun_and_acts(events)
    actions = [event for event in acts if isinstance(event, Action)]
    passes = [event for event in actions if isinstance(event, Passed)]
    cards = pack("joker" in begun.articles.variants)
    if not passes:
        return Slips(insert=(Insertion(0, Expose(player=begun.dealer, card=chance.choice(cards), irregular=True)),))
    event = chance.choice(passes)
    before = [0, *(action.step for action in actions)]
    after = before[before.index(event.step) - 1]
    asked: tuple[Command, ...] = (
        Draw(player=event.player, discard=tuple(chance.sample(cards, chance.randint(1, 2)))),
        Show(player=event.player, cards=tuple(chance.sample(cards, HAND))),
        Draw(player=event.player, discard=1, cards=(chance.choice(cards),)),
    )
    strike = chance.choice(((event.step,), tuple(action.step for action in actions[actions.index(event) :])))
    return Slips(strike=strike, insert=(Insertion(after, chance.choice(asked)),))


# The same game dealt otherwise


def cards_in(value: object) -> frozenset[Card]:
    """Every card that is named anywhere in something."""
    return frozenset(re.findall(r"'([2-9TJQKA][shdc]|Jo)'", repr(value)))


def thrown_away(events: Sequence[Event]) -> set[tuple[Member, int]]:
    """The hands that were thrown away in any version of a record, by player and step of the deal."""
    thrown: set[tuple[Member, int]] = set()
    for end in range(1, len(events) + 1):
        game, in_force = fold(events[:end]), events_in_force(events[:end])
        deal = max((event.step for event in in_force if isinstance(event, Dealt)), default=0)
        thrown |= {(member, deal) for member in game.seats if game.players[member].retired}
    return thrown


def ever_written(events: Iterable[Event]) -> Iterator[Event]:
    """All events of a record, those within its corrections among them."""
    for event in events:
        yield event
        yield from ever_written(getattr(event, "tail", ()))


def cards_open_to(events: Sequence[Event], reader: Reader) -> frozenset[Card]:
    """The cards of a game that a reader may see, found from the rules of the table without the service's redaction.

    Where a draw may belong to several deals of its player, its cards count as open if one of these hands is.
    """
    thrown, written = thrown_away(events), list(ever_written(events))
    deals = [event.step for event in written if isinstance(event, Dealt)]
    game = fold(events)

    def sees(member: Member, deal: int) -> bool:
        if game.players[member].retired:
            return False
        return member == reader.member or (reader.role != Role.PLAYER and (member, deal) not in thrown)

    cards: set[Card] = set()
    for event in written:
        match event:
            case CardExposed():
                cards.add(event.card)
            case HandShown():
                cards |= {*event.cards, *event.original}
            case Dealt():
                hands = (event.hands or {}).items()
                cards |= {card for member, hand in hands if sees(member, event.step) for card in hand}
            case Drew() if any(sees(event.player, deal) for deal in deals):
                cards |= {*(event.discards or ()), *(event.cards or ())}
    return frozenset(cards)


def exchange_of(chance: Random, events: Sequence[Event], reader: Reader) -> Exchange:
    """Another place for each card that a reader may not see in a game."""
    hidden = sorted(set(pack()) - cards_open_to(events, reader))
    exchanged = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
    return lambda card: exchanged.get(card, card)


def with_cards(command: Command, exchange: Exchange) -> Command:
    """The act with other cards in it."""

    def changed(value: Any) -> Any:
        if isinstance(value, str):
            return exchange(value) if value in pack(with_joker=True) else value
        if isinstance(value, tuple):
            return tuple(changed(item) for item in value)
        return {key: changed(item) for key, item in value.items()} if isinstance(value, Mapping) else value

    return replace(command, **{f.name: changed(getattr(command, f.name)) for f in fields(command) if f.name != "note"})


def slips_with_cards(slips: Slips, exchange: Exchange) -> Slips:
    """A correction with other cards in it."""
    return replace(slips, insert=tuple(Insertion(i.after, with_cards(i.command, exchange)) for i in slips.insert))


def acts_of(events: Iterable[Event]) -> Iterator[Command | Slips]:
    """What was sent to make this record: its acts, and its corrections."""
    for event in events:
        if isinstance(event, GameCorrected):
            yield slips_of(event)
        elif isinstance(event, Action):
            yield command_of(event)


def slips_of(correction: GameCorrected) -> Slips:
    """The slips that a correction answers to."""
    put_in: list[Insertion] = []
    after = correction.after
    for event in correction.tail:
        if isinstance(event, Action):
            if event.step in correction.inserted:
                put_in.append(Insertion(after, command_of(event)))
            else:
                after = event.step
    return Slips(strike=correction.struck, insert=tuple(put_in))


def dealt_otherwise(events: Sequence[Event], exchange: Exchange) -> list[Event]:
    """The record that the same acts and corrections make, with the cards exchanged."""
    return acted_otherwise(events, lambda command: with_cards(command, exchange))


def settled_otherwise(events: Sequence[Event], other: Sequence[Event]) -> bool:
    """Whether two deals come to different settlements: by an opener's hidden hand, which everybody hears of (33)."""
    documents = [
        [event.settlement for event in ever_written(record) if isinstance(event, GameSettled)]
        for record in (events, other)
    ]
    assert documents[0] == documents[1] or fold(events).minimum is not None
    return documents[0] != documents[1]


def drawn_otherwise(chance: Random, events: Sequence[Event], reader: Reader) -> list[Event]:
    """The record with other numbers of cards drawn by those whose numbers are withheld from the reader (51).

    A number may be given amiss and made right. Raises Refused where that cannot have been.
    """
    game = fold(events)

    def change(command: Command) -> Command:
        member = command.player
        if not isinstance(command, Draw) or command.irregular or member is None:
            return command
        if not number_is_withheld(game, member, reader.member or ""):
            return command
        number = chance.randint(1, 3)
        if chance.random() < 0.5:
            return Draw(player=member, discard=number)
        return Draw(player=member, discard=number, asked=number, given=number + 1, made_right=True, irregular=True)

    return acted_otherwise(events, change)


def acted_otherwise(events: Sequence[Event], change: Callable[[Command], Command]) -> list[Event]:
    """The record that the acts and corrections of another make when each act is changed."""
    begun = events[0]
    assert isinstance(begun, GameBegun)
    made: list[Event] = [begun]
    game = begin(begun)
    for act in acts_of(events):
        if isinstance(act, Slips):
            put_in = tuple(Insertion(insertion.after, change(insertion.command)) for insertion in act.insert)
            correction, game = correct(made, "game", replace(act, insert=put_in), "a slip of the pen")
            made.append(correction)
            continue
        events_of_act, game = decide(game, change(act))
        made += events_of_act
    # An act brings others with it, which a part of a record may not reach to.
    return made[: len(events)]
