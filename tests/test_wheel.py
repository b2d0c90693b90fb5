"""The wheel holds the service with all files that it reads, and no tests."""

import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[1]
PARTS = ("ledger", "api", "projections", "ops")
CLIENT = ROOT / "api" / "client"
"""Beside the packages of the service: what programs import that speak to it."""


def test_the_wheel_holds_the_service_and_its_data_and_no_tests(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    for name in (*PARTS, "tests"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", tmp_path, source],
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("poolbook-*.whl")
    with ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    needed = {
        str(path.relative_to(CLIENT if path.is_relative_to(CLIENT) else ROOT))
        for part in PARTS
        for path in (ROOT / part).rglob("*")
        if path.suffix in {".py", ".toml", ".sql", ".game", ".html", ".css", ".js", ".c", ".svg", ".typed", ".json"}
    }
    assert held == needed
    assert {"poolbook/py.typed", "poolbook/client/__init__.py", "poolbook/pokerkit_draw.py"} <= held
