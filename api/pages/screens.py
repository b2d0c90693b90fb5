"""A group of screens: a blueprint whose routes admit a reader by his session, and answer errors as pages.

The checks and their order are those of the API: the token, its role, the ids in the path, the query.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial, wraps
from typing import Any, TypeVar

from flask import Blueprint, Flask, Response, g, redirect, render_template, request, url_for
from marshmallow import Schema
from werkzeug.exceptions import HTTPException, NotFound
from werkzeug.wrappers import Response as AnyResponse

from api import access, problems, requests, session
from api.lists import check_not_far_ahead
from api.noun import Call, Roles, ids_for, numbers_in
from api.printed import money
from api.routes.sittings import pen_label
from api.service import service
from ledger.books.currencies import LSD, decimals
from ledger.cards import JOKER, spoken
from ledger.roles import INSPECTORS, KEEPERS, READERS, RECORDERS, UNSEALERS
from ledger.state.sitting import Sitting

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    # With "no-referrer" a browser would not say from where a form is sent.
    "Referrer-Policy": "same-origin",
    "Content-Type": "text/html; charset=utf-8",
}

View = Callable[[Call], Any]
OpenView = TypeVar("OpenView", bound=Callable[..., Any])


class Screens(Blueprint):
    """Some screens that belong together."""

    def __init__(self, name: str, import_name: str) -> None:
        super().__init__(f"page_{name}", import_name)
        self.register_error_handler(Exception, error_page)

    def shows(self, rule: str, *, roles: Roles = READERS, query: type[Schema] | None = None) -> Callable[[View], View]:
        """A page for readers who are signed in. Fields of its query that are left empty count as not given."""
        schema = query() if query else None

        def register(view: View) -> View:
            @wraps(view)
            def endpoint(**path: str) -> Any:
                g.call = call = _call(roles, path, schema)
                return view(call)

            self.add_url_rule(rule, view.__name__, endpoint)
            return view

        return register

    def open_shows(self, rule: str) -> Callable[[OpenView], OpenView]:
        """A page that takes no token. To a reader who is signed in it shows his own club's frame."""

        def register(view: OpenView) -> OpenView:
            @wraps(view)
            def endpoint(**path: str) -> Any:
                if session.digest() is not None:
                    g.call = Call(caller=access.signed_in(), ids={}, input={})
                return view(**path)

            self.add_url_rule(rule, view.__name__, endpoint)
            return view

        return register


def _call(roles: Roles, path: dict[str, str], schema: Schema | None) -> Call:
    caller = access.signed_in()
    g.call = Call(caller=caller, ids={}, input={})  # A page that refuses him shows him his own club all the same.
    ids, numbers = ids_for(caller, roles, path), numbers_in(path)
    parameters = requests.query(schema, without_empty=True) if schema else {}
    check_not_far_ahead(g.call.books.store, parameters)
    return Call(caller=caller, ids=ids, input=parameters, numbers=numbers)


def prefers_page() -> bool:
    """Whether a browser asks, and not a program, to which a page is of no use."""
    return request.accept_mimetypes.best_match(["application/json", "text/html"]) == "text/html"


def page(template: str, *, status: int = 200, kept: bool = False, **values: Any) -> Response:
    """A page made from a template, for the reader of the present request.

    A template that is given a `position` of the log makes a page that brings itself up to date with what
    happens after it: in the streams whose ids are in `concerns`, or anywhere in the club. `kept`: the browser may show
    the page to this reader again while the network is away.
    """
    answer = Response(render_template(template, **_frame(), kept=kept, **values), status, HEADERS)
    if kept:
        answer.headers["Poolbook-Kept"] = "true"
    return answer


def _frame() -> dict[str, Any]:
    """What every page says around its own content: whose club, who reads, and how names and money are written."""
    call: Call | None = g.get("call")
    common: dict[str, Any] = {"word": session.word, "club": None, "caller": None}
    if call is None:
        return common
    club, name_of = service().clubs.entry(call.club), call.books.club().name_of
    return {
        **common,
        "club": club,
        "caller": call.caller,
        "reader": name_of(call.caller.member) if call.caller.member else None,
        "records": call.caller.role in RECORDERS,
        "keeps": call.caller.role in KEEPERS,
        "inspects": call.caller.role in INSPECTORS,
        "unseals": call.caller.role in UNSEALERS,
        "name": name_of,
        "money": lambda amount: money(amount, club.currency),
        "notation": LSD if club.currency == LSD else decimals(club.currency),
        "pen_of": partial(_pen_of, call),
    }


@dataclass(frozen=True, slots=True)
class Pen:
    """Who has the pen of a sitting: the label of his token, None where nobody has it; and whether it is the reader."""

    label: str | None
    mine: bool


def _pen_of(call: Call, sitting: Sitting) -> Pen:
    label = pen_label(call.books, sitting)
    return Pen(label, label is not None and sitting.pen == str(call.caller.token))


def written_day(text: str, *, short: bool = False) -> str:
    """A day as people write it: `4 March 1877` for `1877-03-04`, or `4 Mar 1877` where it is to be `short`."""
    day = date.fromisoformat(text)
    return f"{day.day} {day:%b %Y}" if short else f"{day.day} {day:%B %Y}"


def written_month(text: str) -> str:
    """A month by its name alone: `March` for `1877-03`."""
    return f"{date.fromisoformat(f'{text}-01'):%B}"


def written_moment(text: str) -> str:
    """A time in UTC as people write it: `4 March 1877, 21:05` for `1877-03-04T21:05:09Z`."""
    moment = datetime.fromisoformat(text)
    return f"{moment.day} {moment:%B %Y, %H:%M}"


def error_page(error: Exception) -> AnyResponse | HTTPException:
    """An error as a page, in the words of the problem document. Who is not signed in is asked to sign in."""
    if isinstance(error, HTTPException) and error.code is not None and error.code < 400:
        return error  # A redirect is no error.
    problem = problems.noted_problem(error)
    if problem.status == 401 and request.method == "GET":
        session.end()
        return redirect(url_for("page_entrance.ask", next=request.full_path.rstrip("?")))
    if problem.status in (500, 503):
        g.pop("call", None)  # What every page says around its content may be what has failed.
    answer = page("error.html", status=problem.status, problem=problem)
    answer.headers.extend({name: text for name, text in problem.headers.items() if name != "WWW-Authenticate"})
    return answer


def register(app: Flask) -> None:
    """Answer an address at which there is nothing with a page, where it is a browser that asks.

    Templates write cards and days as people say them.
    """

    def nothing_here(error: NotFound) -> Any:
        if prefers_page() and not request.path.startswith("/v1/"):
            return error_page(error)
        return problems.noted_problem(error).response()

    app.register_error_handler(404, nothing_here)
    written = {"written_day": written_day, "written_month": written_month, "written_moment": written_moment}
    app.jinja_env.globals.update(spoken=spoken, joker=JOKER, **written)
