"""Laws 46 and 77 to 79: disputes. The referee, the witnesses, and the order in which they are asked."""

from collections.abc import Collection, Mapping, Sequence

from ledger.events.dispute import DisputeKind
from ledger.events.game import Phase
from ledger.laws.register import keeps
from ledger.refusals import Invalid, Refused
from ledger.seats import Member, round_from_left_of


@keeps(77)
def dealer_decides(dealer: Member, parties: Collection[Member]) -> bool:
    """The dealer is the referee unless he is a party."""
    return dealer not in parties


@keeps(78)
def other_referee(table: Sequence[Member], dealer: Member, parties: Collection[Member]) -> Member | None:
    """The referee where the dealer is a party: his left, else his right, else the next on the left who is no party.

    None where everybody is a party.
    """
    left = round_from_left_of(table, dealer)[:-1]
    order = (*left[:1], *left[-1:], *left[1:])
    return next((m for m in order if m not in parties), None)


def referee(table: Sequence[Member], dealer: Member, parties: Collection[Member]) -> Member | None:
    """The referee of a dispute (77, 78). None where everybody is a party: nobody rules, and the record stands."""
    return dealer if dealer_decides(dealer, parties) else other_referee(table, dealer, parties)


@keeps(46, part="the dealer is its other party")
def every_party(dealer: Member, parties: Sequence[Member], kind: DisputeKind) -> tuple[Member, ...]:
    """The parties to a dispute: in one about the number of cards asked for, the dealer who gave them is always one."""
    if kind != DisputeKind.DRAW_COUNT or dealer in parties:
        return tuple(parties)
    return (*parties, dealer)


def disputant(dealer: Member, parties: Sequence[Member]) -> Member:
    """The party who drew, in a dispute about a number: not the dealer, unless he alone disputes."""
    return next((m for m in parties if m != dealer), dealer)


@keeps(46, part="when cards can be disputed")
def check_dealt(phase: Phase, kind: DisputeKind) -> None:
    """Refuse a dispute about a number of cards before anybody has cards."""
    if kind == DisputeKind.DRAW_COUNT and phase == Phase.ANTE:
        raise Refused(46, "not_dealt", "no cards are dealt yet: how many were asked for is disputed after the deal")


@keeps(46)
def witnesses_of_the_number(table: Sequence[Member], dealer: Member, parties: Sequence[Member]) -> tuple[Member, ...]:
    """The witnesses of how many cards were asked for, in the order in which they are asked.

    The dealer's left comes first, then his right, then the others from the disputant's left. Parties are passed over.
    """
    beside = round_from_left_of(table, dealer)
    order = (beside[0], beside[-2], *round_from_left_of(table, disputant(dealer, parties)))
    return tuple(dict.fromkeys(m for m in order if m not in parties))


@keeps(79, part="in what order")
def witnesses(
    table: Sequence[Member], dealer: Member, parties: Sequence[Member], kind: DisputeKind
) -> tuple[Member, ...]:
    """The witnesses who may be called, in the order of law 46, or where that is silent from the referee's left (79)."""
    if kind == DisputeKind.DRAW_COUNT:
        return witnesses_of_the_number(table, dealer, parties)
    judge = referee(table, dealer, parties)
    return round_from_left_of(table, judge)[:-1] if judge else ()


@keeps(79)
@keeps(46, part="whose turn it is to be asked")
def check_witness(
    table: Sequence[Member], order: Sequence[Member], witness: Member, answers: Mapping[Member, bool], kind: DisputeKind
) -> None:
    """Refuse a witness who is not at the table, who has been asked, or whose turn has not come.

    `answers` says of each witness asked so far whether he could give evidence. Where law 46 sets the order, a witness
    is asked when all before him have answered that they cannot tell.
    """
    if witness not in table:
        raise Refused(79, "not_at_the_table", "evidence is given by those at the table")
    if witness in answers:
        raise Refused(79, "asked_already", "he has been asked already")
    if kind != DisputeKind.DRAW_COUNT:
        return
    if witness not in order:
        raise Refused(46, "a_party", "a party is no witness of the number asked for")
    before = order[: order.index(witness)]
    if any(answers.get(m) is not False for m in before):
        raise Refused(46, "another_is_asked_first", "another witness is asked before him, or has given evidence")


@keeps(46, part="whose word is conclusive")
def number_ruled(
    order: Sequence[Member], answers: Mapping[Member, bool], told: int | None, discarded: int | None, ruled: int | None
) -> int | None:
    """The number of cards that a ruling takes as asked for: the witness's, or where nobody can say, that discarded.

    `answers` says of each witness asked whether he could give evidence, `told` is the number that one told, `discarded`
    the number on the record, and `ruled` that of the ruling; None where there is none. Raises Refused while a witness
    is still to be asked, and for a ruling with another number.
    """
    heard = any(answers.values())
    if not heard and any(m not in answers for m in order):
        raise Refused(46, "witness_not_heard", "the number is for the witness to tell: ask the next in order first")
    number = told if heard else discarded
    if number is None:
        return ruled
    if ruled not in (None, number):
        whose = "the witness's word is conclusive" if heard else "nobody can say, so as many as were discarded"
        raise Refused(46, "against_the_evidence", f"{whose}: {number}, and not {ruled}")
    return number


@keeps(77, part="a fact is decided once")
def check_new_ground(decided: bool, ground: str | None) -> None:
    """Refuse to dispute anew what a referee has decided as a fact, unless there is a new ground."""
    if decided and ground is None:
        detail = "the referee has decided this fact, and his word is final: a new dispute about it says its new ground"
        raise Refused(77, "fact_decided", detail)


@keeps(77, 78, part="who rules")
def check_ruling(dealer: Member, judge: Member | None, ruler: Member) -> int:
    """The law under which `ruler` rules. Raises Refused (77, 78) unless he is the referee."""
    law = 77 if judge == dealer else 78
    if judge is None:
        raise Refused(78, "no_referee", "everybody is a party: there is no ruling, and the record stands")
    if ruler != judge:
        raise Refused(law, "not_the_referee", "another person is the referee of this dispute")
    return law


def check_parties(table: Sequence[Member], parties: Sequence[Member]) -> None:
    """A dispute is between people at the table, each named once. Raises Invalid."""
    if not parties or len(set(parties)) != len(parties) or any(m not in table for m in parties):
        raise Invalid({"parties": ["are people at the table, each named once"]})
