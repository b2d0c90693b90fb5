"""What is installed is locked with its hash, build tools and base images too, and nothing else is installed."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from collections.abc import Callable
from importlib.metadata import distributions
from pathlib import Path
from zipfile import ZipFile

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCKS = ROOT / "ops" / "locks"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")
DIGEST = r"[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}"


def locked(name: str) -> dict[str, Requirement]:
    """The packages of a lock file, each with the one version of it. Fails for a line that is not one."""
    packages = {}
    for line in (LOCKS / f"{name}.txt").read_text().replace(" \\\n", " ").splitlines():
        words, *hashes = line.split(" --hash=")
        assert hashes, line
        assert HASH.sub("", line).strip() == words.strip()
        requirement = Requirement(words)
        assert re.fullmatch(r"==[^*,]+", str(requirement.specifier)), line
        packages[canonicalize_name(requirement.name)] = requirement
    return packages


def version_in(requirement: Requirement) -> str:
    return str(requirement.specifier).removeprefix("==")


@pytest.mark.parametrize(
    ("name", "requirements"),
    [
        ("service", PROJECT["project"]["dependencies"]),
        ("test", PROJECT["project"]["dependencies"] + PROJECT["project"]["optional-dependencies"]["test"]),
        ("build", PROJECT["build-system"]["requires"]),
    ],
)
def test_a_lock_has_all_that_is_needed_in_a_version_that_suits(name: str, requirements: list[str]) -> None:
    lock = locked(name)
    for requirement in map(Requirement, requirements):
        assert requirement.specifier.contains(version_in(lock[canonicalize_name(requirement.name)])), requirement


def test_the_locks_agree_with_one_another_and_with_the_build_system() -> None:
    test = locked("test")
    for name in ("service", "build"):
        assert locked(name).items() <= test.items()
    assert (LOCKS / "build.in").read_text().split() == PROJECT["build-system"]["requires"]


def test_what_the_tests_run_with_is_what_is_locked() -> None:
    lock = locked("test")
    here = {canonicalize_name(distribution.name): distribution.version for distribution in distributions()}
    for name in here.keys() - {"poolbook", "pip"}:
        assert version_in(lock[name]) == here[name], name
    for name, requirement in lock.items():
        assert name in here or (requirement.marker and not requirement.marker.evaluate()), name


def test_a_lock_has_the_hashes_of_other_machines_too() -> None:
    text = (LOCKS / "service.txt").read_text()
    blocks = re.split(r"\n(?=\S)", text)
    counts = {block.partition("==")[0]: len(HASH.findall(block)) for block in blocks}
    for name in ("psycopg-binary", "msgspec", "cffi", "cryptography"):
        assert counts[name] > 20, f"{name} has a wheel for each system and Python"


@pytest.mark.parametrize("file", sorted([*LOCKS.iterdir(), *(ROOT / "ops").glob("*.sh"), ROOT / "pyproject.toml"]))
def test_no_file_says_where_packages_are_fetched(file: Path) -> None:
    assert not re.search(r"https?://|--(extra-)?index-url|--find-links| -[fi] |trusted-host", file.read_text())


def test_base_images_are_fixed_by_their_digests() -> None:
    dockerfile = (ROOT / "ops" / "deploy" / "Dockerfile").read_text()
    froms = re.findall(r"^FROM (.*)$", dockerfile, re.MULTILINE)
    compose = yaml.safe_load((ROOT / "ops" / "deploy" / "compose.yaml").read_text())
    images = [service["image"] for service in compose["services"].values() if "image" in service]
    assert froms
    assert images
    for image in froms + images:
        assert re.fullmatch(DIGEST, image), image


def test_the_image_installs_what_is_locked_alone() -> None:
    dockerfile = (ROOT / "ops" / "deploy" / "Dockerfile").read_text().replace("\\\n", " ")
    installs = re.findall(r"pip install [^&\n]*", dockerfile)
    assert len(installs) == 2
    assert "--require-hashes" in installs[0]
    assert {"--no-index", "--no-deps", "--no-build-isolation"} <= set(installs[1].split())


# What install.sh does with a lock

TAGS = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
METADATA = "Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n{requires}"

POOLBOOK = METADATA.format(name="poolbook", requires="Requires-Dist: counter\n")

BACKEND = f"""
from zipfile import ZipFile

def build_editable(directory, config_settings=None, metadata_directory=None):
    name = "poolbook-1.0-py3-none-any.whl"
    with ZipFile(directory + "/" + name, "w") as wheel:
        wheel.writestr("poolbook-1.0.dist-info/METADATA", {POOLBOOK!r})
        wheel.writestr("poolbook-1.0.dist-info/WHEEL", {TAGS!r})
        wheel.writestr("poolbook-1.0.dist-info/RECORD", "")
    return name
"""
"""Builds a package that needs `counter`, with nothing but the standard library."""


def wheel_of(name: str, directory: Path, requires: str = "") -> str:
    """Make an empty wheel. Returns its line for a lock file."""
    file = directory / f"{name}-1.0-py3-none-any.whl"
    info = f"{name}-1.0.dist-info"
    with ZipFile(file, "w") as wheel:
        wheel.writestr(f"{info}/METADATA", METADATA.format(name=name, requires=requires))
        wheel.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{info}/RECORD", "")
    return f"{name}==1.0 --hash=sha256:{hashlib.sha256(file.read_bytes()).hexdigest()}\n"


Install = Callable[[str], subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def virtual_environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with pip alone, as install.sh makes it where there is none. It is copied, which is quicker."""
    directory = tmp_path_factory.mktemp("environment") / ".venv"
    venv.create(directory, symlinks=True, with_pip=True)
    return directory


@pytest.fixture
def install(tmp_path: Path, virtual_environment: Path) -> Install:
    """Runs install.sh in a checkout of its own, with this lock and with no packages but those of the test."""
    (tmp_path / "wheels").mkdir()
    checkout = tmp_path / "checkout"
    (checkout / "ops" / "locks").mkdir(parents=True)
    shutil.copytree(virtual_environment, checkout / ".venv", symlinks=True)
    shutil.copy(ROOT / "ops" / "install.sh", checkout / "ops")
    (checkout / "backend.py").write_text(BACKEND)
    (checkout / "pyproject.toml").write_text(
        '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'
        '[project]\nname = "poolbook"\nversion = "1.0"\ndependencies = ["counter"]\n'
    )
    (checkout / "ops" / "locks" / "build.txt").write_text("")
    pythons = tmp_path / "pythons"
    pythons.mkdir()
    (pythons / "python3.11").symlink_to(sys.executable)

    def run(lock: str) -> subprocess.CompletedProcess[str]:
        (checkout / "ops" / "locks" / "service.txt").write_text(lock)
        environment = {name: text for name, text in os.environ.items() if not name.startswith("PIP_")}
        environment |= {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(tmp_path / "wheels"), "PIP_CONFIG_FILE": os.devnull}
        environment["PATH"] = f"{pythons}:{environment['PATH']}"
        return subprocess.run(
            ["sh", "ops/install.sh"], cwd=checkout, env=environment, capture_output=True, text=True, timeout=120
        )

    return run


@pytest.mark.slow
def test_what_is_locked_is_installed_and_poolbook_with_it(install: Install, tmp_path: Path) -> None:
    installed = install(wheel_of("counter", tmp_path / "wheels"))
    assert installed.returncode == 0, installed.stderr
    python = tmp_path / "checkout" / ".venv" / "bin" / "python"
    listed = subprocess.run([python, "-m", "pip", "list"], capture_output=True, text=True, check=True).stdout
    assert re.search(r"^poolbook +1\.0", listed, re.MULTILINE)
    assert re.search(r"^counter +1\.0", listed, re.MULTILINE)


def test_a_package_that_was_changed_is_not_installed(install: Install, tmp_path: Path) -> None:
    lock = wheel_of("counter", tmp_path / "wheels")
    wheel_of("counter", tmp_path / "wheels", requires="Summary: changed\n")
    refused = install(lock)
    assert refused.returncode != 0
    assert "THESE PACKAGES DO NOT MATCH THE HASHES" in refused.stderr


@pytest.mark.slow
def test_a_package_that_is_not_locked_is_not_installed(install: Install, tmp_path: Path) -> None:
    wheel_of("stranger", tmp_path / "wheels")
    refused = install(wheel_of("counter", tmp_path / "wheels", requires="Requires-Dist: stranger\n"))
    assert refused.returncode != 0
    assert "all requirements must have their versions pinned" in refused.stderr


@pytest.mark.slow
def test_a_need_that_the_lock_forgets_is_noticed(install: Install, tmp_path: Path) -> None:
    refused = install(wheel_of("other", tmp_path / "wheels"))
    assert refused.returncode != 0
    assert "poolbook 1.0 requires counter, which is not installed" in refused.stdout + refused.stderr
