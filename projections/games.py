"""The read models of games: results, pools and settlements, all made from one fold of a game."""

from ledger.events.adjustment import GameAdjusted
from ledger.events.amendment import CORRECTING
from ledger.events.game import (
    Drew,
    GameBegun,
    GameSettled,
    GameUnopened,
    Passed,
    ShowDemanded,
    Staked,
    Straddled,
)
from ledger.events.mishaps import HandFouled, Misdealt
from ledger.state.game import Game
from ledger.state.game_fold import fold
from projections import pools, results, settlements
from projections.refolded import Refolded

AFTER = (
    *(GameBegun, Straddled, Staked, ShowDemanded, Passed, Drew, HandFouled, Misdealt, GameSettled, GameUnopened),
    *CORRECTING,
    GameAdjusted,
)
"""The events that put money into a pool, take it out, or forfeit it, and those that change how a game ended."""

MODEL: Refolded[Game] = Refolded(
    "games",
    (results.RESULTS, pools.POOLS, pools.SHARES, settlements.SETTLEMENTS),
    AFTER,
    fold,
    (results.make, pools.make, settlements.make),
)
