"""The reconciliation sheet as a page to be printed: one document that loads nothing and has no script.

Its only style sheet is in the page, and its policy allows that sheet by its hash and nothing else.
"""

import hashlib
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from flask import render_template

from ledger.books.currencies import LSD, written

STYLE = (files("api") / "templates" / "sheet.css").read_text(encoding="utf-8")
_HASH = b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()

POLICY = f"default-src 'none'; style-src 'sha256-{_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


@dataclass(frozen=True, slots=True)
class Page:
    """A page of HTML, and the headers that belong to it."""

    text: str
    headers: Mapping[str, str]


def sheet_page(
    body: Mapping[str, Any],
    *,
    club: str,
    currency: str,
    name_of: Callable[[str], str],
    numbers: Mapping[str, int],
    address: str,
) -> Page:
    """The sheet as a page, from its JSON body, with members by their names and games by their `numbers`. Links begin
    with the `address` of the service, so that they can be read on paper."""
    names = {"kitty": "the kitty", "carried": "the carried pool"}
    text = render_template(
        "sheet.html",
        sheet=body,
        club=club,
        currency=currency,
        style=STYLE,
        numbers=numbers,
        address=address,
        name=lambda party: names.get(party) or name_of(party),
        money=lambda amount: money(amount, currency),
    )
    return Page(text, {"Content-Security-Policy": POLICY})


def money(amount: int, currency: str) -> str:
    """An amount of minor units as it is written: `1.25`, or `£1 2s 6d` and `2s 6d`; negative amounts after a minus."""
    sign, units = ("−" if amount < 0 else ""), abs(amount)
    if currency == LSD:
        pounds, shillings, pence = f"£{units // 240} ", f"{units // 12 % 20}s ", f"{units % 12}d"
        return f"{sign}{pounds if units >= 240 else ''}{shillings if units >= 12 else ''}{pence}"
    return f"{sign}{written(units, currency)}"
