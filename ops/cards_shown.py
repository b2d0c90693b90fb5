"""Cards in the terminal: a sign for each suit, the red ones in red, where the terminal has signs and colours."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec
from rich.console import Console
from rich.text import Text

from ledger.cards import Card, pack
from ledger.events.base import Event
from ledger.seats import Member
from ledger.telling.sentences import Name
from ops.printing import writes_unicode

SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
RED = "hd"

_NAME = re.compile("(\ue000[^\ue001]*\ue001)")
"""A name in a sentence, between two characters that no name has: a member may be called Ah."""
_CARD = re.compile(r"\b[2-9TJQKA][shdc]\b")


@cache
def _pack() -> frozenset[Card]:
    return frozenset(pack())


def has_signs(console: Console) -> bool:
    """Whether cards are shown with signs and colours: in a terminal that has both, unless NO_COLOR is set."""
    return console.is_terminal and console.color_system is not None and not console.no_color and writes_unicode()


def marked(name_of: Name) -> Name:
    """Names that `told` can tell from cards."""

    def mark(member: Member) -> str:
        return f"\ue000{name_of(member)}\ue001"

    return mark


def plainly_told(sentence: str) -> str:
    """A sentence with marked names, without the marks."""
    return sentence.translate({0xE000: None, 0xE001: None})


def told(sentence: str, event: Event, signs: bool) -> Text:
    """A sentence about an event, its names marked. With `signs` the cards of the event are shown as `shown` does."""
    if not signs:
        return Text(plainly_told(sentence))
    cards = _cards_in(event)
    text = Text()
    for part in _NAME.split(sentence):
        if _NAME.fullmatch(part):
            text.append(plainly_told(part))
            continue
        end = 0
        for match in _CARD.finditer(part):
            if match[0] in cards:
                text.append(part[end : match.start()]).append_text(shown((match[0],), signs))
                end = match.end()
        text.append(part[end:])
    return text


def shown(cards: Iterable[Card], signs: bool) -> Text:
    """Cards with a blank between: `Ah Kd`, or with `signs` A♥ K♦ in colour. The joker stays as it is."""
    text = Text()
    for card in cards:
        text.append(" " if text else "")
        if signs and card in _pack():
            text.append(card[0] + SIGNS[card[1]], "bold red" if card[1] in RED else "bold")
        else:
            text.append(card)
    return text


def _cards_in(event: Event) -> frozenset[Card]:
    """Every card that an event holds. A word of its free text can be mistaken for one of these only."""
    return frozenset(_texts(msgspec.to_builtins(event))) & _pack()


def _texts(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from (name, *_texts(inner))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)
