"""Conducting a sitting: the opening, the cut for the deal, the beginning and end of each game, the close."""

from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from ledger.articles import Articles
from ledger.events.club import SittingConcluded, SittingRegistered
from ledger.events.game import FoundBy, GameBegun, Phase, Turn
from ledger.events.sitting import (
    Counters,
    CutForDeal,
    GameEnded,
    GameStarted,
    Loan,
    SittingClosed,
    SittingOpened,
)
from ledger.laws.ante import check_payments, paid_in, payments
from ledger.laws.deal import check_pack, cut_is_open, first_dealer, next_dealer
from ledger.laws.register import EDITION
from ledger.refusals import Invalid, Refused
from ledger.seats import Member, nearest, round_from_left_of
from ledger.state.club import Club
from ledger.state.game import BANK, Game
from ledger.state.sitting import Sitting
from ledger.table.agreement import Seating, check_articles
from ledger.table.commands import CutCards
from ledger.table.till import check_open

FEWEST, MOST = 2, 10
"""Players at a table: five cards each must come from fifty-two."""


def open_sitting(club: Club, club_id: str, sitting: str, seating: Seating) -> tuple[SittingOpened, SittingRegistered]:
    """Seat the players under their articles: the events for the new sitting and for its club.

    Raises Refused (19, 81), and Invalid for seats or articles that cannot be.
    """
    _check_seats(club, seating.seats)
    check_articles(seating)
    before = _standing_over(club, seating)
    carried, minimum = (before.carried, before.minimum) if before else (0, None)
    kitty = club.kitty if _is_reward(seating.articles) else 0
    number = club.sittings + 1
    opened = SittingOpened(
        club=club_id,
        number=number,
        held_on=seating.held_on,
        seats=seating.seats,
        articles=seating.articles,
        agreed_by=seating.agreed_by,
        carried_from=seating.carried_from,
        carried=carried,
        minimum=minimum,
        kitty=kitty,
    )
    registered = SittingRegistered(
        sitting=sitting, number=number, carried_from=seating.carried_from, carried=carried, kitty=kitty
    )
    return opened, registered


def _is_reward(articles: Articles) -> bool:
    """Whether the articles set money aside as a reward for a hand. Only such a kitty takes over an unclaimed reward."""
    return articles.kitty is not None and articles.kitty.purpose == "reward"


def _check_seats(club: Club, seats: Sequence[Member]) -> None:
    if len(set(seats)) != len(seats):
        raise Invalid({"players": ["somebody is named twice"]})
    if not FEWEST <= len(seats) <= MOST:
        raise Invalid({"players": [f"a table has {FEWEST} to {MOST} players, not {len(seats)}"]})
    if any(m not in club.members for m in seats):
        raise Invalid({"players": ["somebody is not a member of this club"]})
    if not club.erased.isdisjoint(seats):
        raise Invalid({"players": ["somebody's name was erased: if he plays again, he joins the club again"]})


def _standing_over(club: Club, seating: Seating) -> SittingConcluded | None:
    """The close of the sitting from which a pool stands over to this one, if one was named."""
    if seating.carried_from is None:
        return None
    concluded = club.standing.get(seating.carried_from)
    if concluded is None:
        raise Invalid({"carried_from": ["nothing stands over from that sitting"]})
    # One whose name was erased since will not sit again, and has left his interest in the pool as a leaver does.
    to_sit_again = set(concluded.players) - club.erased
    if not to_sit_again or not to_sit_again <= set(seating.seats):
        everybody = "everybody who was seated when it was closed sits down again"
        raise Invalid({"carried_from": [f"what stands over is for a sitting at which {everybody}"]})
    return concluded


def cut(sitting: Sitting, command: CutCards) -> CutForDeal:
    """Record the cut for the first deal (2). A later cut holds only the cards of those who draw again.

    Raises Refused once the dealer is known, unless the first game was made void; also for a card that is not in the
    pack. Raises Invalid for other players' cards.
    """
    cards = command.cards
    check_open(sitting)
    if not cut_is_open(sitting):
        raise Refused(2, "dealer_known", "the first dealer is known already")
    due = sitting.redraw or sitting.seats
    if set(cards) != set(due):
        raise Invalid({"cards": [f"one card for each of the {len(due)} who draw"]})
    check_pack(cards.values(), joker="joker" in sitting.articles.variants, seen=sitting.waiting_cards.values())
    all_cards = {**sitting.waiting_cards, **cards}
    drawn = {m: all_cards[m] for m in sitting.seats if m in all_cards}
    decided = first_dealer(drawn)
    return CutForDeal(
        entry=sitting.entries + 1,
        cards=dict(cards),
        dealer=decided.dealer,
        redraw=decided.redraw,
        standing={m: drawn[m] for m in decided.waiting},
    )


def start_game(
    sitting: Sitting,
    sitting_id: str,
    game: str,
    *,
    dealer: Member | None = None,
    sitting_out: Sequence[Member] = (),
) -> tuple[GameBegun, GameStarted]:
    """Begin the next game: its dealer, its ante-man, and the pool before the deal (18, 20, 30).

    `dealer` names the first dealer where nobody has cut. Raises Refused where the sitting is closed, a game runs, or
    somebody cannot pay (20).
    """
    check_open(sitting)
    if sitting.game:
        raise Refused(None, "game_running", "a game of this sitting is still being played")
    players = _players(sitting, sitting_out)
    deals, how = _dealer(sitting, dealer, players)
    ante_man = round_from_left_of(players, deals)[0]
    jack_pot = sitting.minimum is not None
    ante, paid = payments(sitting.articles, players, jack_pot=jack_pot)
    due = paid_in(players, ante_man, ante, paid)
    check_payments(sitting.funds, due)
    begun = GameBegun(
        sitting=sitting_id,
        number=sitting.games + 1,
        articles=sitting.articles,
        table=sitting.seats,
        seats=players,
        dealer=deals,
        dealer_by=how,
        ante_man=ante_man,
        funds={m: sitting.funds[m] for m in players},
        ante=ante,
        payments=paid,
        carried_in=sitting.carried,
        minimum=sitting.minimum,
        kitty=sitting.kitty,
        edition=EDITION,
        turn=Turn(phase=Phase.ANTE),
    )
    started = GameStarted(
        game=game,
        number=begun.number,
        dealer=deals,
        players=players,
        staked={m: n for m, n in due.items() if n},
        carried_in=sitting.carried,
    )
    return begun, started


def _players(sitting: Sitting, sitting_out: Sequence[Member]) -> tuple[Member, ...]:
    if any(m not in sitting.seats for m in sitting_out):
        raise Invalid({"sitting_out": ["names somebody who is not seated"]})
    players = tuple(m for m in sitting.seats if m not in sitting_out)
    if len(players) < FEWEST:
        raise Refused(None, "too_few_players", "a game takes two players at least")
    return players


def _dealer(sitting: Sitting, named: Member | None, players: Sequence[Member]) -> tuple[Member, FoundBy]:
    """The dealer, and how he was found: by the cut or by name for the first game (2), then by turn (18)."""
    if named is not None and named not in players:
        raise Invalid({"dealer": ["is not dealt into this game"]})
    due = next_dealer(sitting)
    if due is None:
        return _named_dealer(sitting, named), FoundBy.NAMED
    by_turn = sitting.last_dealer is not None or sitting.deals_next is not None
    how, law = (FoundBy.TURN, 18) if by_turn else (FoundBy.CUT, 2)
    dealer = nearest(sitting.seats, due, players)
    if named not in (None, dealer):
        raise Refused(law, "not_the_dealer", "the deal belongs to another player")
    return dealer, how


def _named_dealer(sitting: Sitting, named: Member | None) -> Member:
    """The first dealer, named because nobody has cut. Raises Refused without a name, or while a cut is unfinished."""
    if sitting.redraw:
        raise Refused(2, "cut_unfinished", "the cut for the deal is not finished: some draw again")
    if named is None:
        raise Refused(2, "no_dealer", "record a cut for the first deal, or name the first dealer")
    return named


def end_game(game_id: str, game: Game) -> GameEnded:
    """What a finished game leaves to its sitting, from its settlement."""
    document, done = game.settlement, game.as_done
    assert document is not None, "the game is not over"
    assert done is not None, "the game is not over"
    of_bank = [loan for loan in game.loans if loan.lender == BANK]
    lent = dict(document.advances)
    for loan in of_bank:
        lent[loan.player] = lent.get(loan.player, 0) + loan.amount
    colours = Counters(**{c: sum(getattr(loan, c) for loan in of_bank) for c in ("red", "white", "blue")})
    worth = game.articles.counter_values
    odd = sum(lent.values()) - sum(getattr(colours, c) * worth[c] for c in worth)
    return GameEnded(
        game=game_id,
        funds=document.funds,
        results=document.results,
        kitty=done.kitty,
        rewarded=done.reward.amount if done.reward else 0,
        carried_out=done.carried_out,
        minimum=done.minimum,
        lent=lent,
        advanced=document.advances,
        lent_counters=replace(colours, odd=odd),
        loans=tuple(
            Loan(lender=loan.lender, borrower=loan.player, amount=loan.amount)
            for loan in game.loans
            if loan.lender != BANK
        ),
    )


def close(
    sitting: Sitting,
    sitting_id: str,
    *,
    stands_over: bool = False,
    divided: Mapping[Member, int] | None = None,
    agreed_by: Sequence[Member] = (),
    kitty_agreed_by: Sequence[Member] | None = None,
    erased: Collection[Member] = (),
) -> tuple[SittingClosed, SittingConcluded]:
    """Close a sitting: the events for the sitting and for its club.

    A carried pool stands over to a later sitting (`stands_over`), or is `divided` by the consent of all (80). A reward
    kitty stands over, or becomes the club's by the consent of all, who are then named in `kitty_agreed_by`. Raises
    Refused while a game runs or needs mending, while counters are out, where a carried pool is not provided for, and
    where it would stand over to a sitting that can never be, because a player's name was `erased`.
    """
    check_open(sitting)
    if sitting.game:
        raise Refused(None, "game_running", "a game of this sitting is still being played")
    if sitting.affected:
        raise Refused(
            None, "affected_games", "some games are to be mended first: rebase each, or let it stand as it was played"
        )
    if any(sitting.funds.values()):
        raise Refused(None, "counters_out", "some players' counters have not been bought back")
    if sitting.carried and not stands_over and divided is None:
        raise Refused(None, "counters_out", f"{sitting.carried} is carried: divide it by consent, or let it stand over")
    if sitting.carried and divided is None and not set(erased).isdisjoint(sitting.seats):
        raise Refused(
            None,
            "cannot_stand_over",
            f"{sitting.carried} is carried, and one of those seated was erased and will not sit again, so nobody could "
            "take it up: divide it by consent",
        )
    if divided is not None:
        _check_division(sitting, divided, agreed_by)
    shares = dict(divided or {})
    stays = sitting.carried - sum(shares.values())
    to_club = sitting.kitty if _goes_to_the_club(sitting, kitty_agreed_by) else 0
    closed = SittingClosed(
        carried=stays,
        minimum=sitting.minimum if stays else None,
        divided=shares,
        agreed_by=tuple(agreed_by),
        kitty_to_club=to_club,
        kitty=sitting.kitty - to_club,
        kitty_agreed_by=tuple(kitty_agreed_by or ()),
    )
    owed = {m: sitting.credit.get(m, 0) + sitting.lent.get(m, 0) for m in sitting.funds}
    concluded = SittingConcluded(
        sitting=sitting_id,
        players=sitting.seats,
        owed={m: n for m, n in owed.items() if n},
        carried=closed.carried,
        minimum=closed.minimum,
        kitty=closed.kitty,
    )
    return closed, concluded


def _goes_to_the_club(sitting: Sitting, agreed_by: Sequence[Member] | None) -> bool:
    """Whether the kitty becomes the club's: one for expenses does, a reward only by the consent of all seated (80)."""
    kitty = sitting.articles.kitty
    expenses = kitty is not None and kitty.purpose == "expenses"
    if agreed_by is None:
        return expenses
    if expenses or not sitting.kitty:
        raise Invalid({"kitty": ["there is no unclaimed reward that could become the club's"]})
    if set(agreed_by) != set(sitting.seats):
        raise Refused(
            80, "not_agreed", "an unclaimed reward becomes the club's only by the consent of every player by name"
        )
    return True


def _check_division(sitting: Sitting, shares: Mapping[Member, int], agreed_by: Sequence[Member]) -> None:
    amiss = any(m not in sitting.seats or n < 0 for m, n in shares.items())
    if amiss or sum(shares.values()) != sitting.carried:
        raise Invalid({"carried": [f"the {sitting.carried} carried is divided whole among those seated"]})
    if set(agreed_by) != set(sitting.seats):
        raise Refused(80, "not_agreed", "a carried pool is divided by the consent of every player by name")
