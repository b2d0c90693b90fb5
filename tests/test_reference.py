"""The reference of the game file and the parser agree: each example is read, and whatever is read is explained."""

import ast
import re
from pathlib import Path

import pytest

from ledger.gamefile import GameFileError, Line, acts, entries, line_kinds, parse, play, reference
from ledger.gamefile.line_kinds import LINES, LineKind, Part
from ledger.gamefile.lines import Act, AsPlayed, Close, Enter, Expectation, OpenSitting, PayOut, Record, StartGame
from ledger.gamefile.reference import CHAPTERS, EVENING, TABLES, Chapter

ROOT = Path(reference.__file__).parent
NEEDED = {
    "ante": "ante 3",
    "limit": "limit 12",
    "players": 'players Ann, Ben, Cora, "Van Dyke", Eve',
}
EXAMPLES = [(kind, example) for kind in LINES for example in kind.examples]


def read(example: str) -> Line:
    """A line read below a head, or in one."""
    head = [line for word, line in NEEDED.items() if not example.startswith(f"{word} ")]
    return parse("\n".join([*head, example])).lines[-1]


def given_by(kind: LineKind) -> tuple[type, ...]:
    """What the examples of a kind of line claim to give: an act, or the command in it."""
    if kind.part is Part.HEAD:
        return (OpenSitting,)
    if kind.part is Part.TELLING:
        return (Expectation,)
    started = {"game": (StartGame, AsPlayed), "paid": (PayOut,), "close": (Close,)}
    if kind.word in started:
        return started[kind.word]
    tables = [entries.VERBS, acts.VERBS] if kind.of_player else [entries.ALONE, acts.ALONE]
    table = tables[0] if kind.part is Part.TABLE else tables[1]
    declared = table[kind.word][0]
    return (declared.command if isinstance(declared, entries.EntryKind) else declared,)  # type: ignore[return-value]


def content(act: Act) -> object:
    return act.command if isinstance(act, Enter | Record) else act


@pytest.mark.parametrize(("kind", "example"), EXAMPLES, ids=[example for _, example in EXAMPLES])
def test_each_example_gives_the_act_that_it_claims(kind: LineKind, example: str) -> None:
    assert isinstance(content(read(example).act), given_by(kind))


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.title)
def test_each_line_of_a_chapter_can_be_read(chapter: Chapter) -> None:
    for line in chapter.lines:
        read(line)


def test_the_whole_evening_is_lawful_and_each_of_its_lines_is_explained() -> None:
    gamefile = parse(EVENING)
    play(gamefile)
    first, after_a_name = reference.first_words(), reference.verbs()
    below_the_head = [line.text.replace('"Van Dyke"', "Van").split() for line in gamefile.lines[1:]]
    assert all(words[0] in first or words[1] in after_a_name for words in below_the_head)


def test_each_word_of_the_parser_is_explained_once_and_no_other() -> None:
    explained = {
        "head": [k.word for k in LINES if k.part is Part.HEAD],
        "alone": [k.word for k in LINES if k.part in (Part.TABLE, Part.PLAY) and not k.of_player] + ["expect"],
        "verbs": [k.word for k in LINES if k.part in (Part.TABLE, Part.PLAY) and k.of_player],
        "expected": [k.word for k in LINES if k.part is Part.TELLING and k.word != "expect"],
    }
    for table, words in TABLES.items():
        assert sorted(explained[table]) == sorted(words), table


def test_a_new_kind_of_line_without_an_explanation_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TABLES, "head", TABLES["head"] | {"stewards"})  # type: ignore[arg-type]
    with pytest.raises(AssertionError, match="head"):
        test_each_word_of_the_parser_is_explained_once_and_no_other()


def keywords() -> set[str]:
    """Every word that the parser asks for by itself, from the calls of `sees`, `accept`, `expect` and `choice`."""
    words: set[str] = set()
    for path in ROOT.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("sees", "accept", "expect"):
                words |= {word.value for word in node.args if isinstance(word, ast.Constant)}  # type: ignore[misc]
    return {word for word in words if re.fullmatch(r"[a-z-]+", word)}


def test_each_keyword_within_a_line_stands_in_a_form() -> None:
    forms = " ".join([*(form for kind in LINES for form in kind.forms), line_kinds.MARKS, "all"])
    written = set(re.findall(r"[a-z_]+(?:-[a-z]+)*", forms))
    assert keywords() - written == set()


def test_each_form_begins_as_its_line_does() -> None:
    for kind in LINES:
        begins = ("expect " if kind.part is Part.TELLING else "") + ("PLAYER " if kind.of_player else "") + kind.word
        assert all(form.startswith(begins) or kind.word == "expect" for form in kind.forms), kind


def test_what_the_head_must_have_is_in_the_needed_lines() -> None:
    with pytest.raises(GameFileError) as wrong:
        parse("")
    assert len(wrong.value.errors) == len(NEEDED)
