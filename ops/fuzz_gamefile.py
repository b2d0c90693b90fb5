"""Mutated game files: `python -m ops.fuzz_gamefile --times 200000 --seed 7`.

Each file is an example with some mutations: of bytes, of words, of lines, of numbers. It is judged as `poolbook check`
does, without a club. Whatever the file, the answer is a list of slips, in bounded time; no exception escapes. A
file for which that is not so is printed with its seed. An unmutated file has no slips.
"""

import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random, SystemRandom

import click
from rich.console import Console
from rich.progress import track

from ledger.gamefile import judge
from ledger.gamefile.reference import EVENING, every_example
from ops.gamefiles import MOST_BYTES, NoGameFile, text_of

PLACES = (Path(__file__).parent / "demo", Path(__file__).parents[1] / "tests" / "games")
"""Where the examples are. In an installed wheel there are no tests, and the demonstration's files are enough."""
SECONDS = 5.0
"""The longest that one file may take, on a machine that does other things as well."""

ODD = (
    *(
        "\0",
        "\ufeff",
        "\u2028",
        "\u200b",
        "\u202e",
        "\ud7ff",
        "\U0001f0cf",
        "é",
        "e\u0301",
        "ﬁ",
        "Ａ",
        "İ",
        "ß",
        "\x1b[31m",
    ),
    *('"', "\\", "#", ",", ";", ":", "->", "=", "\t", "\r", "\x85", "\x0b"),
)
NUMBERS = ("0", "-1", "+0", "1000000000000", "1000000000001", "9" * 13, "9" * 400, "1e9", "０", "٣", "6.5", "0x10")


def bytes_noise(chance: Random, data: bytes) -> bytes:
    """Some bytes changed to any."""
    changed = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        if changed:
            changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _of_lines(mutate: Callable[[Random, list[str]], None]) -> Callable[[Random, bytes], bytes]:
    def mutated(chance: Random, data: bytes) -> bytes:
        lines = data.decode("utf-8", "surrogateescape").split("\n")
        mutate(chance, lines)
        return "\n".join(lines).encode("utf-8", "surrogateescape")

    return mutated


def _delete(chance: Random, lines: list[str]) -> None:
    del lines[chance.randrange(len(lines))]


def _repeat(chance: Random, lines: list[str]) -> None:
    at = chance.randrange(len(lines)) if lines else 0
    lines[at:at] = lines[at : at + chance.randint(1, 4)]


def _swap(chance: Random, lines: list[str]) -> None:
    if lines:
        a, b = chance.randrange(len(lines)), chance.randrange(len(lines))
        lines[a], lines[b] = lines[b], lines[a]


def _cut_short(chance: Random, lines: list[str]) -> None:
    del lines[chance.randrange(len(lines) + 1) :]


def _borrow(chance: Random, lines: list[str]) -> None:
    lines.insert(chance.randrange(len(lines) + 1), chance.choice(EXAMPLE_LINES))


def _swap_words(chance: Random, lines: list[str]) -> None:
    if not lines:
        return
    at = chance.randrange(len(lines))
    words = lines[at].split(" ")
    a, b = chance.randrange(len(words)), chance.randrange(len(words))
    words[a], words[b] = words[b], words[a]
    lines[at] = " ".join(words)


def _word(choices: Sequence[str]) -> Callable[[Random, list[str]], None]:
    def change(chance: Random, lines: list[str]) -> None:
        if not lines:
            return
        at = chance.randrange(len(lines))
        words = lines[at].split(" ")
        place = chance.randrange(len(words))
        if chance.random() < 0.5:
            words[place] = chance.choice(choices)
        else:
            words[place] += chance.choice(choices)
        lines[at] = " ".join(words)

    return change


def _number(chance: Random, lines: list[str]) -> None:
    numbered = [n for n, line in enumerate(lines) if any(word.isdigit() for word in line.split())]
    if numbered:
        at = chance.choice(numbered)
        words = lines[at].split(" ")
        place = chance.choice([n for n, word in enumerate(words) if word.strip().isdigit()] or [0])
        words[place] = chance.choice(NUMBERS) if chance.random() < 0.5 else str(chance.randint(0, 60))
        lines[at] = " ".join(words)


def _long(chance: Random, lines: list[str]) -> None:
    if lines:
        at = chance.randrange(len(lines))
        lines[at] += chance.choice((" x", ", A", " Ah", '"', "\\", " 5 red", ";")) * chance.choice((100, 3000))


def _deep(chance: Random, lines: list[str]) -> None:
    at = chance.randrange(len(lines) + 1)
    lines[at:at] = chance.choice((["game"], ["buy back all"], ["expect refused"], lines[:12])) * chance.choice(
        (20, 300)
    )


EXAMPLE_LINES: tuple[str, ...] = every_example()
WORDS = sorted({word for line in EXAMPLE_LINES for word in line.split()})

MUTATIONS: Sequence[tuple[Callable[[Random, bytes], bytes], int]] = (
    (bytes_noise, 6),
    (_of_lines(_delete), 12),
    (_of_lines(_repeat), 8),
    (_of_lines(_swap), 10),
    (_of_lines(_cut_short), 3),
    (_of_lines(_borrow), 12),
    (_of_lines(_swap_words), 12),
    (_of_lines(_word(WORDS)), 14),
    (_of_lines(_word(ODD)), 8),
    (_of_lines(_number), 14),
    (_of_lines(_long), 1),
    (_of_lines(_deep), 1),
)
"""The mutations, each with how often it is chosen."""


def examples() -> list[bytes]:
    """The game files that are mutated."""
    files = [file for place in PLACES for file in sorted(place.glob("*.game"))]
    return [EVENING.encode(), *(file.read_bytes() for file in files)]


def mutated(chance: Random, originals: Sequence[bytes]) -> bytes:
    """One of the files with one to five mutations."""
    data = chance.choice(originals)
    kinds, weights = zip(*MUTATIONS, strict=True)
    for mutate in chance.choices(kinds, weights, k=chance.choice((1, 1, 1, 2, 2, 3, 5))):
        data = mutate(chance, data) if data else b"\n"
    return data


def judged(data: bytes) -> str:
    """What became of a file: `no text`, `lawful`, `slips`, or `not judged`. Raises what escapes from the judgement."""
    try:
        text = text_of(data, "the file")
    except NoGameFile:
        return "no text"
    judgement = judge(text)
    for slip in judgement.slips:
        assert slip.message, "a slip says what is wrong"
        assert slip.explained.isprintable() or "\n" in slip.explained
        assert 1 <= slip.line <= text.count("\n") + 1
    return "slips" if judgement.slips else "not judged" if judgement.notes else "lawful"


def fuzz(times: int, seed: int, report: Console) -> tuple[Counter[str], int, float]:
    """Judge that many mutated files: how many had which outcome, how many findings, and the longest time in seconds."""
    originals, outcomes, findings, longest = examples(), Counter[str](), 0, 0.0
    numbers = track(range(times), "Files", console=report, transient=True, disable=not report.is_terminal)
    for number in numbers:
        data = mutated(Random(f"{seed} {number}"), originals)
        begun = time.perf_counter()
        try:
            outcomes[judged(data)] += 1
            took = time.perf_counter() - begun
            longest = max(longest, took)
            if took > SECONDS:
                findings += 1
                report.print(f"file {number} of seed {seed} took {took:.1f} s", markup=False)
        except Exception:
            findings += 1
            report.print(f"file {number} of seed {seed}: {data!r}\n{traceback.format_exc()}", markup=False)
    return outcomes, findings, longest


@click.command()
@click.option("--times", default=2000, show_default=True, help="How many files to judge.")
@click.option("--seed", type=int, help="Repeats an earlier run. Default: a random seed, which is printed.")
def main(times: int, seed: int | None) -> None:
    """Judge mutated game files; exit with 1 if an exception escaped or a file took too long."""
    seed = SystemRandom().randrange(10**9) if seed is None else seed
    click.echo(f"seed {seed}")
    begun = time.perf_counter()
    outcomes, findings, longest = fuzz(times, seed, Console(stderr=True))
    counts = ", ".join(f"{outcome}: {number}" for outcome, number in sorted(outcomes.items()))
    click.echo(f"{times} files in {time.perf_counter() - begun:.0f} s; {counts}; {findings} findings")
    click.echo(f"the longest took {longest:.2f} s; files of up to {MOST_BYTES} bytes are read")
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
