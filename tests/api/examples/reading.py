"""The story: every list and book, the exports, the log."""

from tests.api.examples.evening import Evening

NAMED = {"expand": "members"}
FEW = {"limit": 2}


def read(evening: Evening, game: str) -> None:
    """Read everything that there is to read, of a club whose read tables and log are complete."""
    _read_the_game(evening, game)
    _read_the_sitting(evening)
    _read_the_club(evening, game)
    _read_the_log(evening)
    for path, example in (
        ("/v1/laws", "Two of the laws"),
        ("/v1/readings", "Two of the readings"),
    ):
        evening.get(path, example, role=None, query=FEW)
    evening.get("/v1/laws/60", "One law", role=None)
    evening.get("/v1", "Where a program begins", role=None)
    evening.get("/livez", "The process answers", role=None)
    evening.get("/readyz", "The database can be written", role=None)


def _read_the_game(evening: Evening, game: str) -> None:
    evening.get(game, "A game that is over, with the names of its members", query=NAMED)
    evening.get(f"{game}/settlement", "The settlement of a game, with the names of its members", query=NAMED)
    evening.get(f"{game}/actions", "The beginning of the record of a game", query=FEW)
    evening.get(f"{game}/disputes", "The disputes of a game", query={"limit": 1})
    beside = {"step": 5, "beside": "written"}
    evening.get(f"{game}/disputes/1", "A dispute", query=NAMED)
    evening.get(f"{game}/replay", "A game after one step, beside what was first written", query=beside)


def _read_the_sitting(evening: Evening) -> None:
    sitting, fresh = evening.sitting, {"at_least": evening.position()}
    evening.get(sitting, "A sitting that is closed, with the names of its members", query=NAMED)
    evening.get(f"{sitting}/games", "The games of a sitting", query=FEW)
    evening.get(f"{sitting}/entries", "The entries of a sitting's book", query=FEW)
    evening.get(f"{sitting}/entries/1", "An entry of a sitting's book", query=NAMED)
    evening.get(f"{sitting}/results", "The results of a sitting", query=FEW)
    evening.get(f"{sitting}/pool", "The pools of a sitting", query={"limit": 1})
    evening.get(f"{sitting}/settlements", "The settlements of a sitting", query={"limit": 1})
    evening.get(f"{sitting}/buy-back", "The reconciliation sheet of a sitting", query=fresh)
    evening.get(f"{sitting}/books", "The accounts of a sitting", query=fresh)


def _read_the_club(evening: Evening, game: str) -> None:
    path, last = evening.path, evening.position()
    evening.get("/v1/me", "The owner's token, which names no member", query=NAMED)
    evening.get(path, "A club")
    evening.get(f"{path}/members", "Two of the members", query=FEW)
    evening.get(f"{path}/members/{evening.member['A']}", "A member")
    tokens = evening.get(f"{path}/tokens", "Two of the tokens", query=FEW)["items"]
    evening.get(f"{path}/tokens/{tokens[0]['id']}", "A token", query=NAMED)
    of_anna = {"from": "1895-10-01", "to": "1895-10-31", "member": evening.member["A"]}
    evening.get(f"{path}/sittings", "The sittings that are closed", query={"status": "closed"})
    evening.get(f"{path}/sittings", "Those of October at which a member sat", query={**of_anna, "limit": 1})
    evening.get(f"{path}/games", "The games in which a law mattered", query={"law": 60})
    evening.get(f"{path}/games", "Those of October in which a member was dealt in", query={**of_anna, "limit": 1})
    evening.get(f"{path}/results", "The results of a club in October", query={"from": "1895-10-01", "to": "1895-10-31"})
    evening.get(f"{path}/members/{evening.member['C']}/results", "The results of a member", query=FEW)
    evening.get(f"{path}/members/{evening.member['C']}/account", "The account of a member", query=FEW)
    evening.get(f"{path}/books", "The accounts of a club", query={"at_least": last})
    evening.get(f"{path}/audit", "The corrections in the audit", query={"kind": "correction"})
    of_one = {"game": game.rpartition("/")[2]}
    evening.get(f"{path}/exports/csv", "The results of a game as a table", query=of_one)
    evening.get(f"{path}/events", "The last three events of a club", query={"after": last - 3})


def _read_the_log(evening: Evening) -> None:
    path = evening.path
    size = evening.position()
    evening.get(f"{path}/log/checkpoint", "The newest checkpoint", query={"at_least": size})
    evening.get(f"{path}/log/receipt", "The receipt of a game", query={"game": evening.mistaken.rpartition("/")[2]})
    evening.get(f"{path}/log/consistency", "The log has only grown", query={"from": 3, "to": size})
    evening.post(f"{path}/verify", None, "The books are verified", role="owner", status=200)
    with evening.fixed.damaged(evening.club):
        evening.post(f"{path}/verify", None, "A difference is found in the books", role="owner", status=200)
    evening.post(f"{path}/log/verify", None, "The log is verified", role="owner", status=200)
