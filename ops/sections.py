"""A command line whose commands stand under headings, and are loaded when they are called."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

import click


class Places(Mapping[str, click.Command]):
    """Commands by their names, each loaded when it is asked for.

    A place is "module:function", in the package of this module.
    """

    def __init__(self, places: Mapping[str, str]) -> None:
        self._places = places

    def __getitem__(self, name: str) -> click.Command:
        module, _, function = self._places[name].partition(":")
        command: click.Command = getattr(import_module(f".{module}", __package__), function)
        return command

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


class Sections(click.Group):
    """A group whose help shows its commands under headings.

    `sections` names under each heading its commands with their places. Only the command that is called is loaded, so
    that it starts soon; the help loads all.
    """

    def __init__(self, *args: Any, sections: Mapping[str, Mapping[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sections = sections
        self.commands = Places({name: place for places in sections.values() for name, place in places.items()})  # type: ignore[assignment]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the headings with their commands."""
        longest = max(map(len, self.commands))
        limit = formatter.width - 6 - longest
        for heading, names in self.sections.items():
            with formatter.section(heading):
                shown = [(name, self.commands[name].get_short_help_str(limit)) for name in names]
                formatter.write_dl([(f"{name:<{longest}}", words) for name, words in shown])
