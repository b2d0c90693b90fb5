"""The register is whole, agrees with the book's table, and every written chapter keeps its laws."""

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import chain
from pathlib import Path

import pytest

from ledger.laws import register
from ledger.laws.readings import READINGS
from ledger.laws.register import LAWS, Home, how_kept, keeps, kept_at, law

EXPECTED_CHAPTERS = {
    "deal": range(1, 19),
    "ante": range(19, 25),
    "say": range(25, 29),
    "jackpot": range(29, 34),
    "draw": (*range(34, 46), *range(47, 52)),
    "betting": (*range(52, 58), 61, 62, 63),
    "division": (58, 59, 60, 64, 76),
    "ranking": range(65, 76),
    "disputes": (46, *range(77, 82)),
}

CONSTRAINTS = {1, 9, 19, 21, 22, 25, 26, 28, 36, 37, 50, 51, 62}
CONSTRAINTS_WITH_EFFECTS = {10, 12, 27, 41, 61}
PROCEDURES = {3, 4, 5, 6, 15, 57}
RANKINGS = set(range(65, 77))
DISPUTES = {46, 77, 78, 79}
WAIVABLE = {21, 22, 25, 26, 36, 50, 62}
NOTHING_TO_ENFORCE = {5, 6, 57}


def expected_kinds(number: int) -> set[str]:
    if number in CONSTRAINTS:
        return {"constraint"}
    if number in CONSTRAINTS_WITH_EFFECTS:
        return {"effect", "constraint"}
    for kind, numbers in (("procedure", PROCEDURES), ("ranking", RANKINGS), ("dispute", DISPUTES)):
        if number in numbers:
            return {kind}
    return {"effect"}


@pytest.fixture
def no_keepers(monkeypatch: pytest.MonkeyPatch) -> dict[int, dict[str | None, object]]:
    """An empty register of keepers for one test, which forgets afterwards what the test marks."""
    keepers: dict[int, dict[str | None, object]] = {}
    monkeypatch.setattr(register, "import_keepers", lambda: None)
    monkeypatch.setattr(register, "_KEEPERS", keepers)
    return keepers


def home_of(keeper: Callable[..., object], part: str | None = None) -> Home:
    """Where an object of this module keeps a law, or a part of one."""
    return Home(f"{__name__}:{keeper.__qualname__}", part)


def test_the_register_holds_laws_1_to_81_in_order() -> None:
    assert list(LAWS) == list(range(1, 82))
    assert all(entry.number == number for number, entry in LAWS.items())


def test_the_register_cannot_be_written_to() -> None:
    with pytest.raises(TypeError):
        LAWS[82] = LAWS[81]  # type: ignore[index]


def test_the_chapters_partition_the_laws() -> None:
    chapters = {name: [n for n, entry in LAWS.items() if entry.chapter == name] for name in EXPECTED_CHAPTERS}
    assert chapters == {name: list(numbers) for name, numbers in EXPECTED_CHAPTERS.items()}
    assert sorted(chain.from_iterable(chapters.values())) == list(range(1, 82))


def test_every_law_has_the_kinds_of_the_book() -> None:
    assert {n: set(entry.kinds) for n, entry in LAWS.items()} == {n: expected_kinds(n) for n in range(1, 82)}


def test_every_restatement_says_something_of_its_own() -> None:
    too_short = [number for number, entry in LAWS.items() if len(entry.restatement.strip()) < 30]
    assert too_short == []
    assert len({entry.restatement for entry in LAWS.values()}) == len(LAWS)


def test_every_restatement_is_one_line_and_ends_as_a_sentence() -> None:
    for entry in LAWS.values():
        assert entry.restatement == " ".join(entry.restatement.split()), entry.number
        assert entry.restatement.endswith("."), entry.number


def test_every_title_is_its_own_and_of_two_to_six_words() -> None:
    assert len({entry.title for entry in LAWS.values()}) == len(LAWS)
    assert [n for n, entry in LAWS.items() if not 2 <= len(entry.title.split()) <= 6] == []


def test_law_80_lets_only_laws_that_merely_refuse_be_waived() -> None:
    assert {number for number, entry in LAWS.items() if entry.waivable} == WAIVABLE


def test_a_law_names_exactly_the_readings_that_touch_it() -> None:
    touching = {n: {name for name, reading in READINGS.items() if n in reading.laws} for n in LAWS}
    assert {n: set(entry.readings) for n, entry in LAWS.items()} == touching


@pytest.mark.parametrize("number", [0, 82, -1])
def test_a_number_outside_the_book_is_refused_everywhere(number: int) -> None:
    for look_up in (law, kept_at, how_kept):
        with pytest.raises(LookupError, match=f"there is no law {number};"):
            look_up(number)
    with pytest.raises(ValueError, match=f"there is no law {number} to keep"):
        keeps(1, number)


@pytest.mark.usefixtures("no_keepers")
def test_a_law_is_found_at_the_object_that_keeps_it() -> None:
    @keeps(1, 37)
    def keeper() -> str:
        return "unchanged"

    assert keeper() == "unchanged"
    assert kept_at(1) == kept_at(37) == (home_of(keeper),)
    assert kept_at(2) == ()


@pytest.mark.usefixtures("no_keepers")
def test_a_class_may_keep_a_law() -> None:
    class Pack:
        pass

    assert keeps(1)(Pack) is Pack
    assert kept_at(1) == (home_of(Pack),)


@pytest.mark.usefixtures("no_keepers")
def test_others_may_keep_parts_of_a_law_which_they_name() -> None:
    def claim() -> None: ...

    def demand() -> None: ...

    def law_itself() -> None: ...

    keeps(60, part="who may demand")(demand)
    keeps(60, part="what is claimed")(claim)
    keeps(60)(law_itself)
    assert kept_at(60) == (home_of(law_itself), home_of(claim, "what is claimed"), home_of(demand, "who may demand"))


@pytest.mark.parametrize(("part", "claim"), [(None, "law 8"), ("the cut", "'the cut' of law 8")])
def test_the_same_claimed_twice_is_refused_and_nothing_of_the_second_claim_is_recorded(
    no_keepers: dict[int, dict[str | None, object]], part: str | None, claim: str
) -> None:
    def first() -> None: ...

    def second() -> None: ...

    keeps(8, part=part)(first)
    for again in (first, second):
        name = again.__name__
        with pytest.raises(ValueError, match=rf"^{claim} is already kept by .*first; .*{name} may not keep it too$"):
            keeps(7, 8, part=part)(again)
    assert no_keepers == {8: {part: first}}


@pytest.mark.usefixtures("no_keepers")
def test_a_module_imported_afresh_may_mark_its_object_again() -> None:
    def imported() -> Callable[[], None]:
        def keeper() -> None: ...

        return keeper

    first, afresh = imported(), imported()
    keeps(8)(first)
    keeps(8)(afresh)
    assert kept_at(8) == (home_of(first),) == (home_of(afresh),)


def test_standing_follows_from_the_keepers(no_keepers: dict[int, dict[str | None, object]]) -> None:
    assert how_kept(8) == "manners"
    keeps(8)(expected_kinds)
    assert how_kept(8) == "kept"


def test_every_law_is_kept_but_those_on_manners() -> None:
    assert {number for number in LAWS if not kept_at(number)} == NOTHING_TO_ENFORCE


def test_every_law_that_is_kept_has_a_test_with_its_number_in_its_name() -> None:
    named: set[int] = set()
    for path in Path(__file__).parents[1].rglob("test_*.py"):
        for numbers in re.findall(r"^def test_laws?_((?:\d+_)(?:(?:and_|to_)?\d+_)*)", path.read_text(), re.MULTILINE):
            named.update(int(number) for number in re.findall(r"\d+", numbers))
    assert {number for number in LAWS if how_kept(number) == "kept"} - named == set()


def test_every_keeper_lives_among_the_laws_and_can_be_found_there() -> None:
    for place, _ in chain.from_iterable(map(kept_at, LAWS)):
        module, _, qualname = place.partition(":")
        assert module.startswith("ledger.laws."), place
        keeper: object = import_module(module)
        for name in qualname.split("."):
            keeper = getattr(keeper, name)
        assert callable(keeper), place


def test_who_refuses_by_a_law_keeps_it() -> None:
    """A function of the laws that refuses by the number of a law is one of the homes of that law."""
    homes = {(home.place, number) for number in LAWS for home in kept_at(number)}
    refusing = set(chain.from_iterable(map(refusals_in, sorted(Path(register.__file__).parent.glob("*.py")))))
    assert len(refusing) > 40
    assert refusing - homes == set()


def refusals_in(path: Path) -> Iterator[tuple[str, int]]:
    """Each function of a module with the numbers by which it refuses: `Refused(25, …)` and `Bound(least, 25, …)`."""
    for function in ast.walk(ast.parse(path.read_text())):
        for call in ast.walk(function) if isinstance(function, ast.FunctionDef) else ():
            match call:
                case ast.Call(ast.Name("Refused"), [ast.Constant(int(law)), *_]):
                    yield f"ledger.laws.{path.stem}:{function.name}", law
                case ast.Call(ast.Name("Bound"), [_, ast.Constant(int(law)), *_]):
                    yield f"ledger.laws.{path.stem}:{function.name}", law


def test_what_is_kept_does_not_depend_on_what_was_imported_before() -> None:
    question = "from ledger.laws.register import LAWS, kept_at; print([kept_at(number) for number in LAWS])"
    answer = subprocess.run([sys.executable, "-c", question], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == str([kept_at(number) for number in LAWS])
