"""The lines of a game file that make entries in the sitting's book.

Most follow from the pattern that the table of entries has for them. A payment and a player's limits have a grammar of
their own, which stands here.
"""

from collections.abc import Callable, Mapping
from typing import Any

from ledger.events.sitting import Debt
from ledger.gamefile import patterns
from ledger.gamefile.lines import Enter, Name
from ledger.gamefile.words import Misread, Words, written_name
from ledger.refusals import Invalid
from ledger.table.commands import EntryCommand, Kept, Pay, SetLimits
from ledger.table.company import in_utc
from ledger.table.entries import ENTRIES, KIND_OF_COMMAND, EntryKind

Reader = Callable[[Words], tuple[EntryCommand, ...]]
"""Reads the rest of a line after its first word, or the whole line if that word is a player's name. Gives one command
for each player named."""


def read_payment(words: Words) -> tuple[EntryCommand, ...]:
    """Read a payment of a player toward his credit, or toward his loan of the bank or of another player."""
    player = words.name()
    words.expect("pays")
    amount = words.amount()
    words.expect("toward")
    if words.accept("credit"):
        return (Pay(player=player, amount=amount, toward=Debt.CREDIT),)
    words.expect("his", "loan", "of")
    lender = None if words.accept("the", "bank") else words.name()
    return (Pay(player=player, amount=amount, toward=Debt.LOAN, to=lender),)


def write_payment(payment: Pay) -> str:
    """The payment as `read_payment` reads it."""
    lender = "the bank" if payment.to is None else written_name(payment.to)
    debt = "credit" if payment.toward == Debt.CREDIT else f"his loan of {lender}"
    return f"{written_name(payment.player)} pays {payment.amount} toward {debt}"


def read_limits(words: Words) -> tuple[EntryCommand, ...]:
    """Read limits: `loss 50`, `no loss`, `stop at` a time, `no stop`. A limit that is not named stays as it was."""
    player = words.name()
    words.expect(":")
    limits = words.several(lambda: _read_limit(words))
    if len(dict(limits)) != len(limits):
        raise Misread("a limit is named twice")
    return (SetLimits(player=player, **dict(limits)),)


def _read_limit(words: Words) -> tuple[str, Any]:
    if words.accept("no"):
        lifted = words.choice("the limit that is lifted", ("loss", "stop"))
        return ("loss" if lifted == "loss" else "stop_at"), None
    if words.accept("loss"):
        return "loss", words.amount()
    words.expect("stop", "at")
    moment = words.word("a time with its offset, as in 1895-11-02T23:30:00Z")
    try:
        return "stop_at", in_utc(moment)
    except Invalid:
        raise Misread(f"expected a time with its offset, as in 1895-11-02T23:30:00Z, found '{moment}'") from None


def write_limits(limits: SetLimits) -> str:
    """The limits as `read_limits` reads them."""
    named = (("loss", "loss", limits.loss), ("stop", "stop at", limits.stop_at))
    written = [
        f"no {limit}" if value is None else f"{phrase} {value}"
        for limit, phrase, value in named
        if not isinstance(value, Kept)
    ]
    return f"limits {written_name(limits.player)}: {', '.join(written)}"


def _players(kind: EntryKind, words: Words) -> tuple[Name, ...]:
    if kind.newcomer:
        return (words.member_name(),)
    players = words.names() if kind.for_several else (words.name(),)
    if not players:
        raise Misread("nobody is at the table")
    return players


def _pattern_reader(kind: EntryKind, pattern: str) -> Reader:
    before, player, after = pattern.partition("{player}")

    def read(words: Words) -> tuple[EntryCommand, ...]:
        fields = patterns.read(before, kind.command, words)
        owners: list[dict[str, Name]] = [{"player": m} for m in _players(kind, words)] if player else [{}]
        fields |= patterns.read(after, kind.command, words)
        return tuple(kind.command(**owner, **fields) for owner in owners)

    return read


def _by_word(begins_with_player: bool) -> dict[str, tuple[EntryKind, Reader]]:
    """The kinds of entry with a pattern, and the readers of their lines, by the first word of the line; for a line
    that begins with a player's name, by the word after it."""
    lines = {}
    for kind in ENTRIES:
        if kind.line is not None and kind.line.startswith("{player} ") == begins_with_player:
            word, _, rest = kind.line.removeprefix("{player} ").partition(" ")
            lines[word] = (kind, _pattern_reader(kind, kind.line if begins_with_player else rest))
    return lines


VERBS: Mapping[str, tuple[EntryKind, Reader]] = {
    **_by_word(begins_with_player=True),
    "pays": (KIND_OF_COMMAND[Pay], read_payment),
}
"""The entries whose lines begin with a player's name, by the word after it."""

ALONE: Mapping[str, tuple[EntryKind, Reader]] = {
    **_by_word(begins_with_player=False),
    "limits": (KIND_OF_COMMAND[SetLimits], read_limits),
}
"""The entries whose lines begin with a word."""

_WRITERS: Mapping[type[EntryCommand], Callable[[Any], str]] = {Pay: write_payment, SetLimits: write_limits}


def read_entries(words: Words) -> tuple[Enter, ...] | None:
    """The entries that a line makes, one for each player it names; None if the line is no entry. Raises Misread."""
    if words.sees(*ALONE):
        _, read = ALONE[words.word("an entry")]
        return tuple(map(Enter, read(words)))
    for verb, (kind, read) in VERBS.items():
        if words.follows(verb) and (kind.newcomer or not words.strange):
            return tuple(map(Enter, read(words)))
    return None


def write_entry(command: EntryCommand) -> str:
    """An entry as its line."""
    pattern = KIND_OF_COMMAND[type(command)].line
    return _WRITERS[type(command)](command) if pattern is None else patterns.write(pattern, command)
