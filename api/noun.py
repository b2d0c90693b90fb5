"""A noun of the API: a blueprint whose routes are checked in one order, and documented by their declarations.

The order of checks: the token (401), its role (403), the ids in the path (404), the body or query (415, 413, 400, 422);
then, in the route itself, the version (412) and the laws.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, TypeVar
from uuid import UUID

from flask import Response
from flask_smorest import Blueprint  # type: ignore[import-untyped]
from marshmallow import Schema

from api import access, names, openapi, requests
from api.access import Caller
from api.answers.entries import entry_body
from api.joined import Joined
from api.lists import check_not_far_ahead
from api.schemas.entries import NewEntry
from api.schemas.fields import ID_FORM
from api.schemas.names import Named, NamesQuery
from api.service import service
from ledger.application.club_books import ClubBooks, NotFound, Request, Saved
from ledger.events.base import Event
from ledger.events.sitting import Entry
from ledger.roles import READERS, RECORDERS, Role
from ledger.table.entries import KIND_OF_COMMAND
from ledger.telling.redaction import Reader

Fact = TypeVar("Fact", bound=Event)
Roles = tuple[Role, ...]
ENTRY = "/v1/sittings/{sitting}/entries/{id}"
"""The path of an entry of a sitting's book."""
Answer = tuple[Any, dict[str, str]]
"""The object that the route's schema dumps as the body, and the headers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A request that has passed the checks.

    caller   the member or token that asks, and its role
    ids      the ids in the path, by name
    input    the body or query, as its schema has loaded it
    raw      the body as it was sent
    numbers  the numbers in the path, by name
    word     a part of the path that is neither an id nor a number
    """

    caller: Caller
    ids: dict[str, UUID]
    input: Any
    raw: Any = None
    numbers: dict[str, int] = field(default_factory=dict)
    word: str = ""

    @property
    def club(self) -> UUID:
        """The caller's club."""
        assert self.caller.club is not None, "the operator opens no books"
        return self.caller.club

    @property
    def books(self) -> ClubBooks:
        """The books of the caller's club."""
        return service().clubs.books(self.club)

    @property
    def reader(self) -> Reader:
        """The caller, for redaction."""
        return self.caller.reader

    @property
    def request(self) -> Request:
        """The write, for the application."""
        return requests.writing(self.caller, self.raw)

    def recorded(self, saved: Saved, kind: type[Fact]) -> Fact:
        """The last event of a write, which is of this kind."""
        event = self.books.recorded(saved.stream)[saved.last - 1].event
        assert isinstance(event, kind)
        return event


View = Callable[[Call], Any]
OpenView = TypeVar("OpenView", bound=Callable[..., Any])


class Noun(Blueprint):  # type: ignore[misc]
    """A blueprint whose routes are made by `reads` and `writes`."""

    def reads(
        self,
        rule: str,
        answer: type[Schema],
        *,
        roles: Roles = READERS,
        query: type[Schema] | None = None,
        conditional: bool = False,
        printed: bool = False,
    ) -> Callable[[View], View]:
        """A GET route. `conditional`: it has an ETag, and answers 304 to a client that has that version. `printed`: it
        answers a page to a client that prefers HTML. An answer that is Named may be asked for the names of members."""
        query = _with_names(answer, query)
        schema = query() if query else None

        def call(path: Mapping[str, str]) -> Call:
            caller, ids = _admitted(roles, path)
            numbers = numbers_in(path)
            parameters = requests.query(schema) if schema else {}
            if caller.club is not None:
                books = service().clubs.books(caller.club)
                check_not_far_ahead(books.store, parameters)
                _expand(books, parameters)
            return Call(caller=caller, ids=ids, input=parameters, numbers=numbers)

        document = openapi.reading(rule, roles=roles, query=query, conditional=conditional, printed=printed)
        described = self.response(200, answer, headers=openapi.read_headers(query, conditional=conditional))
        return self._route("GET", rule, call, described, document)

    def writes_out(self, rule: str, *, query: type[Schema], roles: Roles = READERS) -> Callable[[View], View]:
        """A GET route that answers a file in an outside format, whose name is in the path."""
        schema = query()

        def call(path: Mapping[str, str]) -> Call:
            caller, ids = _admitted(roles, path)
            return Call(caller=caller, ids=ids, input=requests.query(schema), word=path["format"])

        return self._route("GET", rule, call, lambda view: view, openapi.writing_out(rule, roles=roles, query=query))

    def open_reads(
        self, rule: str, answer: type[Schema], *, errors: tuple[int, ...] = (), query: type[Schema] | None = None
    ) -> Callable[[OpenView], OpenView]:
        """A GET route that takes no token. Its view is given the query, or else the parts of the path."""
        schema = query() if query else None

        def register(view: OpenView) -> OpenView:
            @wraps(view)
            def endpoint(**path: Any) -> Any:
                return view(requests.query(schema)) if schema else view(**path)

            document = openapi.open_to_all(errors, query)
            self._add("GET", rule, view.__name__, self.response(200, answer)(endpoint), document)
            return view

        return register

    def streams(
        self, rule: str, line: type[Schema], media_types: tuple[str, ...], *, query: type[Schema]
    ) -> Callable[[View], View]:
        """A GET route that answers with a stream of lines, in one of several media types."""
        schema = query()

        def call(path: Mapping[str, str]) -> Call:
            caller, ids = _admitted(READERS, path)
            return Call(caller=caller, ids=ids, input=requests.query(schema))

        document = openapi.streaming(rule, roles=READERS, query=query, line=line, media_types=media_types)
        return self._route("GET", rule, call, lambda endpoint: endpoint, document)

    def writes(
        self,
        rule: str,
        body: type[Schema],
        answer: type[Schema],
        *,
        roles: Roles = RECORDERS,
        versioned: bool = True,
        creates: str | None = None,
    ) -> Callable[[View], View]:
        """A POST route that records something. `versioned` is False if there is no earlier version for If-Match.

        `creates` is the path of what can be read afterwards. Its {parts} are parts of the route's own path, or fields
        of the answer. The answer names it in its header Location.
        """
        schema = body()

        def call(path: Mapping[str, str]) -> Call:
            caller, ids = _admitted(roles, path, writes=True)
            numbers = numbers_in(path)
            meant, raw = requests.body(schema)
            return Call(caller=caller, ids=ids, input=meant, raw=raw, numbers=numbers)

        document = openapi.writing(rule, roles=roles, body=body, versioned=versioned)
        described = self.response(201, answer, headers=openapi.write_headers(located=creates is not None))
        register = self._route("POST", rule, call, described, document)
        return register if creates is None else lambda view: register(_located(view, creates))

    def takes_text(
        self, rule: str, query: type[Schema], answer: type[Schema], *, roles: Roles = RECORDERS
    ) -> Callable[[View], View]:
        """A POST route whose body is a text, and which records what it says. The view names what it created."""
        schema = query()

        def call(path: Mapping[str, str]) -> Call:
            caller, ids = _admitted(roles, path, writes=True)
            return Call(caller=caller, ids=ids, input=requests.query(schema), raw=requests.text())

        document = openapi.taking_text(roles, query, answer)
        described = self.response(201, answer, headers=openapi.write_headers(located=True))
        return self._route("POST", rule, call, described, document)

    def enters(self, new: type[NewEntry]) -> Callable[[View], View]:
        """A POST route that makes an entry in a sitting's book; its path ends with the word of the entry's kind."""
        rule = f"/v1/sittings/<id:sitting>/{KIND_OF_COMMAND[new.command].word}"
        numbered = "id" in new.answer().fields
        return self.writes(rule, new, new.answer, creates=ENTRY if numbered else None)

    def asks(
        self, rule: str, body: type[Schema], answer: type[Schema], *, roles: Roles = READERS
    ) -> Callable[[View], View]:
        """A POST route that answers a question and records nothing. An answer that is Named may be asked for the names
        of members."""
        schema, query = body(), _with_names(answer, None)
        asked = query() if query else None

        def call(path: Mapping[str, str]) -> Call:
            caller, ids = _admitted(roles, path)
            numbers = numbers_in(path)
            meant, raw = requests.body(schema)
            question = Call(caller=caller, ids=ids, input=meant, raw=raw, numbers=numbers)
            if asked:
                _expand(question.books, requests.query(asked))
            return question

        document = openapi.asking(rule, roles=roles, body=body, query=query)
        return self._route("POST", rule, call, self.response(200, answer), document)

    def _prepare_response_content(self, data: Any) -> Any:
        """Called by flask-smorest with the body that a schema has dumped."""
        return names.added(super()._prepare_response_content(data))

    def _route(
        self,
        method: str,
        rule: str,
        call: Callable[[Mapping[str, str]], Call],
        answer: Callable[[Any], Any],
        document: dict[str, Any],
    ) -> Callable[[View], View]:
        def register(view: View) -> View:
            @wraps(view)
            def endpoint(**path: str) -> Any:
                return view(call(path))

            self._add(method, rule, view.__name__, answer(endpoint), document)
            return view

        return register

    def _add(self, method: str, rule: str, name: str, endpoint: Any, document: dict[str, Any]) -> None:
        self.add_url_rule(rule, name, self.doc(operationId=name, **document)(endpoint), methods=[method])


def _with_names(answer: type[Schema], query: type[Schema] | None) -> type[Schema] | None:
    """The query of a route, by which the names of members can be asked for where its answer is Named."""
    if not issubclass(answer, Named):
        return query
    return type(NamesQuery.__name__, (NamesQuery, query or Schema), {})


def _expand(books: ClubBooks, parameters: Mapping[str, Any]) -> None:
    """Let the answer have the names of members, if the query asks for them."""
    if parameters.get("expand"):
        names.ask(books)


def _located(view: View, creates: str) -> View:
    """The view, its answer with the path of what was created in the header Location."""

    @wraps(view)
    def created(call: Call) -> Answer:
        body, headers = view(call)
        return body, {**headers, "Location": creates.format_map(Joined({**call.ids, **call.numbers}, body))}

    return created


def _admitted(roles: Roles, path: Mapping[str, str], *, writes: bool = False) -> tuple[Caller, dict[str, UUID]]:
    """The caller and the ids of the path. Raises what `ids_for` raises."""
    caller = access.identify(writes=writes)
    return caller, ids_for(caller, roles, path)


def ids_for(caller: Caller, roles: Roles, path: Mapping[str, str]) -> dict[str, UUID]:
    """The ids of the path.

    Raises a problem if the caller's role does not suffice, and NotFound if an id does not belong to his club.
    """
    access.require(caller, roles)
    ids = {name: _id(text) for name, text in path.items() if name not in ("n", "format")}
    if "club" in ids and ids["club"] != caller.club:
        raise NotFound
    if caller.club is not None:
        # Reading the first event is enough to know that the stream exists.
        books = service().clubs.books(caller.club)
        if "sitting" in ids:
            books.sitting(ids["sitting"], at=1)
        if "game" in ids:
            books.game(ids["game"], at=1)
    return ids


def numbers_in(path: Mapping[str, str]) -> dict[str, int]:
    """The number `n` in a path, if there is one. Raises NotFound if it is not a number."""
    text = path.get("n", "1")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise NotFound
    return {"n": int(text)} if "n" in path else {}


def _id(text: str) -> UUID:
    """An id in a path. Raises NotFound if it is malformed."""
    if not ID_FORM.fullmatch(text.lower()):
        raise NotFound
    return UUID(text)


def written(saved: Saved, body: Any) -> Answer:
    """The answer to a write: the body with its position, the version as ETag, and whether it is a repeat."""
    headers = {"ETag": etag(saved.last), "Poolbook-Position": str(saved.position)}
    if saved.replayed:
        headers["Idempotency-Replayed"] = "true"
    return Joined({"position": saved.position}, body), headers


def entered(call: Call) -> Answer:
    """Make the entry that a request asks for; the answer."""
    saved = call.books.enter(call.request, call.ids["sitting"], call.input)
    return written(saved, entry_body(call.recorded(saved, Entry)))


def unless_known(version: int, body: Callable[[], Any], headers: Mapping[str, str] | None = None) -> Any:
    """The answer to a read with a version: 304 without a body if the client has that version."""
    known = requests.known_tag(names.tag(version))
    if known is None:
        return body(), {**(headers or {}), "ETag": etag(version)}
    return Response(status=304, headers={**(headers or {}), "ETag": f'"{known}"'})


def etag(version: int) -> str:
    """A stream's version as a strong ETag."""
    return f'"{names.tag(version)}"'
