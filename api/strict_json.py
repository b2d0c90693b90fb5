"""JSON read strictly. A text that two readers could take for two different values is refused.

The standard library accepts a name that stands twice in an object, NaN and Infinity, a number too large for a float
(which it reads as Infinity), half a surrogate pair, and NUL, which PostgreSQL cannot store. Depth is bounded so that
no body exhausts the stack.
"""

import json
from math import isfinite
from typing import Any, NoReturn

DEEPEST = 32
"""How many objects and lists may stand within one another."""


class Malformed(ValueError):
    """The text is not JSON, or not JSON with one meaning. The message says why."""


def read(data: bytes) -> Any:
    """The value of a JSON text in UTF-8. Raises Malformed."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Malformed("the body is not UTF-8") from None
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_no_number, parse_float=_float)
    except json.JSONDecodeError as why:
        raise Malformed(f"the body is not JSON: {why.msg} at line {why.lineno}, column {why.colno}") from None
    except RecursionError:
        raise Malformed(_TOO_DEEP) from None
    except ValueError as why:
        raise why if isinstance(why, Malformed) else Malformed("a number has too many digits") from None
    _check(value)
    return value


_TOO_DEEP = f"objects and lists stand more than {DEEPEST} deep in one another"


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise Malformed("a name stands twice in one object")
    return members


def _no_number(word: str) -> NoReturn:
    raise Malformed(f"{word} is not a number of JSON")


def _float(digits: str) -> float:
    number = float(digits)
    if not isfinite(number):
        raise Malformed("a number is too large")
    return number


def _check(value: Any) -> None:
    """Walk the value without recursion. Raises Malformed for depth, NUL and half a surrogate pair."""
    waiting: list[tuple[Any, int]] = [(value, 1)]
    while waiting:
        value, depth = waiting.pop()
        if isinstance(value, str):
            _check_text(value)
            continue
        if not isinstance(value, dict | list):
            continue
        if depth > DEEPEST:
            raise Malformed(_TOO_DEEP)
        inside = value
        if isinstance(value, dict):
            for name in value:
                _check_text(name)
            inside = list(value.values())
        waiting.extend((inner, depth + 1) for inner in inside)


def _check_text(text: str) -> None:
    if "\x00" in text:
        raise Malformed("a text holds the character NUL")
    if any("\ud800" <= c <= "\udfff" for c in text):
        raise Malformed("a text holds half of a surrogate pair")
