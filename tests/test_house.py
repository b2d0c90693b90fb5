"""Each package lists its modules in its docstring, and the layers of the ledger keep their order."""

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = sorted(
    path.parent for top in ("ledger", "projections", "api", "ops") for path in (ROOT / top).rglob("__init__.py")
)
FILES_ONLY = {ROOT / "ops" / "migrations", ROOT / "ops" / "demo"}
"""Packages that hold data for others, and no modules."""


def listed(package: Path) -> list[str]:
    """The modules that a package's docstring lists, in reading order."""
    docstring = ast.get_docstring(ast.parse((package / "__init__.py").read_text())) or ""
    _, _, table = docstring.partition("In reading order:\n\n")
    return re.findall(r"^(\w+)  +\S", table, re.MULTILINE)


def modules(package: Path) -> set[str]:
    """The modules and packages that are in a package."""
    inner = {path.parent.name for path in package.glob("*/__init__.py")}
    return inner | {path.stem for path in package.glob("*.py") if path.stem.isidentifier()} - {"__init__"}


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_room_lists_what_is_in_it_once(package: Path) -> None:
    if package in FILES_ONLY:
        assert modules(package) == set()
        return
    assert sorted(listed(package)) == sorted(modules(package))


PURE = {
    *("refusals", "times", "articles", "roles", "merkle", "cards", "seats", "names", "events", "state", "laws", "play"),
    *("table", "books", "afterwards", "telling", "gamefile"),
}
"""The rooms of the ledger below the store."""


def libraries(path: Path) -> set[str]:
    """What a file imports from outside the project and the standard library."""
    imported: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            imported.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            imported.add(node.module or "")
    return {name.partition(".")[0] for name in imported} - sys.stdlib_module_names - {"ledger"}


def test_the_pure_core_imports_no_library_but_msgspec() -> None:
    rooms = {path.stem for path in (ROOT / "ledger").iterdir() if path.name != "__pycache__"} - {"__init__", "py"}
    assert rooms >= PURE
    for room in PURE:
        package = ROOT / "ledger" / room
        for path in package.rglob("*.py") if package.is_dir() else [package.with_suffix(".py")]:
            assert libraries(path) <= {"msgspec"}, path


def test_the_verifier_of_receipts_shares_no_code_with_the_service() -> None:
    assert libraries(ROOT / "ops" / "verify_receipt.py") == {"cryptography"}


@pytest.mark.parametrize(
    ("place", "source", "broken"),
    [
        ("ledger/stray.py", '"""In no room."""\n', "The rooms of the ledger"),
        ("ledger/laws/stray.py", "from ledger.play import decide\n", "The rooms of the ledger"),
        ("ledger/store/stray.py", "from api import create_app\n", "One way"),
        ("ledger/laws/register.py", "from ledger.laws import deal\n", "No circle"),
    ],
)
def test_a_module_in_the_wrong_place_breaks_its_contract(tmp_path: Path, place: str, source: str, broken: str) -> None:
    for top in ("ledger", "projections", "api", "ops"):
        shutil.copytree(ROOT / top, tmp_path / top, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / ".importlinter", tmp_path)
    with (tmp_path / place).open("a") as file:
        file.write(source)
    linter = [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"]
    run = subprocess.run([*linter, "--no-cache"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert re.search(rf"^{broken}.* BROKEN$", run.stdout, re.MULTILINE), run.stdout + run.stderr
