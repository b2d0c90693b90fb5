"""The slip of a game that is over: what each put in, what each took, claim by claim, and a foot that adds up."""

from dataclasses import dataclass

from flask import Response, request, url_for
from segno import make_qr

from api.noun import Call
from api.pages.afterwards import adjustments_of, affected_games
from api.pages.screens import Screens, page
from api.routes.games import settlement_of
from ledger.afterwards.disputes import readings_ruled
from ledger.laws.readings import READINGS
from ledger.seats import Member
from ledger.telling.sentences import UNNAMED
from projections.pools import Pool, check, pool_of

screens = Screens("slip", __name__)


@screens.shows("/games/<id:game>/slip")
def slip(call: Call) -> Response:
    """The settlement of a game, to be read or printed, with the address of its replay."""
    game_id, settled = call.ids["game"], settlement_of(call)
    pool = pool_of(game_id, settled.game, settled.events)
    check(pool)
    awards = {award.player: award.amount for award in settled.settlement.awards}
    sitting = call.books.sitting(pool.sitting)
    address = f"{request.host_url.rstrip('/')}{url_for('page_replay.game', game=game_id)}"
    return page(
        "slip.html",
        here="tables",
        id=game_id,
        game=settled.game,
        sitting=sitting,
        paid_of=paid_of(pool),
        debts=[debt for debt in sitting.debts if debt.game == str(game_id)],
        unowed={} if sitting.closed else sitting.held,
        affected=affected_games(call, pool.sitting),
        adjusted=adjustments_of(call, pool.sitting, game_id) if sitting.closed else (),
        pool=pool,
        awards=awards,
        as_awarded=pool.paid == {member: amount for member, amount in awards.items() if amount},
        settlement=settled.settlement,
        turned_by=settled.turned_by,
        ruled=readings_ruled(settled.events),
        did_not_name={fine.player for fine in settled.settlement.penalties if fine.unnamed},
        unnamed=UNNAMED,
        readings=READINGS,
        address=address,
        code=make_qr(address).svg_inline(scale=3, border=4, light="white"),
    )


@dataclass(frozen=True, slots=True)
class PaidPart:
    """Where a part of a pool went, in minor units: by the laws, and as the table paid it. `what` is `taken` by a member
    or a `penalty` of his that was not collected, `carried`, or set aside for the `kitty`."""

    what: str
    by_law: int
    paid: int
    member: Member | None = None


@dataclass(frozen=True, slots=True)
class PaidOtherwise:
    """A pool that was paid otherwise than awarded. Both sums of its `parts` are the whole pool. `refunds` are those
    that were not made in full."""

    parts: tuple[PaidPart, ...]
    refunds: tuple[PaidPart, ...]


def paid_of(pool: Pool) -> PaidOtherwise | None:
    """How a pool was paid, beside what the laws award; None if nothing was recorded of it."""
    document = pool.settlement
    if pool.paid is None or document is None:
        return None
    awards = {award.player: award.amount for award in document.awards}
    due, done = document.to_be_done, pool.done or document.to_be_done
    members = (share.member for share in pool.shares)
    parts = [PaidPart("taken", awards.get(member, 0), pool.paid.get(member, 0), member) for member in members]
    parts += [PaidPart("carried", due.carried_out, done.carried_out), PaidPart("kitty", due.kitty, done.kitty)]
    collected = {fine.player: fine.amount for fine in done.penalties}
    parts += [
        PaidPart("penalty", 0, fine.amount - collected.get(fine.player, 0), fine.player) for fine in due.penalties
    ]
    made = {refund.payee: refund.amount for refund in done.refunds}
    refunds = (PaidPart("refund", one.amount, made.get(one.payee, 0), one.payee) for one in due.refunds)
    return PaidOtherwise(
        parts=tuple(part for part in parts if part.by_law or part.paid),
        refunds=tuple(refund for refund in refunds if refund.by_law != refund.paid),
    )
