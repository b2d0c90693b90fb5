"""What is found afterwards, as pages: slips of a closed sitting, wrong payments, affected games, adjusted sheets."""

import re
from collections.abc import Callable

import pytest

from tests.api.house import House
from tests.api.test_after_the_close import closed, mended
from tests.pages.conftest import Visitor
from tests.pages.test_disputes import page_of, words

SignedIn = Callable[[str | None], Visitor]


@pytest.fixture
def house(own_house: House) -> House:
    return own_house


def test_the_adjusted_sheet_says_so_and_keeps_its_figures(house: House, signed_in: SignedIn) -> None:
    sitting, game = closed(house)
    owner = signed_in(house.owner.token)
    house.follow()
    before = owner.get(f"{page_of(sitting)}/sheet").text
    assert "djusted" not in before.partition("<body>")[2]
    entry = mended(house, game, reason="The queens were <misread>.")["adjustment"]["entry"]
    house.follow()
    after = owner.get(f"{page_of(sitting)}/sheet").text
    says = words(after.partition("<body>")[2])
    assert "Adjusted since the close: C −2s 1d, D +2s 1d." in says
    assert "The queens were <misread>. C −2s 1d, D +2s 1d C owes D 2s 1d." in says
    assert f"http://localhost{page_of(game)}/slip" in says
    assert f'href="http://localhost{page_of(sitting)}#entry-{entry}"' in after
    figures = re.compile(
        r'<section[^>]*aria-labelledby="(?:colours|book|counted|sum|nought|payments)".*?</section>', re.DOTALL
    )
    assert figures.findall(after) == figures.findall(before)
    assert len(figures.findall(after)) == 6
