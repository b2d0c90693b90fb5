"""JSON that could be read in two ways is refused."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.strict_json import DEEPEST, Malformed, read

TEXT = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\x00"))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**18), 10**18) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=20,
)


@given(VALUES, st.booleans())
def test_what_is_plain_json_is_read_as_the_library_reads_it(value: object, ascii_only: bool) -> None:
    assert read(json.dumps(value, ensure_ascii=ascii_only).encode()) == value


@given(st.binary(max_size=60))
def test_whatever_bytes_come_they_are_read_or_malformed(data: bytes) -> None:
    with suppress(Malformed):
        read(data)


@pytest.mark.parametrize("number", [b"1e400", b"-1e400", b"[1e999]"])
def test_a_number_too_large_for_a_float_is_malformed_and_not_read_as_infinity(number: bytes) -> None:
    with pytest.raises(Malformed, match="too large"):
        read(number)


def nested(depth: int) -> bytes:
    return b"[" * depth + b"]" * depth


def test_depth_is_bounded() -> None:
    read(nested(DEEPEST))
    for depth in (DEEPEST + 1, 1000, 500_000):
        with pytest.raises(Malformed):
            read(nested(depth))


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1, "a": 1}',
        '{"x": {"a": 1, "a": 2}}',
        "NaN",
        "[Infinity]",
        '{"a": -Infinity}',
        r'"\u0000"',
        r'{"\u0000": 1}',
        r'"\ud800"',
        r'["\udc00\ud800"]',
        r'{"\udfff": 1}',
        "1" * 5000,
        "{} {}",
        "",
    ],
)
def test_what_two_readers_could_take_for_two_things_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        read(text.encode())


def test_a_surrogate_pair_is_one_character() -> None:
    assert read(rb'"\ud83c\udca1"') == "\U0001f0a1"
