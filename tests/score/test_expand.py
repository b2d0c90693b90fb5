"""Short words are expanded to the one line that they can mean."""

import pytest

from ledger.gamefile import parse
from ledger.gamefile.body import FIRST_WORDS
from ledger.gamefile.head import HEAD
from ledger.gamefile.words import RESERVED, Misread
from ops.score.evening import Evening
from ops.score.expand import expand
from ops.score.helping import COMMANDS
from tests.score.conftest import ILLUSTRATED, SHORT, evening_of, lines_of

BEGUN = ("ante 3", "limit 12", "players Ann, Bob, Cy, Di", "counters all: 20 red", "game dealer Ann", "deal")
"""It is Cy's turn to say."""
BETTING = (*BEGUN, "6", "p", "p", "3", "2", "0")
"""It is Cy's turn to bet, and Bob is in with him."""


@pytest.mark.parametrize(
    ("begun", "typed", "line"),
    [
        (BEGUN, "p", "Cy passes"),
        (BEGUN, "6", "Cy stakes 6"),
        (BEGUN, "c s 6", "Cy stakes 6"),
        (BEGUN, "CY STAKES 6", "Cy stakes 6"),
        (BEGUN, "stakes 6", "Cy stakes 6"),
        (BEGUN, "c 6", "Cy stakes 6"),
        (BEGUN, "di 6 i", "Di stakes 6 irregularly"),
        (BEGUN, "c s 6 i", "Cy stakes 6 irregularly"),
        (BEGUN, "a e 10h i", "Ann exposes Th irregularly"),
        (BEGUN, "d s 6 irr", "Di stakes 6 irregularly"),
        (BEGUN, "exp turn cy", "expect turn Cy"),
        (BEGUN[:5], "str", "Cy straddles"),
        (BEGUN[:5], "d", "deal"),
        (BEGUN[:4], "game d b", "game dealer Bob"),
        (BEGUN[:3], "c all 20 r 3 blue", "counters all: 20 red 3 blue"),
        (BEGUN[:4], "cut ann 4h, b kc, cy 9d, di 2s", "cut Ann 4h, Bob Kc, Cy 9d, Di 2s"),
        (BEGUN[:4], "Zed arr l b", "Zed arrives left of Bob"),
        (BEGUN[:4], "lim c loss 5", "limits Cy: loss 5"),
        (BEGUN[:4], "b b an 20 r", "buy back Ann: 20 red"),
        (BEGUN[:4], "buy back all 80 red", None),
        (BETTING, "s", "Cy stands"),
        (BETTING, "12", "Cy stakes 12"),
        (BETTING, "dem", None),
        ((*BEGUN, "6", "p", "p", "3"), "2h 3c", "Bob draws 2h 3c"),
        ((*BEGUN, "6", "p", "p", "3"), "2h3c > ah kd", None),
        ((*BEGUN, "6", "p", "p", "3"), "2h3c->ahkd", "Bob draws 2h 3c -> Ah Kd"),
        ((*BEGUN, "6", "p", "p", "3"), "k", "Bob keeps"),
        ((*BEGUN, "6", "p", "p", "3"), "d 3 ask 2 giv 3", None),
        ((*BETTING, "1", "1"), "khkd10s7c4d", "Cy shows Kh Kd Ts 7c 4d"),
    ],
)
def test_short_words_stand_for_a_lawful_line(begun: tuple[str, ...], typed: str, line: str | None) -> None:
    expanded = expand(evening_of(*begun), typed)
    assert (expanded.lines[0] if expanded.evening else None) == line


def test_an_unlawful_line_is_named_for_its_refusal() -> None:
    assert expand(evening_of(*BEGUN), "5").lines == ("Cy stakes 5",)
    assert expand(evening_of(*BEGUN), "d p").lines == ("Di passes",)


@pytest.mark.parametrize(
    ("begun", "typed", "line"),
    [
        (BEGUN[:3], "c all 200o", "counters all: 200o"),
        (BEGUN[:3], "c al 20 redd", "counters all: 20 redd"),
        (BEGUN[:4], "b b an 107 ood", "buy back Ann: 107 ood"),
        (BEGUN[:4], "game d zed", "game dealer zed"),
        (BEGUN[:4], "cut ann 4h, bb kc", "cut Ann 4h, bb kc"),
        (BEGUN[:4], "zed arr left f b", "zed arrives left f b"),
        (BEGUN, "c s x", "Cy stakes x"),
        (BEGUN, "c sakes 6", "Cy sakes 6"),
        (BEGUN, "c s 6 irregulary", "Cy stakes 6 irregulary"),
        (BEGUN, "c s", "Cy stakes"),
        (BEGUN, "exp turn zed", "expect turn zed"),
        (BEGUN, "c pay 5", "Cy pays 5 toward"),
    ],
)
def test_of_a_line_that_cannot_be_read_the_words_before_the_wrong_one_are_written_in_full(
    begun: tuple[str, ...], typed: str, line: str
) -> None:
    expanded = expand(evening_of(*begun), typed)
    assert (expanded.lines, expanded.evening) == ((line,), None)


def test_a_line_that_may_mean_several_things_is_not_guessed() -> None:
    evening = evening_of(
        "ante 3", "limit 12", "players Paul, Peter", "counters all: 20 red", "game dealer Paul", "deal"
    )
    expanded = expand(evening, "p raises")
    assert expanded.evening is None
    assert set(expanded.lines) == {"Paul raises his cards", "Peter raises his cards"}


def test_what_is_written_in_full_is_kept_as_it_is() -> None:
    typed = "Cy stakes 6     # slowly"
    assert expand(evening_of(*BEGUN), typed).lines == (typed,)


def test_a_player_whose_name_is_a_word_or_has_a_blank_is_found_by_its_beginning() -> None:
    head = ("ante 3", "limit 12", 'players "Mrs Smith", "game", Bo', "counters all: 20 red")
    evening = evening_of(*head, 'game dealer "game"', "deal")
    assert expand(evening, "p").lines == ('"Mrs Smith" passes',)
    assert expand(evening, "mr s 6").lines == ('"Mrs Smith" stakes 6',)


def test_the_illustrated_game_is_typed_with_less_than_a_third_of_the_key_strokes_of_its_file() -> None:
    kept = lines_of(evening_of(*SHORT))
    of_file = {line.text.partition("#")[0].strip() for line in parse(ILLUSTRATED.read_text()).lines}
    acts = kept[5:-2]
    assert set(acts) <= of_file
    typed = sum(len(line) + 1 for line in SHORT[5:-2])
    full = sum(len(line) + 1 for line in acts)
    assert (len(acts), typed, full) == (19, 65, 224)


@pytest.mark.parametrize("typed", ["", " ", "xx", "C", ":", "->", "6 6 6", "\x00", "players", "anew now"])
def test_what_stands_for_nothing_is_no_line(typed: str) -> None:
    evening = evening_of(*BEGUN)
    assert expand(evening, typed).evening is None


def test_a_quotation_that_does_not_close_is_misread() -> None:
    with pytest.raises(Misread, match="not closed"):
        expand(evening_of(*BEGUN), 'note "x')


def test_no_command_of_the_prompt_is_a_word_that_a_line_begins_with() -> None:
    assert not set(COMMANDS) & {*FIRST_WORDS, *HEAD, *RESERVED}


def test_before_the_head_is_whole_no_other_line_is_read() -> None:
    assert expand(Evening(), "deal").evening is None
