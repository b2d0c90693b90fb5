"""The story: what is answered where something is wrong. One example of each common problem."""

from uuid import UUID

from api.requests import LARGEST_BODY
from tests.api.examples.evening import Evening

UNKNOWN = "18951005-0000-4000-8000-999999999999"


def stumble(evening: Evening, game: str) -> None:
    """Ask for what cannot be, in as many ways as there are common problems."""
    sitting, member = evening.sitting, evening.member
    acts = f"{game}/actions"

    def fails(status: int, path: str, body: object, example: str, **how: object) -> None:
        how = {"role": "scorekeeper", **how}
        evening.post(path, body, example, status=status, **how)

    fails(400, acts, None, "The body breaks off", data=b'{"action": "stake", "amount": ')
    fails(401, acts, {"action": "pass"}, "Nobody knows the token", role=None)
    fails(403, f"{evening.path}/members", {"name": "George"}, "The role of the token does not suffice")
    fails(404, f"/v1/games/{UNKNOWN}/actions", {"action": "pass"}, "The club has no such game")
    fails(412, acts, {"action": "pass"}, "Somebody wrote in the meantime", headers={"If-Match": '"1"'})
    fails(413, acts, None, "The body is too large", data=b"[" + b" " * LARGEST_BODY)
    fails(415, acts, None, "The body is not sent as JSON", data=b"action=pass", content_type="text/plain")
    fails(422, acts, {"action": "stake", "amount": "6", "colour": "red"}, "What is sent makes no sense")
    fails(422, acts, {"action": "stake", "amount": 5}, "A law forbids it")
    fails(422, acts, {"action": "pass", "player": member["E"]}, "It is another player's turn")
    fails(422, f"{sitting}/close", None, "The state of the table forbids it")
    with evening.fixed.limited():
        for _ in range(10):
            evening.get("/v1/me")
        evening.get("/v1/me", "The token asks too often", status=429)
    last = evening.fixed.clubs.books(UUID(evening.club)).store.max_position()
    evening.get(f"{evening.path}/sittings", "The read tables lag", status=503, query={"at_least": last})


def lose_a_race(evening: Evening) -> None:
    """Found another club, and enter a member there while others write, again and again."""
    founded = evening.post("/v1/clubs", {"name": "The Card Room", "currency": "EUR"}, role="operator")
    evening.token["stranger"] = founded["token"]
    members = f"/v1/clubs/{founded['id']}/members"
    with evening.fixed.outrun(founded["id"]):
        example = "Others wrote at the same time, each time"
        evening.post(members, {"name": "Harriet"}, example, role="stranger", status=409)
