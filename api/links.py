"""Links between operations: what can be asked next with what was answered, for the OpenAPI document."""

from collections.abc import Mapping
from typing import Any

HERE = "$request.path."
"""Before the name of a part of the request's own path."""
ANSWERED = "$response.body#/"
"""Before the name of a field of the answer."""

Parameters = Mapping[str, str]
"""Where each part of the path of the other operation comes from."""

_NEW_CLUB = {"club": ANSWERED + "id"}
_NEW_SITTING = {"sitting": ANSWERED + "id"}
_RECORDED_SITTING = {"sitting": ANSWERED + "sitting"}
_NEW_GAME = {"game": ANSWERED + "id"}
_SITTING = {"sitting": HERE + "sitting"}
_GAME = {"game": HERE + "game"}
_NEW_MEMBER = {"club": HERE + "club", "member": ANSWERED + "id"}
_NEW_TOKEN = {"club": HERE + "club", "token": ANSWERED + "id"}
_NEW_WEBHOOK = {"club": HERE + "club", "webhook": ANSWERED + "id"}
_NEW_ENTRY = {**_SITTING, "n": ANSWERED + "id"}
_NEW_DISPUTE = {**_GAME, "n": ANSWERED + "n"}

_ENTERED = (
    *("sell_counters", "buy_counters_back", "record_payment", "record_arrival", "record_departure", "set_limits"),
    *("correct_sitting", "correct_articles"),
)
_ACTED = ("record_action", "waive_law")
_MENDED = ("correct_game", "void_game", "record_payout")

LINKS: Mapping[str, Mapping[str, Parameters]] = {
    "found_club": dict.fromkeys(("read_club", "enter_member", "issue_token", "open_sitting"), _NEW_CLUB),
    "enter_member": dict.fromkeys(("read_member", "rename_member", "member_account", "member_results"), _NEW_MEMBER),
    "issue_token": dict.fromkeys(("read_token", "revoke_token"), _NEW_TOKEN),
    "add_webhook": dict.fromkeys(
        ("read_webhook", "ping_webhook", "list_dead_messages", "renew_webhook_secret", "remove_webhook"), _NEW_WEBHOOK
    ),
    "ping_webhook": {"read_webhook": {"club": HERE + "club", "webhook": HERE + "webhook"}},
    "record_game_file": dict.fromkeys(("read_sitting", "list_games", "sitting_results"), _RECORDED_SITTING),
    "open_sitting": dict.fromkeys(
        ("read_sitting", "sell_counters", "record_cut", "begin_game", "list_games", "close_sitting"), _NEW_SITTING
    ),
    "read_sitting": {
        "read_game": {"game": ANSWERED + "game"},
        **dict.fromkeys(("list_games", "list_entries", "sitting_results", "read_pools", "read_sheet"), _SITTING),
    },
    **{entered: {"read_entry": _NEW_ENTRY, "read_sitting": _SITTING} for entered in _ENTERED},
    "begin_game": dict.fromkeys(("read_game", "record_action", "list_actions"), _NEW_GAME),
    "read_game": {
        "read_sitting": {"sitting": ANSWERED + "sitting"},
        **dict.fromkeys(("record_action", "replay_game", "read_settlement"), _GAME),
    },
    **{acted: dict.fromkeys(("read_game", "replay_game", "read_settlement"), _GAME) for acted in _ACTED},
    **{mended: dict.fromkeys(("read_game", "list_actions"), _GAME) for mended in _MENDED},
    "lay_dispute": dict.fromkeys(("read_dispute", "give_evidence", "rule_dispute"), _NEW_DISPUTE),
}
"""For each operation the operations that follow from its answer."""


def add_links(operations: Mapping[str, dict[str, Any]]) -> None:
    """Put the links into the answers of the operations, which are given by their names."""
    for name, links in LINKS.items():
        responses = operations[name]["responses"]
        success = responses.get("201") or responses["200"]
        success["links"] = {
            other: {
                "operationId": other,
                "parameters": dict(parameters),
                "description": operations[other]["summary"],
            }
            for other, parameters in links.items()
        }
