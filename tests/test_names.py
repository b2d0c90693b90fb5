"""A name holds nothing that cannot be seen, and no script loses the letters it is written with."""

import sys
import unicodedata

import pytest

from ledger.names import REFUSED, check_name
from ledger.refusals import Invalid


@pytest.mark.parametrize(
    "name",
    [
        "Anna",
        "O’Brien-Smith, Jr.",
        "Bob ($5 in chips)",
        "Dvořák",
        "Dvor\u030ca\u0301k",  # r and a with marks of their own
        "Нина 🎩",
        "山田　太郎",
        "葛\U000e0100城",  # a form of the first character that only a selector tells
        "علی\u200cرضا",  # Persian: two halves that must not join
        "عَلی\u200cرِضا",
        "රාජ්\u200dය",  # Sinhala: a ligature after the virama
        "മോഹന്\u200d",  # Malayalam: the last letter in its old spelling
        "ರಾಜ್\u200cಕುಮಾರ್",  # Kannada: a virama that must show
        "র\u200d্যাচেল",  # Bengali: a form of the second letter, before the virama
        "Nguye\u0302\u0303n",  # Vietnamese: two marks on one letter
        "שָׁלוֹם",  # Hebrew with its points
        "བསྒྲུབས",  # Tibetan: letters below letters
        "ไม้",  # Thai: a vowel and a tone over one letter
    ],
)
def test_a_name_as_people_write_it_is_accepted(name: str) -> None:
    check_name("name", name)


@pytest.mark.parametrize(
    ("name", "code", "why"),
    [
        ("Anna\u200b", "U+200B (ZERO WIDTH SPACE)", "invisible"),
        ("An\u00adna", "U+00AD (SOFT HYPHEN)", "invisible"),
        ("\ufeffAnna", "U+FEFF (ZERO WIDTH NO-BREAK SPACE)", "invisible"),
        ("\u202eannA", "U+202E (RIGHT-TO-LEFT OVERRIDE)", "direction"),
        ("Anna \u2066(owner)\u2069", "U+2066 (LEFT-TO-RIGHT ISOLATE)", "direction"),
        ("Anna\u061c", "U+061C (ARABIC LETTER MARK)", "direction"),
        ("Anna\U000e0061", "U+E0061 (TAG LATIN SMALL LETTER A)", "invisible"),
        ("Anna\u2028Bert", "U+2028 (LINE SEPARATOR)", "line separator"),
        ("Anna\u2029Bert", "U+2029 (PARAGRAPH SEPARATOR)", "paragraph separator"),
        ("Anna\ue000", "U+E000", "private"),
        ("Anna\U0010fffd", "U+10FFFD", "private"),
        ("Anna\u0378", "U+0378", "not assign"),
        ("Anna\ufdd0", "U+FDD0", "not assign"),
        ("Anna\tB", "U+0009", "control"),
        ("Anna\nB", "U+000A", "control"),
        ("Anna\u0085B", "U+0085", "control"),
        ("Anna\u00a0B", "U+00A0 (NO-BREAK SPACE)", "looks like"),
        ("Anna\u2003B", "U+2003 (EM SPACE)", "looks like"),
        ("Anna\u3164", "U+3164 (HANGUL FILLER)", "shows nothing"),
        ("Anna\u115f", "U+115F (HANGUL CHOSEONG FILLER)", "shows nothing"),
        ("An\u034fna", "U+034F (COMBINING GRAPHEME JOINER)", "shows nothing"),
        ("\u2800", "U+2800 (BRAILLE PATTERN BLANK)", "shows nothing"),
        ("Anna\ufe0f", "U+FE0F (VARIATION SELECTOR-16)", "shows nothing"),
        ("Anna\U000e0100", "U+E0100 (VARIATION SELECTOR-17)", "shows nothing"),
        ("\ufe0f", "U+FE0F (VARIATION SELECTOR-16)", "shows nothing"),
        ("An\u200dna", "U+200D (ZERO WIDTH JOINER)", "invisible"),
        ("An\u200cna", "U+200C (ZERO WIDTH NON-JOINER)", "invisible"),
        ("\u200dAnna", "U+200D (ZERO WIDTH JOINER)", "invisible"),
        ("علی\u200c", "U+200C (ZERO WIDTH NON-JOINER)", "invisible"),
        ("علی\u200dرضا", "U+200D (ZERO WIDTH JOINER)", "invisible"),
        ("An\u200d\u094dna", "U+200D (ZERO WIDTH JOINER)", "invisible"),
        ("\u0301Anna", "U+0301 (COMBINING ACUTE ACCENT)", "no letter"),
        ("\u20dd", "U+20DD (COMBINING ENCLOSING CIRCLE)", "no letter"),
        ("Anna \u0301", "U+0301 (COMBINING ACUTE ACCENT)", "no letter"),
        ("A" + "\u0301" * 7, "U+0301 (COMBINING ACUTE ACCENT)", "too many"),
    ],
)
def test_a_character_that_nobody_sees_is_refused_by_its_number_and_why(name: str, code: str, why: str) -> None:
    with pytest.raises(Invalid) as caught:
        check_name("name", name)
    (sentence,) = caught.value.errors["name"]
    assert f"holds {code}, " in sentence
    assert why in sentence


@pytest.mark.parametrize("name", [" Anna", "Anna ", "Anna  Bell", "Anna \u3000Bell", "\u3000山田", "山田\u3000"])
def test_a_name_has_no_space_that_nobody_sees(name: str) -> None:
    with pytest.raises(Invalid, match="two together"):
        check_name("name", name)


@pytest.mark.parametrize("name", ["", " ", "\u3000 "])
def test_a_name_is_something_besides_spaces(name: str) -> None:
    with pytest.raises(Invalid, match="besides spaces"):
        check_name("name", name)


def test_every_character_of_a_refused_category_is_refused_between_two_letters() -> None:
    accepted = {" ", "\u3000"}
    for number in (*range(0x3100), *range(0xFE00, 0x10000), *range(0xE0000, 0xE0200), sys.maxunicode):
        character = chr(number)
        if unicodedata.category(character) in REFUSED and character not in accepted:
            with pytest.raises(Invalid):
                check_name("name", f"a{character}b")
