"""The help of `poolbook`: its commands under headings."""

from collections.abc import Iterable, Mapping

import click

SECTIONS: Mapping[str, tuple[str, ...]] = {
    "Record": ("new", "check", "record", "score", "correct", "import"),
    "Read": ("sittings", "replay", "disputes", "what-if", "members", "clubs", "export", "help"),
    "Money": ("results", "sheet", "account"),
    "Keep": (
        *("club", "rename", "token", "webhook", "erase", "backup", "restore", "rebuild"),
        *("verify", "vkey", "verify-receipt", "watch"),
    ),
    "Run": ("serve", "follow", "migrate", "db", "settings"),
}
"""The commands under each heading, in the order in which they are shown."""
OTHER = "Other"


class Sections(click.Group):
    """A group whose help shows its commands under the headings of SECTIONS, and those in none of them under OTHER."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the headings with their commands."""
        longest = max(map(len, self.commands))
        for heading, names in {**SECTIONS, OTHER: without_a_heading(self.commands)}.items():
            shown = [(f"{name:<{longest}}", self.commands[name]) for name in names if name in self.commands]
            if shown:
                limit = formatter.width - 6 - longest
                with formatter.section(heading):
                    formatter.write_dl([(name, command.get_short_help_str(limit)) for name, command in shown])


def without_a_heading(commands: Iterable[str]) -> tuple[str, ...]:
    """The commands that are under no heading of SECTIONS."""
    under_one = {name for names in SECTIONS.values() for name in names}
    return tuple(name for name in commands if name not in under_one)
