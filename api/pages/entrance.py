"""The way in and out: sign in with a token, sign out, and where the service's own address leads."""

import re
from typing import Any

from flask import jsonify, redirect, request, url_for

from api import access, session
from api.pages import links
from api.pages.screens import Screens, page, prefers_page
from api.problems import Problem
from api.routes.start import START
from api.service import service
from ledger.roles import READERS
from ledger.store.tokens import digest_of

screens = Screens("entrance", __name__)

_WITHIN = re.compile(r"/(?![/\\])[!-\[\]-~]*")
"""An address on this service: a second slash would name another host."""


@screens.get("/")
def home() -> Any:
    """The tables of the reader's club; to a program that asks, the addresses that it begins with."""
    if session.digest() is None and not prefers_page():
        return jsonify(START)
    return redirect(url_for("page_tables.club", club=access.signed_in().club))


@screens.get("/sign-in")
def ask() -> Any:
    """The page that asks for a token."""
    return page("sign_in.html", onward=_onward(request.args.get("next")), refusal=None)


@screens.post("/sign-in")
def sign_in() -> Any:
    """Sign in with the token that was pasted."""
    session.check(request.form.get("form", ""))
    onward = _onward(request.form.get("next"))
    try:
        _admit(request.form.get("token", "").strip())
    except Problem as problem:
        answer = page("sign_in.html", status=problem.status, onward=onward, refusal=problem.detail)
        answer.headers.extend(problem.headers)
        return answer
    return redirect(onward, 303)


@screens.get("/sign-in/<secret>")
def follow_link(secret: str) -> Any:
    """Sign in by the link that the service printed."""
    if request.method == "HEAD" or "Sec-Purpose" in request.headers:
        raise Problem("forbidden", "this link is good once: open it where you want to sign in")
    digest = links.redeem(service().settings.data_dir, secret, service().clubs.clock())
    if digest is None:
        service().guesses.failed(request.remote_addr or "")
        raise Problem("not-found", "this link has been used, or is too old: sign in with a token")
    session.begin(digest)
    return redirect(url_for("page_entrance.home"), 303)


@screens.post("/sign-out")
def sign_out() -> Any:
    """Sign out."""
    session.check(request.form.get("form", ""))
    session.end()
    return redirect(url_for("page_entrance.ask"), 303)


@screens.get("/session")
def whose() -> Any:
    """Whose session this is, and its word, for the scripts of a page that may be older than the session."""
    try:
        holder = access.signed_in().token
    except Problem as problem:
        if problem.status != 401:
            raise
        holder = None
    return jsonify(holder=holder, word=session.word())


def _admit(secret: str) -> None:
    """Begin the session of the holder of a token.

    Raises what `access.admit` raises, and a 403 problem for the operator's token.
    """
    if access.admit(secret).role not in READERS:
        raise Problem("forbidden", "the operator's token opens no books: sign in with the token of a club")
    session.begin(digest_of(secret))


def _onward(path: str | None) -> str:
    """Where to go after signing in: the page that was asked for, or the service's own address."""
    return path if path and _WITHIN.fullmatch(path) else "/"
