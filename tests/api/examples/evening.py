"""The story: a club, its evening at the table, and what is found wrong afterwards."""

from typing import Any

from ledger.gamefile import renamed
from tests.acts import ILLUSTRATED, body, command, commands
from tests.api.examples.fixed import Fixed
from tests.api.examples.recorder import Recorder
from tests.api.house import OPERATOR

NAMES = {"A": "Anna", "B": "Bertram", "C": "Clara", "D": "David", "E": "Edith", "F": "Frederick"}

FILE_OF_AN_EVENING = """\
held on 1895-10-12
ante 3
limit 12
currency LSD
players Anna, Bertram, Clara
counters Anna: 5 blue
counters Bertram: 5 blue
counters Clara: 5 blue

game dealer Anna
deal
Clara passes
Anna stakes 6
Bertram passes
"""
"""An evening of one game, as a club secretary writes it down."""

AT_THE_TABLE = "ABCDE"
"""Who plays the illustrated game. Frederick plays at the second table only."""

WORTH = {"blue": 12, "white": 9, "red": 3}
"""What a counter of each colour is worth at an ante of 3 and a limit of 12."""


class Evening:
    """The club as the story goes on: its members by letter, its tokens by role, the paths of its sitting and games."""

    def __init__(self, fixed: Fixed) -> None:
        self.fixed = fixed
        self.recorder = Recorder(fixed.app)
        self.token: dict[str, str] = {"operator": OPERATOR}
        self.member: dict[str, str] = {}
        self.club = self.path = self.sitting = self.mistaken = ""
        self.out = dict.fromkeys(WORTH, 0)

    def send(self, role: str | None, method: str, path: str, body: Any = None, **how: Any) -> Any:
        """Send a request with the token of a role, some time after the one before."""
        self.fixed.pass_time()
        return self.recorder.send(self.token[role] if role else None, method, path, body, **how)

    def get(self, path: str, example: str | None = None, *, role: str | None = "owner", **how: Any) -> Any:
        """Ask for something."""
        return self.send(role, "GET", path, example=example, **how)

    def post(
        self, path: str, body: Any = None, example: str | None = None, *, role: str | None = "scorekeeper", **how: Any
    ) -> Any:
        """Have something recorded."""
        sent = {} if body is None and "data" not in how else body
        return self.send(role, "POST", path, sent, example=example, **how)

    def follow(self) -> None:
        """Bring the read tables up to the log."""
        self.fixed.follow(self.club)

    def position(self) -> int:
        """The position of the last event that is signed."""
        size: int = self.get(f"{self.path}/log/checkpoint")["size"]
        return size

    def acts(self, game: str, acts: str, examples: dict[str, str] | None = None) -> dict[str, Any]:
        """Record acts written as in a game file, some of them as `examples` by their words; the answer to the last."""
        wanted = dict(examples or {})
        answer: dict[str, Any] = {}
        for act in commands(acts):
            sent = body(renamed(act, self.member.__getitem__))
            answer = self.post(f"{game}/actions", sent, wanted.pop(sent["action"], None))
        assert not wanted, f"no such act was recorded: {wanted}"
        return answer

    def players(self) -> list[str]:
        """The players of the first table, in seat order."""
        return [self.member[letter] for letter in AT_THE_TABLE]

    def open(self, body: dict[str, Any], example: str | None = None) -> str:
        """The path of a new sitting."""
        return f"/v1/sittings/{self.post(f'{self.path}/sittings', body, example)['id']}"

    def act(self, text: str) -> dict[str, Any]:
        """The body for an act that is written as in a game file, its players by letter."""
        return body(renamed(command(text), self.member.__getitem__))

    def begin(self, example: str | None = None, **body: Any) -> str:
        """The path of the next game of the sitting."""
        answer = self.post(f"{self.sitting}/games", body, example)
        return f"/v1/games/{answer['id']}"


def found(evening: Evening) -> None:
    """Found the club, enter its members, and issue its tokens."""
    founded = evening.post(
        "/v1/clubs",
        {"name": "The Green Baize", "currency": "LSD"},
        "A club is founded",
        role="operator",
        headers={"Idempotency-Key": "the-green-baize"},
    )
    evening.club, evening.path = founded["id"], f"/v1/clubs/{founded['id']}"
    evening.token["owner"] = founded["token"]
    for letter, name in NAMES.items():
        example = "A member is entered" if letter == "A" else None
        entered = evening.post(f"{evening.path}/members", {"name": name}, example, role="owner")
        evening.member[letter] = entered["id"]
    for role in ("scorekeeper", "auditor"):
        example = "A token for the scorekeeper is issued" if role == "scorekeeper" else None
        wanted = {"role": role, "label": f"the {role}'s"}
        evening.token[role] = evening.post(f"{evening.path}/tokens", wanted, example, role="owner")["token"]
    for_tonight = {"role": "scorekeeper", "label": "for tonight", "expires_at": "1895-10-06T03:00:00Z"}
    evening.post(f"{evening.path}/tokens", for_tonight, "A token that expires is issued", role="owner")
    of_anna = {"role": "player", "member": evening.member["A"], "label": "Anna's own"}
    evening.token["player"] = evening.post(
        f"{evening.path}/tokens", of_anna, "A token for a player is issued", role="owner"
    )["token"]


def sit_down(evening: Evening) -> None:
    """Open the sitting, sell counters to its players, and cut for the deal."""
    member = {letter: evening.member[letter] for letter in AT_THE_TABLE}
    everybody = list(member.values())
    evening.sitting = evening.open(
        {
            "ante": 3,
            "limit": 12,
            "players": everybody,
            "held_on": "1895-10-05",
            "articles": {
                "kitty": {"amount": 1, "purpose": "reward", "class": "flush"},
                "readings": {"hearts": "always"},
            },
            "agreed_by": everybody,
        },
        "A sitting is opened",
    )
    counters = {"red": 10, "white": 5, "blue": 5}
    evening.out = {colour: number * len(member) for colour, number in counters.items()}
    for letter, player in member.items():
        sale = {"player": player, **counters, "on_credit": letter == "E"}
        example = {"A": "Counters are sold for money", "E": "Counters are sold on credit"}.get(letter)
        evening.post(f"{evening.sitting}/counter-sales", sale, example)
    twice = evening.post(f"{evening.sitting}/counter-sales", {"player": member["A"], **counters})
    strike = {"strike": [twice["id"]], "reason": "written down twice"}
    evening.post(f"{evening.sitting}/corrections", strike, "An entry of the book is struck")
    cards = dict(zip(everybody, ("2h", "Kh", "9d", "8c", "7s"), strict=True))
    evening.post(f"{evening.sitting}/cuts", {"cards": cards}, "Everybody draws a card for the deal")
    limits = {"player": member["B"], "loss": 120, "stop_at": "1895-10-06T01:00:00Z"}
    evening.post(f"{evening.sitting}/limits", limits, "A player sets himself limits")
    evening.post(f"{evening.sitting}/pen", None, "The pen is taken")


def play(evening: Evening) -> str:
    """Play the illustrated game; its path."""
    game = evening.begin("A game begins")
    waiver = {"law": 22, "agreed_by": evening.players()}
    evening.post(f"{game}/waivers", waiver, "All the players set a law aside for this game")
    before_the_draw, after_it = ILLUSTRATED.partition("B draws 2")[::2]
    evening.acts(
        game,
        "B shuffles; E cuts; deal A: 2h 5h 9h Jh 8d; B: Qc Qd 8s 3d 4c" + before_the_draw.partition("deal")[2],
        {
            "shuffle": "A player shuffles",
            "cut": "The pack is cut",
            "deal": "The deal is recorded with two of the hands",
            "stake": "The player whose turn it is stakes",
            "pass": "The player whose turn it is throws his hand down",
        },
    )
    evening.acts(
        game,
        "B draws 2" + after_it.replace("A draws 1", "A draws 1; B asks the dealer; B raises his cards"),
        {
            "draw": "A player draws two cards",
            "take_up": "A player raises the cards that he drew",
            "ask_dealer": "A player asks how many cards the dealer drew",
            "show": "A hand is shown",
        },
    )
    return game


def win_the_reward(evening: Evening) -> None:
    """Make a game void that was begun by mistake, and play two: in the first of them a flush earns the reward."""
    evening.mistaken = evening.begin()
    because = {"reason": "begun before Clara had come back", "agreed_by": evening.players()}
    evening.post(f"{evening.mistaken}/void", because, "A game begun by mistake is made void")
    game = evening.begin()
    evening.acts(
        game,
        "deal; D stakes 6; E passes; A stakes 6; B passes; C stakes 3; C draws 3; D draws 1; A keeps;"
        "D stakes 6; A stakes 6; C passes; D shows Ts Tc 4d 4s Kc; A shows 2h 5h 9h Jh 3h",
    )
    evening.get(f"{game}/settlement", "A settlement in which a flush earns the reward")
    at_once = [evening.act(text) for text in ("deal", "E stakes 6", "A passes", "B passes", "C passes", "D passes")]
    evening.post(f"{evening.begin()}/actions", at_once, "Several acts are recorded together, all or none")


def sit_down_again(evening: Evening) -> None:
    """Open a second table of six, Anna and Bertram with few counters, and with a kitty of its own."""
    members = list(evening.member.values())
    kitty = {"kitty": {"amount": 1, "purpose": "reward", "class": "fours"}}
    evening.sitting = evening.open(
        {"ante": 3, "limit": 12, "players": members, "articles": kitty, "agreed_by": members}
    )
    evening.out = dict.fromkeys(WORTH, 0)
    for letter, player in evening.member.items():
        sale = {"player": player, "red": 0, "white": 0, "blue": 0, "odd": {"A": 15, "B": 20}.get(letter, 90)}
        evening.post(f"{evening.sitting}/counter-sales", sale)


def deal_at_the_second_table(evening: Evening) -> str:
    """Begin a game in which David is to open; its path."""
    game = evening.begin(dealer=evening.member["A"])
    evening.acts(game, "C straddles; deal", {"straddle": "A player straddles"})
    return game


def play_rarely(evening: Evening, game: str) -> None:
    """Play that game, and one that nobody opens, in both of which rarer acts occur."""
    evening.acts(
        game,
        """D stakes 12; E stakes 12; F stakes 12; A stakes 12; B stakes 9; C stakes 6
        B draws 5; C draws 5; D draws 5; E draws 5
        collect announced F 5, A 2 cut by F; F draws 5; A draws 2
        C stands; D stakes 12; E passes; F passes; A demands a show; B borrows 4 of C; B stakes 12; C passes
        D shows Qh Qd 9s 5c 3d; A shows Ah Ad 8s 6c 2d; B shows Jh Jd 7s 4c 2c
        """,
        {
            "collect_discards": "The discards are shuffled because the pack is too short",
            "stand": "A player declines to bet",
            "demand_show": "A player deposits all that he has and is shown for it",
            "borrow": "A player borrows of another to call",
        },
    )
    settlement = evening.get(f"{game}/settlement", "A settlement that another reading would have turned")
    paid = {award["player"]: award["amount"] for award in settlement["awards"]}
    paid[evening.member["A"]] -= 5
    paid[evening.member["B"]] = paid.get(evening.member["B"], 0) + 6
    wrongly = {"paid": paid, "from": {"kitty": 1}, "reason": "paid so at the table, and the kitty forgotten"}
    evening.post(f"{game}/paid", wrongly, "More was paid out of the pool than the laws award")
    evening.get(evening.sitting, "A sitting at which a game was paid otherwise than the laws give it")


def play_a_jack_pot(evening: Evening) -> str:
    """Play a game that nobody opens, its path, and the jack-pot after it, which is opened falsely."""
    unopened = evening.begin()
    evening.acts(
        unopened,
        """E distracts the dealer; misdeal face_up irregularly; D exposes Qh irregularly; deal
        C holds 4 dealt irregularly; D passes; E passes; F passes; A passes; B passes
        """,
        {
            "distract": "A player speaks to the dealer while he deals",
            "misdeal": "The deal is void because a card lay face up",
            "expose": "Everybody sees a card on its way to a player",
            "foul": "A hand is found to hold four cards",
        },
    )
    jack_pot = evening.begin("A game begins with a jack-pot")
    evening.acts(jack_pot, "deal; F holds 6 dealt irregularly; E stakes 6; A passes; B passes; C passes; D passes")
    evening.acts(jack_pot, "E shows Th Td 9c 4s 2h")
    evening.get(f"{jack_pot}/settlement", "A settlement with a refund and a penalty")
    evening.get(evening.sitting, "A sitting at which a pool is carried")
    evening.follow()
    evening.get(f"{evening.path}/members/{evening.member['C']}/account", "The account of a member who sits at a table")
    return unopened


def find_slips(evening: Evening, game: str) -> None:
    """Correct a game of the open sitting, record what was paid, and hear a dispute over it."""
    member, sitting = evening.member, evening.sitting
    passed = {"after": 6, "action": {"action": "pass", "player": member["D"]}}
    corrected = {"strike": [6], "insert": [passed], "reason": "David passed, as he always said"}
    after = evening.post(f"{game}/corrections", corrected, "An act is struck and another put in its place")
    awards = {award["player"]: award["amount"] for award in after["settlement"]["awards"]}
    evening.post(f"{game}/paid", {"paid": awards, "reason": "as awarded"}, "What was paid out of the pool")
    unsealing = {"player": member["B"], "reason": "a complaint of Clara's"}
    evening.post(f"{game}/unsealings", unsealing, "An auditor reads a hand after the game", role="auditor")
    asked, other = "What would follow under another reading", {"readings": {"hearts": "flush_only"}}
    named = {"role": "owner", "status": 200, "query": {"expand": "members"}}
    evening.post(f"{game}/what-if", other, asked, **named)
    evening.post(f"{sitting}/what-if", other, f"{asked}, all evening long", **named)
    laid = {"parties": [member["C"]], "kind": "fact", "question": "Did Clara stake six?", "step": 5}
    dispute = evening.post(f"{game}/disputes", laid, "A dispute is laid before the referee")
    said = {"witness": dispute["witnesses"][0], "can_give": True, "statement": "It was two red counters."}
    evening.post(f"{game}/disputes/1/evidence", said, "A witness gives evidence")
    ruling = {"referee": dispute["referee"], "ruling": "It was six."}
    evening.post(f"{game}/disputes/1/ruling", ruling, "The referee rules")
    again = {"parties": [member["E"]], "kind": "fact", "question": "Did Edith throw her cards down?", "step": 13}
    dispute = evening.post(f"{game}/disputes", again)
    seen = {"strike": [13], "insert": [{"after": 13, "action": {"action": "pass", "player": member["E"]}}]}
    ruling = {"referee": dispute["referee"], "ruling": "She did.", "correction": seen}
    evening.post(f"{game}/disputes/2/ruling", ruling, "The referee rules, and the record is corrected")
    agreed = {"readings": {"hearts": "flush_only"}, "agreed_by": evening.players(), "reason": "as agreed"}
    evening.post(f"{sitting}/articles", agreed, "Articles that were set down wrongly are corrected")
    for affected in evening.get(sitting)["affected"]:
        anew = {"rebase": True, "reason": "judged by the articles as they were agreed"}
        evening.post(f"/v1/games/{affected}/corrections", anew, "A game that is affected is judged again")


def hand_in(evening: Evening, letter: str, example: str | None = None) -> None:
    """Buy back all the counters that a player has."""
    player = evening.member[letter]
    funds = evening.get(evening.sitting)["funds"][player]
    counted = {"player": player}
    for colour, worth in WORTH.items():
        counted[colour] = min(evening.out[colour], funds // worth)
        evening.out[colour] -= counted[colour]
        funds -= counted[colour] * worth
    evening.post(f"{evening.sitting}/buy-backs", {**counted, "odd": funds}, example)


def go_home(evening: Evening) -> None:
    """Let a player go and come back, buy the counters back, and close the first sitting."""
    sitting, david = evening.sitting, evening.member["D"]
    hand_in(evening, "D", "A player's counters are bought back")
    evening.post(f"{sitting}/departures", {"player": david}, "A player leaves the table")
    back = {"player": david, "left_of": evening.member["C"]}
    evening.post(f"{sitting}/arrivals", back, "A member sits down between two players")
    for letter in "ABCE":
        hand_in(evening, letter)
    to_club = {"kitty": {"to_club": True, "agreed_by": evening.players()}}
    evening.post(f"{sitting}/close", to_club, "A sitting is closed, and an unclaimed kitty becomes the club's")


def divide_what_is_carried(evening: Evening) -> None:
    """Pay a loan at the second sitting, buy the counters back, and close it on a carried pool that is divided."""
    member, sitting = evening.member, evening.sitting
    paid = {"player": member["B"], "amount": 4, "toward": "loan", "to": member["C"]}
    evening.post(f"{sitting}/payments", paid, "A player pays back what he borrowed of another")
    while affected := evening.get(sitting)["affected"]:
        stands = {"as_played": True, "reason": "everybody is content with it"}
        evening.post(f"/v1/games/{affected[0]}/corrections", stands, "A game that is affected stands as it was played")
    for letter in member:
        hand_in(evening, letter)
    stood = evening.get(sitting)
    share, rest = divmod(stood["carried"], len(member))
    divided = {player: share + (rest if n == 0 else 0) for n, player in enumerate(stood["seats"])}
    consent = {"carried": {"divided": divided, "agreed_by": stood["seats"]}}
    evening.post(f"{sitting}/close", consent, "A sitting is closed, and the carried pool divided")


def find_slips_late(evening: Evening, game: str, unopened: str) -> None:
    """Correct games after the close, and settle by a payment what follows from it."""
    late = {"strike": [23], "insert": [{"after": 23, "action": evening.act("C shows Kh Kd 5s 7c 4d")}]}
    corrected = evening.post(
        f"{game}/corrections",
        {**late, "reason": "the third king was the four of spades"},
        "A game is corrected after the close of its sitting",
    )
    (owed, *_) = corrected["adjustment"]["loans"]
    sitting = f"/v1/sittings/{corrected['game']['sitting']}"
    paid = {"player": owed["borrower"], "amount": owed["amount"], "toward": "loan", "to": owed["lender"]}
    evening.post(f"{sitting}/payments", paid, "A member pays what an adjustment made him owe")
    opened = {"strike": [10], "insert": [{"after": 10, "action": evening.act("B stakes 6")}]}
    evening.post(
        f"{unopened}/corrections",
        {**opened, "reason": "Bertram opened it"},
        "A game is corrected that a closed sitting went on from",
    )
    other = {"readings": {"opening_minimum": "together"}}
    evening.post(
        f"{evening.sitting}/what-if", other, "A reading under which the record stops", role="owner", status=200
    )


def send_a_file(evening: Evening) -> None:
    """Judge an evening that was written down as text, find a slip in it, and record it."""
    path = f"{evening.path}/game-files"
    dry = {"dry_run": "true"}
    evening.post(path, FILE_OF_AN_EVENING, "A game file is judged, and nothing recorded", status=200, query=dry)
    slip = FILE_OF_AN_EVENING.replace("Clara passes", "Carla passes")
    evening.post(path, slip, "A game file has a slip", status=422)
    evening.post(path, FILE_OF_AN_EVENING, "A game file is recorded")


def name_a_receiver(evening: Evening) -> None:
    """Have the club's events sent to an address, try it, and try again what was given up; remove another."""
    path = f"{evening.path}/webhooks"
    wanted = {
        "url": "https://receiver.example/poolbook",
        "events": ["game.settled", "sitting.closed"],
        "description": "the results board in the hall",
    }
    webhook = evening.post(path, wanted, "A webhook is added", role="owner")["id"]
    other = evening.post(path, {"url": "https://receiver.example/all"}, role="owner")["id"]
    evening.post(f"{path}/{webhook}/ping", None, "A webhook is tried", role="owner", status=200)
    evening.post(f"{path}/{webhook}/secret", None, "A webhook is given another secret", role="owner")
    first = evening.position()
    evening.fixed.give_up(evening.club, webhook, first - 2, first - 1)
    few = {"limit": 1}
    evening.get(f"{path}/{webhook}/dead", "The first message that was given up", query=few)
    again = "A message that was given up is tried once more"
    evening.post(f"{path}/{webhook}/dead/{first - 2}/retry", None, again, role="owner", status=200)
    every = "Every message that was given up is tried once more"
    evening.post(f"{path}/{webhook}/dead/retry", None, every, role="owner", status=200)
    evening.get(path, "One of the webhooks", query=few)
    evening.get(f"{path}/{webhook}", "A webhook, and how the sending to it stands")
    evening.post(f"{path}/{other}/remove", None, "A webhook is removed", role="owner")


def tidy_up(evening: Evening) -> None:
    """Change names, erase what is to be forgotten, and revoke a token."""
    path, edith = evening.path, f"{evening.path}/members/{evening.member['E']}"
    evening.post(f"{edith}/name", {"name": "Edith Grey"}, "A member takes another name", role="owner")
    evening.post(f"{path}/name", {"name": "The Greener Baize"}, "The club takes another name", role="owner")
    evening.post(f"{edith}/erasure", {"reason": "she asked for it"}, "The name of a member is erased", role="owner")
    tokens = evening.get(f"{path}/tokens")["items"]
    label = {"stream": evening.club, "version": 2, "part": "label", "reason": "it named a person"}
    evening.post(f"{path}/erasures", label, "The label of a token is erased", role="owner")
    evening.post(f"{path}/tokens/{tokens[-1]['id']}/revoke", None, "A token is revoked", role="owner")
