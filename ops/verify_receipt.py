"""Verify the receipt of a game without the service that gave it.

    python -m ops.verify_receipt RECEIPT --key VKEY [--checkpoint FILE [--consistency FILE]]

This one file needs Python 3.11 and the package `cryptography`, and nothing of poolbook: copy it wherever you trust the
machine. It shares no code with the service on purpose, so that one mistake cannot be made on both sides.

What it asks of a receipt, in this order; the first thing that is wrong is named, and nothing is claimed then:

  1. The file is a receipt in a format that is known here (`unreadable`, `not_a_receipt`, `other_version`, `malformed`).
  2. The key verifies the checkpoint, and the checkpoint is of the club that the receipt names (`bad_key`,
     `bad_checkpoint`, `other_club`, `bad_signature`).
  3. Every event, hashed from its bytes (SHA-256 as in RFC 9162), stands in the log at its index (`not_in_log`).
  4. The game's events are numbered from 1 without a gap, in the order of the log, and the game comes to its end
     (`gap`, `not_a_game`, `unfinished`).
  5. Whatever is disclosed of what was sealed is what was sealed (`broken_seal`).
  6. The settlement adds up, from the stakes to the results (`does_not_add_up`).
  7. With --checkpoint: the log has not been told otherwise to others (`forked`, `not_comparable`, `bad_consistency`).

A frame, which is what a leaf hashes after one byte 00, is four fields, each as its length (8 bytes, big-endian) and its
bytes: the stream, which is the game's UUID (16 bytes), the version (8 bytes, big-endian), the topic, the state.

The key is published by the club as `<name>+<key id>+<key>`. Get it from anywhere but the service itself.

What a receipt cannot show: what was recorded of the game after its checkpoint, what was withheld from its reader, and
whether what was recorded is what happened at the table.

Exit codes: 0 everything holds, 65 something is wrong with a file, 64 the command line is wrong.
"""

import argparse
import base64
import binascii
import hashlib
import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn
from uuid import UUID

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

OK, USAGE, DATA = 0, 64, 65
RECEIPT, CONSISTENCY, VERSION = "poolbook-receipt", "poolbook-consistency", 1
LARGEST_FILE = 64 * 1024 * 1024

_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
# A signature has 92 letters at the least: a shorter one is what a crash left of a line in the file of checkpoints.
_NOTE = re.compile(
    r"(?P<text>(?P<origin>\S+)\n(?P<size>[1-9][0-9]{0,17})\n(?P<root>\S+)\n)\n(?P<signatures>(— \S+ \S{92,}\n)+)"
)
_SIGNATURE = re.compile(r"— (\S+) (\S+)\n")


class Wrong(Exception):
    """What is wrong: a name that stays the same, and a sentence."""

    def __init__(self, name: str, sentence: str) -> None:
        super().__init__(f"{name}: {sentence}")
        self.name = name


class Misused(Wrong):
    """What is wrong is the command line, not a file."""


@dataclass(frozen=True)
class Key:
    """A key that verifies the notes of one log."""

    name: str
    id: bytes
    public: Ed25519PublicKey


@dataclass(frozen=True)
class Checkpoint:
    """A note whose signature has been verified."""

    origin: str
    size: int
    root: bytes
    key_id: bytes


# What a file says


def read(path: Path) -> str:
    """The text of a file."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise Wrong("unreadable", f"{path} has more than {LARGEST_FILE} bytes")
        return path.read_bytes().decode()
    except OSError as error:
        raise Wrong("unreadable", f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise Wrong("unreadable", f"{path} is not text in UTF-8") from error


def parsed(text: str, what: str) -> Any:
    """JSON in which no name stands twice."""
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise Wrong("unreadable", f"{what} is not JSON, or was cut off: {error}") from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands twice in one object")
    return found


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number")


def shaped(value: Any, what: str, kinds: Mapping[str, type | tuple[type, ...]]) -> dict[str, Any]:
    """An object with exactly these names, each of its kind."""
    if not isinstance(value, dict):
        raise Wrong("malformed", f"{what} is not an object")
    for name, kind in kinds.items():
        if name not in value:
            raise Wrong("malformed", f"{what} has no {name!r}")
        if not isinstance(value[name], kind) or isinstance(value[name], bool):
            raise Wrong("malformed", f"{name!r} of {what} is not what it should be")
    if more := sorted(set(value) - set(kinds)):
        raise Wrong("malformed", f"{what} has {more[0]!r}, which this format does not know")
    return value


def document(text: str, kind: str, what: str, kinds: dict[str, Any]) -> dict[str, Any]:
    """A document of one of the two formats."""
    value = parsed(text, what)
    if not isinstance(value, dict) or value.get("format") != kind:
        raise Wrong("not_a_receipt" if kind == RECEIPT else "malformed", f"{what} is not a {kind} document")
    if value.get("version") != VERSION or isinstance(value["version"], bool):
        raise Wrong("other_version", f"{what} is of version {value.get('version')!r}, and {VERSION} is known here")
    return shaped(value, what, {"format": str, "version": int, **kinds})


def unbased(text: Any, what: str, length: int | None = 32) -> bytes:
    """Bytes written in base64, in the one way in which they can be."""
    try:
        data = base64.b64decode(text, validate=True) if isinstance(text, str) else b""
    except (binascii.Error, ValueError):
        data = b""
    if not data or base64.b64encode(data).decode() != text or (length and len(data) != length):
        raise Wrong("malformed", f"{what} is not {f'{length} bytes in base64' if length else 'base64'}")
    return data


# The key and the checkpoint


def key_of(text: str) -> Key:
    """A key as it is published: name, key id in hexadecimal, and the kind of key and the key in base64."""
    parts = text.strip().split("+", 2)
    if len(parts) != 3 or not parts[0]:
        raise Misused("bad_key", "a key is written <name>+<key id>+<key in base64>")
    try:
        data = unbased(parts[2], "the key", 33)
    except Wrong as error:
        raise Misused("bad_key", "the key after the second + is not an Ed25519 key in base64") from error
    if data[0] != 1:
        raise Misused("bad_key", f"the key is of kind {data[0]}, and only 1, Ed25519, is known here")
    id = hashlib.sha256(parts[0].encode() + b"\n" + data).digest()[:4]
    if parts[1] != id.hex():
        raise Misused(
            "bad_key", f"the key id is {parts[1]}, and that of this name and key is {id.hex()}: was it copied whole?"
        )
    return Key(parts[0], id, Ed25519PublicKey.from_public_bytes(data[1:]))


def checkpoint_of(note: str, club: str, keys: Sequence[Key], what: str) -> Checkpoint:
    """The checkpoint in a note, when one of the keys has signed it for this club."""
    found = _NOTE.fullmatch(note)
    if not found:
        raise Wrong("bad_checkpoint", f"{what} is not a signed note of a log")
    origin, expected = found["origin"], f"poolbook/{club}"
    if origin != expected:
        raise Wrong("other_club", f"{what} is signed by the log {origin}, and the receipt is of the club {club}")
    try:
        root = unbased(found["root"], "the root")
    except Wrong as error:
        raise Wrong("bad_checkpoint", f"{what}: the root is not 32 bytes in base64") from error
    ours = [key for key in keys if key.name == expected]
    if not ours:
        raise Wrong("other_club", f"the key given is of {keys[0].name}, and {what} is of {expected}")
    for name, blob in _SIGNATURE.findall(found["signatures"]):
        try:
            data = unbased(blob, "the signature", 68)
        except Wrong as error:
            raise Wrong("bad_signature", f"a signature of {what} is not 68 bytes in base64") from error
        for key in ours:
            if (name, data[:4]) == (key.name, key.id):
                _verify(key, data[4:], found["text"], what)
                return Checkpoint(origin, int(found["size"]), root, key.id)
    ids = ", ".join(key.id.hex() for key in ours)
    raise Wrong("bad_signature", f"{what} is not signed by the key given ({ids})")


def _verify(key: Key, signature: bytes, text: str, what: str) -> None:
    try:
        key.public.verify(signature, text.encode())
    except InvalidSignature as error:
        raise Wrong("bad_signature", f"the signature of {what} is not one of the key {key.id.hex()}") from error


# The log


def leaf(game: str, version: int, topic: str, state: str) -> bytes:
    """The hash of an event, from its bytes."""
    fields = (UUID(game).bytes, version.to_bytes(8, "big"), topic.encode(), state.encode())
    frame = b"".join(len(each).to_bytes(8, "big") + each for each in fields)
    return hashlib.sha256(b"\x00" + frame).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def root_above(hashed: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """The root that an inclusion proof leads to, walking up by levels; None where it is too long or too short."""
    steps = iter(path)
    while size > 1:
        if index % 2 or index + 1 < size:
            other = next(steps, None)
            if other is None:
                return None
            hashed = _node(other, hashed) if index % 2 else _node(hashed, other)
        index, size = index // 2, (size + 1) // 2
    return hashed if next(steps, None) is None else None


def grows(first: int, second: int, older: bytes, newer: bytes, path: Sequence[bytes]) -> bool:
    """Whether a consistency proof leads to both roots: the older from its left parts, the newer from all."""
    if not 0 < first < second:
        return first == second and older == newer and not path
    steps = iter(path)
    index, last = first - 1, second - 1
    while index % 2:
        index, last = index // 2, last // 2
    start = older if not index else next(steps, None)
    left = whole = start
    while last:
        if index % 2 or index < last:
            other = next(steps, None)
            if other is None or left is None or whole is None:
                return False
            if index % 2:
                left, whole = _node(other, left), _node(other, whole)
            else:
                whole = _node(whole, other)
        index, last = index // 2, last // 2
    return (left, whole) == (older, newer) and next(steps, None) is None


@dataclass(frozen=True)
class Event:
    """An event of the game that stands in the log."""

    version: int
    index: int
    topic: str
    at: str
    public: dict[str, Any]
    disclosed: int
    sealed: int


_EVENT = {"index": int, "version": int, "topic": str, "state": str, "sealed": list, "proof": list}
_STATE = {"version": int, "at": str, "command": str, "actor": dict, "public": dict, "seals": dict}
_PART = {"part": str, "salt": str, "body": str}


def events_of(receipt: dict[str, Any], checkpoint: Checkpoint) -> list[Event]:
    """The events, each proved to stand in the log, from the first on without a gap."""
    found: list[Event] = []
    for number, value in enumerate(receipt["events"], 1):
        what = f"event {number}"
        said = shaped(value, what, _EVENT)
        if said["version"] != number:
            raise Wrong("gap", f"{what} of the receipt is version {said['version']} of the game: one is missing")
        if found and said["index"] <= found[-1].index:
            raise Wrong("gap", f"{what} does not come after the one before it in the log")
        path = [unbased(each, f"the proof of {what}") for each in said["proof"]]
        if not 0 <= said["index"] < checkpoint.size:
            raise Wrong("not_in_log", f"{what} is said to stand at {said['index']}, in a log of {checkpoint.size}")
        try:
            hashed = leaf(receipt["game"], number, said["topic"], said["state"])
        except UnicodeEncodeError as error:
            raise Wrong("malformed", f"{what} holds what is no text") from error
        if root_above(hashed, said["index"], checkpoint.size, path) != checkpoint.root:
            raise Wrong("not_in_log", f"{what} ({said['topic']}) is not what stands in the log at {said['index']}")
        found.append(_opened(said, what))
    if not found:
        raise Wrong("gap", "the receipt has no events")
    return found


def _opened(said: dict[str, Any], what: str) -> Event:
    """An event with its state read, when what is disclosed of it is what was sealed."""
    state = shaped(parsed(said["state"], f"the state of {what}"), f"the state of {what}", _STATE)
    disclosed = set()
    for value in said["sealed"]:
        part = shaped(value, f"a sealed part of {what}", _PART)
        name = part["part"]
        salt = unbased(part["salt"], f"the salt of {name!r} in {what}", None)
        try:
            sealed = hashlib.sha256(salt + part["body"].encode()).hexdigest()
        except UnicodeEncodeError as error:
            raise Wrong("malformed", f"{name!r} in {what} holds what is no text") from error
        if state["seals"].get(name) != sealed:
            raise Wrong("broken_seal", f"{name!r} of {what} is not what was sealed when it was recorded")
        if name in disclosed:
            raise Wrong("malformed", f"{name!r} of {what} is disclosed twice")
        disclosed.add(name)
    return Event(
        said["version"], said["index"], said["topic"], state["at"], state["public"], len(disclosed), len(state["seals"])
    )


# The game


_ENDS = ("game.settled", "game.unopened")
_NO_ACTS = (*_ENDS, "game.stake_counted", "game.paid", "game.voided", "game.begun")
_STAKES = ("game.straddled", "game.staked", "game.show_demanded")

Fact = tuple[str, dict[str, Any]]
"""A topic, and the public part of the event."""


def standing(events: Iterable[Event]) -> list[Fact]:
    """What stands of the game after its corrections, each of which carries what takes the place of its end."""
    found: list[Fact] = []
    for event in events:
        if event.topic != "game.corrected":
            found.append((event.topic, event.public))
            continue
        after, begun = event.public["after"], event.public["begun"]
        kept = 1 + max(
            (n for n, (topic, said) in enumerate(found) if topic not in _NO_ACTS and said.get("step") == after),
            default=0,
        )
        found = found[:kept] if after else found[:1]
        found[:1] = [(each["topic"], each["public"]) for each in begun] or found[:1]
        found += [(each["topic"], each["public"]) for each in event.public["tail"]]
    return found


def contributions(facts: Sequence[Fact]) -> dict[str, int]:
    """What each player put into the pool: ante, payment to the jack-pot, straddles, stakes, demands."""
    begun = facts[0][1]
    put = {player: begun["payments"].get(player, 0) for player in begun["seats"]}
    put[begun["ante_man"]] += begun["ante"]
    for topic, said in facts[1:]:
        if topic in _STAKES:
            put[said["player"]] += said["amount"]
        elif topic == "game.misdealt":
            for player, amount in said["returned"].items():
                put[player] -= amount
    return put


def check_settlement(facts: Sequence[Fact]) -> list[str]:
    """That the game ended and its settlement adds up; what it says, in sentences."""
    if facts[0][0] != "game.begun":
        raise Wrong("not_a_game", f"the first event is {facts[0][0]}, and a game begins with game.begun")
    if any(topic == "game.voided" for topic, _ in facts):
        return ["The game was made void by all its players; every stake went back."]
    ends = [said["settlement"] for topic, said in facts if topic in _ENDS]
    if not ends:
        raise Wrong("unfinished", "the game is not over in this receipt: events are missing at its end")
    document = ends[-1]
    _add_up(document, contributions(facts))
    paid = [said for topic, said in facts if topic == "game.paid"]
    return [*_told(document), *(_as_paid(document, paid[-1]) if paid else [])]


def _same(what: str, said: int, found: int) -> None:
    if type(said) is not int or said != found:
        raise Wrong("does_not_add_up", f"{what} is {said} in the settlement, and its parts come to {found}")


def _add_up(document: dict[str, Any], put: dict[str, int]) -> None:
    awards, kitty, carried_out = document["awards"], document["kitty"], document["carried_out"]
    fines = sum(each["amount"] for each in document["penalties"])
    _same("the pool", document["pool"], document["carried_in"] + sum(put.values()))
    for award in awards:
        _same(f"the award of {award['player']}", award["amount"], sum(claim["amount"] for claim in award["claims"]))
    divided = sum(award["amount"] for award in awards) + kitty + carried_out
    _same("what is divided, set aside and carried", divided, document["pool"] + fines)
    won = {player: -amount for player, amount in put.items()}
    reward = document["reward"]
    for each in [*awards, *([reward] if reward else [])]:
        won[each["player"]] += each["amount"]
    for fine in document["penalties"]:
        won[fine["player"]] -= fine["amount"]
    for refund in document["refunds"]:
        won[refund["payer"]] -= refund["amount"]
        won[refund["payee"]] += refund["amount"]
    if set(document["results"]) != set(won):
        raise Wrong("does_not_add_up", "the results are not of those who were dealt in")
    for player, amount in won.items():
        _same(f"the result of {player}", document["results"][player], amount)
    balance = document["carried_in"] - carried_out - kitty + (reward["amount"] if reward else 0)
    _same("the sum of the results", sum(document["results"].values()), balance)


def _as_paid(document: dict[str, Any], paid: dict[str, Any]) -> list[str]:
    awards: dict[str, int] = {}
    for award in document["awards"]:
        awards[award["player"]] = awards.get(award["player"], 0) + award["amount"]
    _same("what was paid", sum(paid["paid"].values()), sum(awards.values()))
    for player, result in document["results"].items():
        expected = result + paid["paid"].get(player, 0) - awards.get(player, 0)
        _same(f"the result of {player} as paid", paid["results"].get(player), expected)
    return ["The table paid otherwise:", *(f"  {player} was paid {n}" for player, n in sorted(paid["paid"].items()))]


def _told(document: dict[str, Any]) -> list[str]:
    lines = [f"The pool was {document['pool']}, of which {document['carried_in']} was carried in; it adds up."]
    for award in document["awards"]:
        laws = sorted({claim["law"] for claim in award["claims"]})
        lines.append(f"  {award['player']} takes {award['amount']} (laws {', '.join(map(str, laws))})")
    lines += [f"  {each['player']} pays {each['amount']} into it (law {each['law']})" for each in document["penalties"]]
    lines += [
        f"  {each['payer']} pays {each['payee']} {each['amount']} (law {each['law']})" for each in document["refunds"]
    ]
    if document["kitty"]:
        lines.append(f"  {document['kitty']} is set aside for the kitty")
    if document["reward"]:
        lines.append(f"  {document['reward']['player']} takes {document['reward']['amount']} from the kitty")
    if document["carried_out"]:
        lines.append(f"  {document['carried_out']} is carried out of it")
    lines.append("Net results:")
    return lines + [f"  {player} {net:+d}" for player, net in document["results"].items()]


# Other checkpoints of the same log


def compare(checkpoint: Checkpoint, text: str, club: str, keys: Sequence[Key], proof: str | None) -> list[str]:
    """That the checkpoints of a file tell of the same log as the receipt's."""
    notes = [found.group() for found in _NOTE.finditer(f"{text}\n")]
    if not notes:
        raise Wrong("bad_checkpoint", "the file of checkpoints has no signed note in it")
    known = [checkpoint_of(note, club, keys, f"checkpoint {n} of the file") for n, note in enumerate(notes, 1)]
    same = [each for each in known if each.size == checkpoint.size]
    for each in same:
        if each.root != checkpoint.root:
            raise Wrong("forked", f"two logs of {checkpoint.size} events were signed: the service has told two stories")
    if proof is not None:
        return [_consistent(checkpoint, known, club, proof)]
    if not same:
        sizes = ", ".join(str(each.size) for each in known[-3:])
        raise Wrong(
            "not_comparable",
            f"the file has no checkpoint of size {checkpoint.size} (its newest: {sizes}); ask the service for a "
            "consistency proof between one of these and it, and give that with --consistency",
        )
    return [f"The file of checkpoints has the same one, of {checkpoint.size} events."]


_GROWTH = {
    "club": str,
    "from": int,
    "to": int,
    "first_root": str,
    "second_root": str,
    "proof": list,
    "first_note": (str, type(None)),
    "second_note": (str, type(None)),
}


def _consistent(checkpoint: Checkpoint, known: Sequence[Checkpoint], club: str, text: str) -> str:
    said = document(text, CONSISTENCY, "the consistency proof", _GROWTH)
    if said["club"] != club:
        raise Wrong("other_club", f"the consistency proof is of the club {said['club']}")
    path = [unbased(each, "a hash of the consistency proof") for each in said["proof"]]
    ends = {
        said["from"]: unbased(said["first_root"], "the first root"),
        said["to"]: unbased(said["second_root"], "the second root"),
    }
    others = [each for each in known if each.size in ends and each.size != checkpoint.size]
    if checkpoint.size not in ends or not others:
        raise Wrong(
            "not_comparable",
            f"the consistency proof is from {said['from']} to {said['to']}, and has to be between {checkpoint.size} "
            "and the size of a checkpoint in the file",
        )
    for each in (checkpoint, *others):
        if ends[each.size] != each.root:
            raise Wrong("bad_consistency", f"the proof has another root at {each.size} than the checkpoint signed")
    first, second = said["from"], said["to"]
    if not grows(first, second, ends[first], ends[second], path):
        raise Wrong("bad_consistency", f"it is not shown that the log of {second} only adds to that of {first}")
    return f"The log of {second} events only adds to that of {first}, which both were signed."


# The whole


_RECEIPT = {"club": str, "game": str, "checkpoint": str, "events": list}


def verify(
    receipt: str, keys: Sequence[str], checkpoints: str | None = None, consistency: str | None = None
) -> list[str]:
    """What a receipt proves, in sentences. Raises Wrong with the first thing that is wrong."""
    known = [key_of(text) for text in keys]
    said = document(receipt, RECEIPT, "the receipt", _RECEIPT)
    for name in ("club", "game"):
        if not _UUID.fullmatch(said[name]):
            raise Wrong("malformed", f"{name!r} of the receipt is not a UUID")
    checkpoint = checkpoint_of(said["checkpoint"], said["club"], known, "the receipt's checkpoint")
    events = events_of(said, checkpoint)
    try:
        facts = standing(events)
        told = check_settlement(facts)
        head = _head(said, checkpoint, events, facts)
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        raise Wrong("malformed", f"the events are signed, and of a shape not known here: {error!r}") from error
    compared = compare(checkpoint, checkpoints, said["club"], known, consistency) if checkpoints is not None else []
    return [*head, *told, *compared]


def _head(said: dict[str, Any], checkpoint: Checkpoint, events: Sequence[Event], facts: Sequence[Fact]) -> list[str]:
    begun = facts[0][1]
    disclosed, sealed = sum(each.disclosed for each in events), sum(each.sealed for each in events)
    corrected = sum(each.topic == "game.corrected" for each in events)
    return [
        f"The log of the club {said['club']} had {checkpoint.size} events when key "
        f"{checkpoint.key_id.hex()} signed it.",
        f"In it stand, unchanged, the events 1 to {len(events)} of the game {said['game']},",
        f"recorded from {events[0].at} to {events[-1].at}"
        + (f", {corrected} corrections among them." if corrected else "."),
        f"It was game {begun['number']} of the sitting {begun['sitting']}; {begun['dealer']} dealt.",
        f"Players: {', '.join(begun['seats'])}.",
        f"Of {sealed} sealed parts {disclosed} are disclosed here, and are what was sealed.",
    ]


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        print(f"{self.prog}: {message}", file=sys.stderr)
        sys.exit(USAGE)


def run(receipt: Path, keys: Sequence[str], checkpoint: Path | None = None, consistency: Path | None = None) -> int:
    """Verify files, print what they prove or what is wrong; the exit code."""
    try:
        if consistency and not checkpoint:
            raise Misused(
                "usage", "--consistency goes with --checkpoint: it is between the receipt's and one of the file"
            )
        others = (read(path) if path else None for path in (checkpoint, consistency))
        for line in verify(read(receipt), keys, *others):
            print(line)
    except Misused as error:
        print(f"wrong: {error}", file=sys.stderr)
        return USAGE
    except Wrong as error:
        print(f"wrong: {error}", file=sys.stderr)
        return DATA
    return OK


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line of this file alone."""
    parser = _Parser(prog="verify_receipt", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("receipt", type=Path, help="the receipt: what GET /v1/clubs/{club}/log/receipt?game= answers")
    parser.add_argument(
        "--key", action="append", required=True, metavar="VKEY", help="the published key; may be repeated"
    )
    parser.add_argument("--checkpoint", type=Path, metavar="FILE", help="signed notes kept elsewhere, to compare with")
    parser.add_argument("--consistency", type=Path, metavar="FILE", help="what GET .../log/consistency answers")
    said = parser.parse_args(arguments)
    return run(said.receipt, said.key, said.checkpoint, said.consistency)


if __name__ == "__main__":
    sys.exit(main())
