"""The whole story, and the file that it is written to."""

import json
from pathlib import Path

import api
from tests.api.examples import evening as story
from tests.api.examples.fixed import fixed_application
from tests.api.examples.reading import read
from tests.api.examples.recorder import Exchange
from tests.api.examples.refusals import lose_a_race, stumble

FILE = Path(api.__file__).parent / "examples.json"


def tell(database_url: str, directory: Path) -> list[Exchange]:
    """Play the story on a migrated database without clubs; the exchanges that are examples."""
    with fixed_application(database_url, directory) as fixed:
        evening = story.Evening(fixed)
        story.found(evening)
        story.sit_down(evening)
        game = story.play(evening)
        story.find_slips(evening, game)
        story.win_the_reward(evening)
        story.go_home(evening)
        first = evening.sitting
        story.sit_down_again(evening)
        running = story.deal_at_the_second_table(evening)
        stumble(evening, running)
        story.play_rarely(evening, running)
        unopened = story.play_a_jack_pot(evening)
        story.divide_what_is_carried(evening)
        story.send_a_file(evening)
        story.find_slips_late(evening, game, unopened)
        story.tidy_up(evening)
        evening.follow()
        story.name_a_receiver(evening)
        evening.follow()
        evening.sitting = first
        read(evening, game)
        lose_a_race(evening)
    return evening.recorder.exchanges


def written(exchanges: list[Exchange]) -> str:
    """The exchanges as the file has them."""
    return json.dumps(exchanges, indent=1, ensure_ascii=False) + "\n"
