"""Names that people tell one another apart by: of members, of clubs, of tokens.

A character that nobody sees makes two names look alike, and one that changes the direction of the text makes a line
read otherwise than it is stored. Such characters are refused, by the categories of Unicode and a list of letters and
marks that show nothing. Two kinds are accepted where a script needs them: the joiners (U+200C, U+200D) where Indic and
Arabic spelling has them, and variation selectors after Chinese characters. Spaces that nobody sees are refused too, and
marks that stand on no letter, or on one letter in such numbers that they cover what is near.
"""

import unicodedata
from collections.abc import Mapping
from itertools import pairwise

from ledger.refusals import Invalid

REFUSED: Mapping[str, str] = {
    "Cc": "a control character",
    "Cf": "a character that is invisible or changes the direction of the text",
    "Cn": "a character that Unicode does not assign",
    "Co": "a private character, which each machine shows otherwise",
    "Cs": "half of a surrogate pair",
    "Zl": "a line separator",
    "Zp": "a paragraph separator",
    "Zs": "a space that looks like the common one",
}
"""Why each category of characters is refused."""

_SPACES = " \u3000"
"""The common space, and the wide one with which Japanese parts the two halves of a name."""
_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
"""Letters, marks and symbols that show nothing, whatever their category says."""
_NON_JOINER, _JOINER = "\u200c", "\u200d"
_VIRAMA = 9
"""The combining class of the sign that takes the vowel from an Indic letter."""
MOST_MARKS = 6
"""On one letter. Vietnamese has two, Hebrew and Arabic up to four, Tibetan stacks a few more."""
_CURSIVE = ("ARABIC LETTER", "SYRIAC LETTER", "MANDAIC LETTER", "NKO LETTER", "MONGOLIAN LETTER")
_CHINESE = ("CJK UNIFIED IDEOGRAPH", "CJK COMPATIBILITY IDEOGRAPH")


def check_name(field: str, name: str) -> None:
    """Raise Invalid for this field where a name is empty, or holds a character that it may not; it says which."""
    if not name.strip():
        raise Invalid({field: ["needs something besides spaces"]})
    if name != name.strip(_SPACES) or any(a in _SPACES and b in _SPACES for a, b in pairwise(name)):
        raise Invalid({field: ["begins or ends with a space, or has two together: leave it out"]})
    for at, character in enumerate(name):
        why = _why_refused(name, at)
        if why is not None:
            called = unicodedata.name(character, "")
            code = f"U+{ord(character):04X}" + (f" ({called})" if called else "")
            raise Invalid({field: [f"holds {code}, {why}: leave it out"]})


def folded(name: str) -> str:
    """A name as it is compared with others: small letters, wide and narrow ones alike, and blanks as one space."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _why_refused(name: str, at: int) -> str | None:
    """Why the character at this place may not stand there; None where it may."""
    character = name[at]
    if character in _SPACES or _is_joiner(name, at):
        return None
    if character in _BLANK:
        return "a character that shows nothing"
    if _is_variation_selector(character):
        follows = name[at - 1 : at]
        return None if _is_called(follows, _CHINESE) else "a mark that shows nothing here"
    if _is_mark(character):
        return _why_mark_refused(name[:at])
    return REFUSED.get(unicodedata.category(character))


def _why_mark_refused(before: str) -> str | None:
    """Why a mark may not stand after this text; None where it may."""
    letters = before.rstrip("".join(filter(_is_mark, before)))
    if unicodedata.category(letters[-1:] or " ")[0] not in "LN" and letters[-1:] not in (_NON_JOINER, _JOINER):
        return "a mark that stands on no letter"
    return "one mark too many on a letter" if len(before) - len(letters) >= MOST_MARKS else None


def _is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] == "M"


def _is_joiner(name: str, at: int) -> bool:
    """Whether a joiner stands where spelling has it.

    That is after a virama, as a joiner before one, or as a non-joiner between cursive letters.
    """
    character = name[at]
    if character not in (_NON_JOINER, _JOINER):
        return False
    before, after = name[:at], name[at + 1 :]
    if unicodedata.combining(before[-1:] or " ") == _VIRAMA:
        return True
    if character == _JOINER and unicodedata.combining(after[:1] or " ") == _VIRAMA:
        return unicodedata.category(before[-1:] or " ") == "Lo"
    last, following = _without_marks(before)[-1:], _without_marks(after)[:1]
    return character == _NON_JOINER and _is_called(last, _CURSIVE) and _is_called(following, _CURSIVE)


def _without_marks(text: str) -> str:
    return "".join(character for character in text if unicodedata.category(character) != "Mn")


def _is_variation_selector(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def _is_called(character: str, beginnings: tuple[str, ...]) -> bool:
    """Whether the Unicode name of a character, if there is one, begins in one of these ways."""
    return bool(character) and unicodedata.name(character, "").startswith(beginnings)
