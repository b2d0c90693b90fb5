"""Random lawful play: evenings of games in which chance chooses among the lawful acts, checked at every step.

`Evening` drives a Table. Before every act `ask_everything` holds `legal_actions` against `decide`; after it
`Watch`, which keeps the books in its own plain way, must agree with the engine.
"""

from collections import Counter
from random import Random

from ledger.articles import Articles, Kitty
from ledger.events.base import Event
from ledger.events.game import Borrowed, GameBegun, GameSettled, GameUnopened, ShowDemanded, Staked, Straddled
from ledger.laws.hands import HandClass
from ledger.laws.readings import READINGS
from ledger.play.commands import Borrow, Command, Deal, DemandShow, Draw, Pass, Show, Stake, Stand, Straddle
from ledger.play.decide import decide
from ledger.play.legal import LegalAction, legal_actions
from ledger.refusals import Refused
from ledger.seats import Member
from ledger.state.game import BANK, Game
from ledger.state.game_fold import apply
from ledger.state.sitting import fold, lent_between
from ledger.table.commands import Arrive, Depart, Pay, SetLimits
from ledger.table.company import stopped
from tests.play.table import Table, articles
from tests.play.truth import RECORDS, Truth

WITHOUT_LAW = {"above_limit", "no_loans", "game_over", "wrong_phase", "no_funds"}
"""The words that may stand in a refusal without a law's number."""

ABROGABLE = (21, 22, 25, 26, 36, 50, 62)
LOANS_IN_A_GAME = 3
NAMES = "ABCDEFGHIJ"
LATER_READINGS = ("blaze_cards",)
"""Readings that were added to the register later. They have a chance of their own, so that each seed plays what it
played before."""


def random_articles(chance: Random) -> Articles:
    """Random articles that a table might agree to; often the plain ones."""
    ante = chance.randint(1, 5)
    readings: dict[str, str] = {}
    if chance.random() < 0.7:
        first = {n: r for n, r in READINGS.items() if n not in LATER_READINGS}
        readings = {n: chance.choice(list(r.values)) for n, r in first.items() if chance.random() < 0.5}
        by_themselves = Random(str(readings))
        readings |= {n: by_themselves.choice(list(READINGS[n].values)) for n in LATER_READINGS}
    kitty = None
    if chance.random() < 0.4:
        purpose = chance.choice(("expenses", "reward"))
        hand_class = str(chance.choice(list(HandClass)[3:])) if purpose == "reward" else None
        kitty = Kitty(amount=chance.randint(1, 2 * ante), purpose=purpose, hand_class=hand_class)
    variants = ("blaze", "joker", "skip_sequence", "ace_high_sequences")
    return articles(
        ante,
        2 * ante + chance.randint(0, 6 * ante),
        kitty=kitty,
        variants=[v for v in variants if chance.random() < 0.3],
        abrogated=[n for n in ABROGABLE if chance.random() < 0.08],
        loans=chance.random() < 0.7,
        **readings,
    )


def random_table(chance: Random) -> Table:
    """Two to ten players, some rich and some hardly able to pay an ante."""
    terms = random_articles(chance)
    purses = (terms.ante, 4 * terms.ante, 2 * terms.limit, 10 * terms.limit)
    seats = NAMES[: chance.choice((2, 3, 4, 5, 6, 10))]
    return Table(seats, terms, funds={m: chance.randint(1, chance.choice(purses)) for m in seats})


class Watch:
    """A second reckoning of each player's counters and of the pool, added up from the events alone."""

    def __init__(self, begun: GameBegun) -> None:
        self.begun = begun
        self.purse = {m: begun.funds[m] - begun.payments.get(m, 0) for m in begun.seats}
        self.purse[begun.ante_man] -= begun.ante
        self.pool = begun.carried_in + begun.ante + sum(begun.payments.values())
        self.lent_by_bank = 0
        self.borrowed = dict.fromkeys(begun.seats, 0)

    def see(self, event: Event) -> None:
        match event:
            case Straddled(player=m, amount=n) | Staked(player=m, amount=n) | ShowDemanded(player=m, amount=n):
                self.purse[m] -= n
                self.pool += n
            case Borrowed(player=m, lender=lender, amount=n):
                self.purse[m] += n
                self.borrowed[m] += n
                if lender in self.purse:
                    self.purse[lender] -= n
                    self.borrowed[lender] -= n
                else:
                    self.lent_by_bank += n

    def agree(self, game: Game) -> None:
        """Check that the engine's state is what the events add up to, and that a player who may act has the turn."""
        assert {m: p.funds for m, p in game.players.items()} == self.purse
        assert game.pool == self.pool
        assert game.highest == max(p.round for p in game.players.values())
        assert all(n >= 0 for n in self.purse.values())
        brought = sum(self.begun.funds.values()) + self.begun.carried_in + self.lent_by_bank
        assert sum(self.purse.values()) + self.pool == brought
        to_act = game.turn.player
        assert (to_act is None) == (game.over or game.phase == "ante")
        assert to_act is None or to_act in game.in_game
        if game.phase in ("say", "betting"):
            assert game.players[to_act].demand is None
        # Law 33 has an opener show whom the others left alone, perhaps before the draw.
        if game.phase in ("betting", "show") and game.turn.law != 33:
            assert all(game.players[m].drawn for m in game.live)
            assert game.phase == "betting" or not any(game.owes(m) for m in game.live), "unequal stakes (59)"

    def agree_on_the_end(self, game: Game) -> None:
        """Check that the settlement divides the pool among players still in, and agrees with the players' counters."""
        document = game.settlement
        assert document is not None
        fines = {p.player: p.amount for p in document.penalties}
        given = {a.player: a.amount for a in document.awards}
        assert document.pool == self.pool
        assert sum(given.values()) + document.kitty + document.carried_out == self.pool + sum(fines.values())
        assert set(given) <= set(game.in_game)
        for award in document.awards:
            assert sum(c.amount for c in award.claims) == award.amount
        reward = document.reward
        if reward:
            given[reward.player] = given.get(reward.player, 0) + reward.amount
            assert reward.amount == self.begun.kitty + document.kitty
        for member in game.seats:
            ahead = self.purse[member] + given.get(member, 0) - fines.get(member, 0)
            assert document.funds[member] - document.advances.get(member, 0) == ahead
            assert document.results[member] == ahead - self.begun.funds[member] - self.borrowed[member]
        over = document.carried_in - document.carried_out - document.kitty + (reward.amount if reward else 0)
        assert sum(document.results.values()) == over


def accepts(game: Game, command: Command) -> bool:
    """Whether an act would be recorded. A refusal must name a law, or have a code that needs none."""
    try:
        decide(game, command)
    except Refused as refused:
        why = refused
    else:
        return True
    assert why.law is not None or why.code in WITHOUT_LAW, f"{command}: {why.code} without a law"
    return False


def probes(game: Game, member: Member, truth: Truth) -> dict[str, list[Command]]:
    """For every kind of act, some that a player might try."""
    limit, owed = game.articles.limit, game.owes(member)
    stakes = {-1, 1, owed, owed + 1, owed + limit, 2 * game.articles.ante, game.players[member].funds}
    return {
        "straddle": [Straddle(player=member)],
        "deal": [Deal(player=member)],
        "stake": [Stake(player=member, amount=n) for n in stakes],
        "pass": [Pass(player=member)],
        "stand": [Stand(player=member)],
        "demand_show": [DemandShow(player=member)],
        "draw": [Draw(player=member, discard=0)],
        "show": [Show(player=member, cards=tuple(truth.hands[member]))],
    }


def ask_everything(game: Game, truth: Truth) -> None:
    """Check that `legal_actions` and `decide` agree on every act of every player, and on the least and the most."""
    legal = {(act.action, act.player): act for act in legal_actions(game)}
    assert bool(legal) != game.over
    for member in game.seats:
        for kind, tries in probes(game, member, truth).items():
            lawful = legal.get((kind, member))
            if lawful is None:
                assert not any(accepts(game, act) for act in tries), f"{member}: {kind} is not offered, yet accepted"
            elif kind == "stake":
                _ask_bounds(game, lawful)
            else:
                assert all(accepts(game, act) for act in tries), f"{member}: {kind} is offered, yet refused"
                _ask_deposit(game, lawful, tries[0])


def _ask_bounds(game: Game, lawful: LegalAction) -> None:
    assert lawful.least is not None
    assert lawful.most is not None
    member = lawful.player
    assert 0 <= lawful.least <= lawful.most <= game.players[member].funds
    for amount in {lawful.least, lawful.most, (lawful.least + lawful.most) // 2}:
        assert accepts(game, Stake(player=member, amount=amount)), f"{member} may not stake {amount}"
    for amount in (lawful.least - 1, lawful.most + 1):
        assert not accepts(game, Stake(player=member, amount=amount)), f"{member} may stake {amount}"


def _ask_deposit(game: Game, lawful: LegalAction, command: Command) -> None:
    """Check that an act deposits what the offer of it says."""
    deposited = getattr(decide(game, command)[0][0], "amount", None)
    assert (lawful.least, lawful.most) == (deposited, deposited)


class Evening:
    """Games one after another at one table, played by chance.

    `company`: between the games players come, go, pay what they owe, and set themselves limits.
    """

    def __init__(self, seed: int, table: Table | None = None, *, company: bool = False) -> None:
        self.company = company
        # Who sat at the left of the last dealer when he left the table, and on round to him who sat at his right.
        self.left_of_vacated: tuple[Member, ...] = ()
        self.chance = Random(seed)
        self.table = table or random_table(self.chance)
        self.series: str | None = None
        self.dealer: Member | None = None
        self.met: Counter[str] = Counter()

    def play_game(self) -> Game:
        """One game from its start to its settlement, everything checked on the way."""
        chance = self.chance
        if self.company:
            self._come_and_go()
        self._start()
        table = self.table
        begun = table.game_events[-1][0]
        assert isinstance(begun, GameBegun)
        assert begun.minimum == self.series
        truth = Truth(chance, table.game, chance.choice(RECORDS))
        watch = Watch(begun)
        timid = chance.choice((0.03, 0.1, 0.3, 0.9))
        states = [table.game]
        bound = sum(begun.funds.values()) + LOANS_IN_A_GAME * table.game.articles.limit + 12 * len(begun.seats)
        while not table.game.over:
            assert len(states) < bound, "the game does not end"
            watch.agree(table.game)
            ask_everything(table.game, truth)
            for event in table.do(self.choose(table.game, truth, timid)):
                watch.see(event)
                states.append(apply(states[-1], event))
        self._count(table.game)
        ask_everything(table.game, truth)
        watch.agree_on_the_end(table.game)
        self._rebuild(states)
        self._follow_the_series()
        return table.game

    def choose(self, game: Game, truth: Truth, timid: float) -> Command:
        """A lawful act, chosen by chance."""
        chance = self.chance
        offered = {act.action: act for act in reversed(legal_actions(game))}
        if game.phase == "ante":
            straddle = offered.get("straddle")
            return Straddle(player=straddle.player) if straddle and chance.random() < 0.5 else truth.deal()
        member = game.turn.player
        assert member is not None
        if game.phase == "show":
            return Pass(irregular=True) if chance.random() < 0.1 * timid else truth.show(game, member)
        if game.articles.loans and len(game.loans) < LOANS_IN_A_GAME and chance.random() < 0.1:
            return self._loan(game, member)
        if chance.random() < timid:
            return Pass()
        kinds = [kind for kind in offered if kind != "pass"] or ["pass"]
        match chance.choice(kinds):
            case "stake":
                return Stake(amount=self._amount(offered["stake"]))
            case "draw":
                return truth.draw(member)
            case "stand":
                return Stand()
            case "demand_show":
                return DemandShow()
            case _:
                return Pass()

    def _amount(self, lawful: LegalAction) -> int:
        least, most = lawful.least or 0, lawful.most or 0
        return self.chance.choice((least, least, most, self.chance.randint(least, most)))

    def _loan(self, game: Game, member: Member) -> Borrow:
        rich = [m for m in game.seats if m != member and game.players[m].funds]
        lender = self.chance.choice([BANK, *rich])
        most = game.players[lender].funds if lender != BANK else game.articles.limit
        return Borrow(lender=lender, amount=self.chance.randint(1, min(most, game.articles.limit)))

    def _start(self) -> None:
        """Start a game. Players who cannot pay what is due sit out; if too few are left, everybody buys counters."""
        table, chance = self.table, self.chance
        for member in [m for m, owed in table.sitting.advanced.items() if owed]:
            table.record(Pay(player=member, amount=table.sitting.lent[member], toward="loan"))
        for member in table.seats:
            funds = table.sitting.funds[member]
            if funds < 2 * table.sitting.articles.ante and chance.random() < 0.5:
                table.sell(member, on_credit=chance.random() < 0.5, red=2, odd=chance.randint(0, 20))
        due = 2 * table.sitting.articles.ante
        over = stopped(table.sitting, None)
        out = [m for m in table.seats if table.sitting.funds[m] < due or m in over]
        out += [m for m in table.seats if m not in out and chance.random() < 0.05]
        if len(table.seats) - len(out) < 2:
            for member in table.seats:
                table.sell(member, blue=1)
                if member in over:
                    table.record(SetLimits(player=member, loss=None, stop_at=None))
            out = []
        assert not set(stopped(table.sitting, None)) - set(out)
        named = next(m for m in table.seats if m not in out) if self.dealer is None else None
        table.start(named, sitting_out=out)
        if self.dealer is not None:
            left = [m for m in self._left_of_the_deal() if m not in out]
            assert table.game.dealer == left[0], "the deal passes to the left (18)"
        self.dealer, self.left_of_vacated = table.game.dealer, ()

    def _left_of_the_deal(self) -> tuple[Member, ...]:
        """The players from the left of the last deal's seat, its dealer, if he is there, the last of them."""
        seats = self.table.seats
        first = self.left_of_vacated or seats[seats.index(self.dealer) + 1 :] or seats
        at = seats.index(first[0])
        return seats[at:] + seats[:at]

    def _come_and_go(self) -> None:
        """Pay debts, set limits, let somebody come or go; check that the sitting folds to the same after each."""
        table, chance = self.table, self.chance
        for member, owed in [*table.sitting.credit.items()]:
            if owed and chance.random() < 0.3:
                table.record(Pay(player=member, amount=chance.randint(1, owed), toward="credit"))
                self.met["payment"] += 1
        for loan in table.sitting.loans:
            owed = lent_between(table.sitting.loans, loan.borrower, loan.lender)
            if owed and chance.random() < 0.3:
                table.record(Pay(player=loan.borrower, amount=owed, toward="loan", to=loan.lender))
                self.met["payment to a player"] += 1
        if chance.random() < 0.2:
            loss = chance.choice((None, 1, 3 * table.sitting.articles.limit))
            table.record(SetLimits(player=chance.choice(table.seats), loss=loss))
            self.met["limit"] += 1
        if stopped(table.sitting, None):
            self.met["stopped"] += 1
        if chance.random() < 0.25 and len(table.seats) > 2:
            self._depart(chance.choice(table.seats))
        strangers = [m for m in NAMES if m not in table.seats]
        if chance.random() < 0.3 and strangers:
            self._arrive(chance.choice(strangers), chance.choice(table.seats))

    def _depart(self, member: Member) -> None:
        table = self.table
        at = table.seats.index(member)
        others = table.seats[at + 1 :] + table.seats[:at]
        table.buy_back(member, odd=table.sitting.funds[member])
        table.record(Depart(player=member))
        self.met["departure"] += 1
        if member == self.dealer and not self.left_of_vacated:
            self.left_of_vacated = others
            self.met["the last dealer left"] += 1
        self.left_of_vacated = tuple(m for m in self.left_of_vacated if m != member)
        table.seats = tuple(m for m in table.seats if m != member)
        assert set(table.sitting.seats) == set(table.seats)
        assert not table.sitting.articles.variants, "what departs from the book lapses (81)"

    def _arrive(self, member: Member, left_of: Member) -> None:
        table = self.table
        table.record(Arrive(player=member, left_of=left_of))
        at = table.seats.index(left_of) + 1
        table.seats = (*table.seats[:at], member, *table.seats[at:])
        if self.left_of_vacated:
            gap = self.left_of_vacated.index(left_of) + 1
            self.left_of_vacated = (*self.left_of_vacated[:gap], member, *self.left_of_vacated[gap:])
        assert table.sitting.seats == table.seats
        self.met["arrival"] += 1

    def _count(self, game: Game) -> None:
        """Count what occurred in this game, so that a test can check that chance met everything."""
        document = game.settlement
        assert document is not None
        everybody = game.players.values()
        demands = sum(p.demand is not None for p in everybody)
        happenings = {
            "unopened": game.phase == "unopened",
            "jack-pot won": game.minimum is not None and bool(document.awards),
            "false opener": bool(document.penalties),
            "advance": bool(document.advances),
            "straddles": bool(game.straddlers),
            "demand": demands > 0,
            "several demands": demands > 1,
            "demander drew": any(p.demand and p.drawn for p in everybody),
            "hand thrown away": any(p.threw_away for p in everybody),
            "tie": any(c.law == 76 for award in document.awards for c in award.claims),
            "several shows": len(document.hands) > 1,
            "loan": bool(game.loans),
            "raised on a loan": any(p.raised_on_loan for p in everybody),
            "kitty": document.kitty > 0,
            "reward": document.reward is not None,
            "odd counter carried": document.carried_out > 0 and document.minimum is None,
        }
        self.met.update(name for name, true in happenings.items() if true)

    def _rebuild(self, states: list[Game]) -> None:
        """Check that the game folded from its events alone is the same after each of them."""
        state: Game | None = None
        for at, event in enumerate(self.table.game_events[-1]):
            state = apply(state, event)
            assert state == states[at]
        assert state == self.table.game

    def _follow_the_series(self) -> None:
        """Check that openers go J, Q, K, J while games stay unopened (29 to 32), and a step up after law 33."""
        document = self.table.settlement
        end = self.table.game_events[-1][-1]
        step = {None: "J", "J": "Q", "Q": "K", "K": "J"}[self.series]
        if isinstance(end, GameUnopened):
            assert document.awards == ()
            assert document.carried_out == document.pool
            self.series = step
        else:
            assert isinstance(end, GameSettled)
            carried_with_penalty = document.penalties and document.minimum is not None
            self.series = step if carried_with_penalty else None
        assert document.minimum == self.series
        assert self.table.sitting.minimum == self.series
        assert self.table.sitting.carried == document.carried_out

    def go_home(self) -> None:
        """Buy back everybody's counters, some on a wrong count, and close the sitting."""
        table = self.table
        rebuilt = None
        for event in table.sitting_events:
            rebuilt = fold([event], rebuilt)
        assert rebuilt == table.sitting
        for member, book in table.sitting.funds.items():
            most = table.sitting.issued - table.sitting.carried - table.sitting.kitty
            counted = book if self.chance.random() < 0.8 else self.chance.randint(0, max(0, min(most, book + 3)))
            bought = table.buy_back(member, odd=counted)
            assert bought.value == counted
            assert bought.difference == counted - book
            assert bought.credit + bought.loan + bought.cash_due == counted
        table.close(stands_over=True)
        assert table.sitting.issued == 0, "nothing is in issue when the books are closed"
