"""The slip of a game that is over: what each put in, what each took, claim by claim, and a foot that adds up."""

from flask import Response, request, url_for
from segno import make_qr

from api.noun import Call
from api.pages.screens import Screens, page
from api.routes.games import settlement_of
from ledger.afterwards.disputes import readings_ruled
from ledger.laws.readings import READINGS
from ledger.telling.sentences import UNNAMED
from projections.pools import check, pool_of

screens = Screens("slip", __name__)


@screens.shows("/games/<id:game>/slip")
def slip(call: Call) -> Response:
    """The settlement of a game, to be read or printed, with the address of its replay."""
    game_id, settled = call.ids["game"], settlement_of(call)
    pool = pool_of(game_id, settled.game, settled.events)
    check(pool)
    awards = {award.player: award.amount for award in settled.settlement.awards}
    address = f"{request.host_url.rstrip('/')}{url_for('page_replay.game', game=game_id)}"
    return page(
        "slip.html",
        here="tables",
        id=game_id,
        game=settled.game,
        sitting=call.books.sitting(pool.sitting),
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
