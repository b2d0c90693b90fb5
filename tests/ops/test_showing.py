"""A game in the terminal: the signs of the suits, what differs between two records, and two records in columns."""

import io

import pytest
from rich.console import Console
from rich.text import Text

from ledger.events.game import HandShown, Phase, Turn
from ledger.telling.sentences import sentence
from ops.cards_shown import has_signs, marked, shown, told
from tests.ops.conftest import Served

CARDS = ("Ah", "Kd", "Ts", "9c", "Jo")


def styled(text: Text) -> list[tuple[str, str]]:
    return [(text.plain[span.start : span.end], str(span.style)) for span in text.spans]


def test_suits_are_signs_and_the_red_ones_are_red() -> None:
    text = shown(CARDS, signs=True)
    assert text.plain == "A♥ K♦ T♠ 9♣ Jo"
    assert styled(text) == [("A♥", "bold red"), ("K♦", "bold red"), ("T♠", "bold"), ("9♣", "bold")]
    assert (shown(CARDS, signs=False).plain, styled(shown(CARDS, signs=False))) == (" ".join(CARDS), [])


def test_a_member_called_like_a_card_keeps_his_name() -> None:
    turn = Turn(phase=Phase.SHOW)
    event = HandShown(step=3, law=59, turn=turn, player="m", cards=CARDS, note="As you like")
    words = sentence(event, marked(lambda member: "Ah"))
    assert told(words, event, signs=True).plain.startswith("Ah shows A♥ K♦ T♠ 9♣ Jo")
    assert told(words, event, signs=False).plain.startswith("Ah shows Ah Kd Ts 9c Jo")


def test_signs_are_for_terminals_with_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    def console() -> Console:
        return Console(file=io.StringIO(), force_terminal=True, color_system="standard")

    assert has_signs(console())
    assert not has_signs(Console(file=io.StringIO()))
    monkeypatch.setenv("NO_COLOR", "1")
    assert not has_signs(console())


def test_under_another_reading_only_what_differs_is_shown(served: Served) -> None:
    under = ("replay", "2/8", "--under", "side_show_ante=within")
    differing = served.ask(*under).stdout.splitlines()
    assert differing[0] == "Under side_show_ante=within 1 step differs of 20:"
    assert [line.split()[:5] for line in differing[3:]] == [
        ["19", "60", "is", "Edmund", "takes"],
        ["19", "60", "would", "be", "Edmund"],
    ]
    whole = served.ask(*under, "--whole").stdout
    assert whole.startswith(served.ask("replay", "2/8").stdout)
    assert (whole.count("Edmund takes 57"), whole.count("Edmund takes 54")) == (1, 1)
    same = served.ask("replay", "1/1", "--under", "hearts=always").stdout
    assert same == "Under hearts=always every step is the same; --whole shows them all\n"
    unlawful = served.ask("replay", "2/4", "--under", "straddle_cap=sum").stdout
    assert unlawful == (
        "Under straddle_cap=sum it would be unlawful at step 1: 9 is above half the limit of 12 (law 22)\n"
    )


def test_two_records_stand_in_columns_of_a_terminal_of_eighty(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    corrected = served.ask("replay", "4/6", "--as-written", "--beside").stdout.splitlines()
    assert corrected[0].split() == ["step", "as", "first", "written", "pool", "as", "it", "stands", "pool"]
    assert max(map(len, corrected)) <= 80
    assert any("takes 51" in line and "takes 51 (struck)" in line for line in corrected)
    under = served.ask("replay", "2/8", "--under", "side_show_ante=within", "--beside").stdout
    assert "under side_show_ante=within" in under.splitlines()[0]
    assert {line.split()[0] for line in under.splitlines()[1:] if line[:4].strip()} == {"19"}


@pytest.mark.parametrize("option", ["--whole", "--beside"])
def test_columns_need_two_records(served: Served, option: str) -> None:
    refused = served.ask("replay", "latest", option)
    assert (refused.exit_code, "give --as-written or --under with them" in refused.stderr) == (2, True)
