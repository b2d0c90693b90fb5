"""The read models of a game, results, pools and settlements, made of one reading of its record."""

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
from ledger.state.game import Game, fold
from projections import pools, results, settlements
from projections.refolded import Refolded

AFTER = (
    *(GameBegun, Straddled, Staked, ShowDemanded, Passed, Drew, HandFouled, Misdealt, GameSettled, GameUnopened),
    *CORRECTING,
)
"""What puts money into a pool, takes it out, or makes it forfeit; and with that, all that changes how a game ended."""

MODEL: Refolded[Game] = Refolded(
    "games",
    (results.RESULTS, pools.POOLS, pools.SHARES, settlements.SETTLEMENTS),
    AFTER,
    fold,
    (results.make, pools.make, settlements.make),
)
