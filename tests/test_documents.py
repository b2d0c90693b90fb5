"""Every command, setting, path and law that the documents name exists, and the documents name them all."""

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from api.settings import SETTINGS
from ledger.laws.register import LAWS
from ops.cli import main

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "ops").glob("*.md"))]
README = (ROOT / "README.md").read_text()


def commands(group: click.Group, before: str = "") -> Iterator[str]:
    """All commands, as they are typed after `poolbook`."""
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands(command, f"{before}{name} ")
        else:
            yield before + name


COMMANDS = set(commands(main))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_command_a_document_names_exists(document: Path) -> None:
    named = re.findall(r"(?:`|^\s*|bin/)poolbook ((?:[a-z][a-z-]+ ?)+)", document.read_text(), re.MULTILINE)
    for words in named:
        first_words = words.split()
        assert {" ".join(first_words[:n]) for n in (1, 2)} & (COMMANDS | set(main.commands)), f"poolbook {words}"


def test_the_readme_names_every_command() -> None:
    table = set(re.findall(r"^\| `poolbook ([a-z -]+?)(?: [A-Z]+)*`", README, re.MULTILINE))
    assert table == COMMANDS


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_place_a_document_names_is_there(document: Path) -> None:
    text = document.read_text()
    named = re.findall(r"`((?:ledger|api|projections|tests|ops|\.ci)/[\w./*-]*)`", text)
    named += re.findall(r"(?:sh|record) (ops/[\w./-]+)", text)
    for place in named:
        assert list(ROOT.glob(place.rstrip("/"))), place
    for link in re.findall(r"\]\((?!http)([^)#]+)\)", text):
        assert (document.parent / link).exists(), link


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_setting_a_document_names_exists(document: Path) -> None:
    known = {setting.name for setting in SETTINGS}
    assert set(re.findall(r"POOLBOOK_[A-Z_]+[A-Z]", document.read_text())) - known == set()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_law_a_document_names_is_in_the_book(document: Path) -> None:
    named = {int(number) for number in re.findall(r"\blaws? (\d+)", document.read_text())}
    assert named <= set(LAWS)


def test_every_option_of_every_command_has_a_word_of_help() -> None:
    for words in COMMANDS:
        command: click.Command = main
        for word in words.split():
            assert isinstance(command, click.Group)
            command = command.commands[word]
        assert command.help, words
        silent = [p.name for p in command.params if isinstance(p, click.Option) and not p.help]
        assert silent == [], words
