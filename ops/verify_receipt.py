"""Verify the receipt of a game without the service that gave it.

    python -m ops.verify_receipt RECEIPT --key VKEY [--checkpoint FILE [--consistency FILE]]

This one file needs Python 3.11 and the package `cryptography`, and nothing of poolbook: copy it to a machine that you
trust. It shares no code with the service on purpose, so that one mistake cannot be made on both sides.

It checks a receipt in this order. It names the first thing that is wrong, and then claims nothing:

  1. The file is a receipt in a known format (`unreadable`, `not_a_receipt`, `other_version`, `malformed`).
  2. The key verifies the checkpoint, and the checkpoint is of the club that the receipt names (`bad_key`,
     `bad_checkpoint`, `other_club`, `bad_signature`).
  3. Every event, hashed from its bytes (SHA-256 as in RFC 9162), stands in the log at its index (`not_in_log`).
  4. The game's events are numbered from 1 without a gap, in the order of the log, and the game comes to its end
     (`gap`, `not_a_game`, `unfinished`).
  5. Every disclosed part is the one that was sealed (`broken_seal`).
  6. The settlement adds up, from the stakes to the results (`does_not_add_up`).
  7. With --checkpoint: the service has shown others the same log (`forked`, `not_comparable`, `bad_consistency`).

A leaf is the SHA-256 of one byte 00 and a frame. A frame is four fields, each written as its length (8 bytes,
big-endian) and its bytes: the stream, which is the game's UUID (16 bytes); the version (8 bytes, big-endian); the
topic; the state.

The key is published by the club as `<name>+<key id>+<key>`. Get it from anywhere but the service itself.

What a receipt cannot show: that it has every event of the game (a correction or a payment may have been recorded later,
or cut off its end: the first line says so), what was withheld from its reader, and whether what was recorded is what
happened at the table.

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
    """Something is wrong with a file: `name` is one of the words above, the message adds a sentence."""

    def __init__(self, name: str, sentence: str) -> None:
        super().__init__(f"{name}: {sentence}")
        self.name = name


class Misused(Wrong):
    """Something is wrong with the command line, not with a file."""


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
    """The text of a file. Raises Wrong."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise Wrong("unreadable", f"{path} has more than {LARGEST_FILE} bytes")
        return path.read_bytes().decode()
    except OSError as error:
        raise Wrong("unreadable", f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise Wrong("unreadable", f"{path} is not text in UTF-8") from error


def parsed(text: str, what: str) -> Any:
    """The value of a JSON text. Raises Wrong, also for a name that stands twice in an object."""
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise Wrong("unreadable", f"{what} is not JSON, or was cut off: {error}") from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a name stands twice in one object")
    return value


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number")


def shaped(value: Any, what: str, kinds: Mapping[str, type | tuple[type, ...]]) -> dict[str, Any]:
    """The value, checked to be an object with exactly these names, each of its kind. Raises Wrong."""
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
    """A document of the format `kind`: a receipt or a consistency proof. Raises Wrong."""
    value = parsed(text, what)
    if not isinstance(value, dict) or value.get("format") != kind:
        raise Wrong("not_a_receipt" if kind == RECEIPT else "malformed", f"{what} is not a {kind} document")
    if value.get("version") != VERSION or isinstance(value["version"], bool):
        raise Wrong("other_version", f"{what} has version {value.get('version')!r}, and only {VERSION} is known here")
    return shaped(value, what, {"format": str, "version": int, **kinds})


def unbased(text: Any, what: str, length: int | None = 32) -> bytes:
    """The bytes of a base64 text, which must be in canonical form. Raises Wrong."""
    try:
        data = base64.b64decode(text, validate=True) if isinstance(text, str) else b""
    except (binascii.Error, ValueError):
        data = b""
    if not data or base64.b64encode(data).decode() != text or (length and len(data) != length):
        raise Wrong("malformed", f"{what} is not {f'{length} bytes in base64' if length else 'base64'}")
    return data


# The key and the checkpoint


def key_of(text: str) -> Key:
    """A key from its published text: name, key id in hexadecimal, and the kind of key and the key in base64.

    Raises Misused.
    """
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
    """The checkpoint in a note. Raises Wrong unless one of the keys has signed it for this club."""
    signed = _NOTE.fullmatch(note)
    if not signed:
        raise Wrong("bad_checkpoint", f"{what} is not a signed note of a log")
    origin, expected = signed["origin"], f"poolbook/{club}"
    if origin != expected:
        raise Wrong("other_club", f"{what} is of the log {origin}, and not of the club {club}")
    try:
        root = unbased(signed["root"], "the root")
    except Wrong as error:
        raise Wrong("bad_checkpoint", f"{what}: the root is not 32 bytes in base64") from error
    ours = [key for key in keys if key.name == expected]
    if not ours:
        raise Wrong("other_club", f"the key given is of {keys[0].name}, and {what} is of {expected}")
    for name, blob in _SIGNATURE.findall(signed["signatures"]):
        try:
            data = unbased(blob, "the signature", 68)
        except Wrong as error:
            raise Wrong("bad_signature", f"a signature of {what} is not 68 bytes in base64") from error
        for key in ours:
            if (name, data[:4]) == (key.name, key.id):
                _verify(key, data[4:], signed["text"], what)
                return Checkpoint(origin, int(signed["size"]), root, key.id)
    ids = ", ".join(key.id.hex() for key in ours)
    raise Wrong("bad_signature", f"{what} is not signed by the key given ({ids})")


def _verify(key: Key, signature: bytes, text: str, what: str) -> None:
    try:
        key.public.verify(signature, text.encode())
    except InvalidSignature as error:
        raise Wrong("bad_signature", f"the signature of {what} is not one of the key {key.id.hex()}") from error


# The log


def leaf(game: str, version: int, topic: str, state: str) -> bytes:
    """The hash of an event in the tree."""
    fields = (UUID(game).bytes, version.to_bytes(8, "big"), topic.encode(), state.encode())
    frame = b"".join(len(value).to_bytes(8, "big") + value for value in fields)
    return hashlib.sha256(b"\x00" + frame).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def root_above(hashed: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """The root that follows from a leaf and its inclusion proof; None if the proof is too long or too short."""
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
    """Whether a consistency proof gives both roots: the older from its left parts, the newer from all its parts."""
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
    """An event of the game, proved to be in the log. `disclosed` of its `sealed` parts are in the receipt."""

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
    """The receipt's events. Raises Wrong unless each is in the log, from the first on without a gap."""
    events: list[Event] = []
    for number, value in enumerate(receipt["events"], 1):
        what = f"event {number}"
        entry = shaped(value, what, _EVENT)
        if entry["version"] != number:
            raise Wrong("gap", f"{what} of the receipt is version {entry['version']} of the game: one is missing")
        if events and entry["index"] <= events[-1].index:
            raise Wrong("gap", f"{what} does not come after the one before it in the log")
        path = [unbased(text, f"the proof of {what}") for text in entry["proof"]]
        if not 0 <= entry["index"] < checkpoint.size:
            raise Wrong("not_in_log", f"{what} claims the index {entry['index']}, in a log of {checkpoint.size}")
        try:
            hashed = leaf(receipt["game"], number, entry["topic"], entry["state"])
        except UnicodeEncodeError as error:
            raise Wrong("malformed", f"{what} holds something that is not text") from error
        if root_above(hashed, entry["index"], checkpoint.size, path) != checkpoint.root:
            raise Wrong("not_in_log", f"{what} ({entry['topic']}) is not the one in the log at {entry['index']}")
        events.append(_opened(entry, what))
    if not events:
        raise Wrong("gap", "the receipt has no events")
    return events


def _opened(entry: dict[str, Any], what: str) -> Event:
    """The event of a receipt's entry. Raises Wrong unless every disclosed part is the one that was sealed."""
    state = shaped(parsed(entry["state"], f"the state of {what}"), f"the state of {what}", _STATE)
    disclosed = set()
    for value in entry["sealed"]:
        part = shaped(value, f"a sealed part of {what}", _PART)
        name = part["part"]
        salt = unbased(part["salt"], f"the salt of {name!r} in {what}", None)
        try:
            sealed = hashlib.sha256(salt + part["body"].encode()).hexdigest()
        except UnicodeEncodeError as error:
            raise Wrong("malformed", f"{name!r} in {what} holds something that is not text") from error
        if state["seals"].get(name) != sealed:
            raise Wrong("broken_seal", f"{name!r} of {what} is not the part that was sealed when it was recorded")
        if name in disclosed:
            raise Wrong("malformed", f"{name!r} of {what} is disclosed twice")
        disclosed.add(name)
    return Event(
        entry["version"],
        entry["index"],
        entry["topic"],
        state["at"],
        state["public"],
        len(disclosed),
        len(state["seals"]),
    )


# The game


_ENDS = ("game.settled", "game.unopened")
_NO_ACTS = (*_ENDS, "game.stake_counted", "game.paid", "game.voided", "game.begun")
_STAKES = ("game.straddled", "game.staked", "game.show_demanded")

Fact = tuple[str, dict[str, Any]]
"""A topic, and the public part of the event."""


def in_force(events: Iterable[Event]) -> list[Fact]:
    """The facts that are in force after the corrections, each of which replaces the end of the game by its tail."""
    facts: list[Fact] = []
    for event in events:
        if event.topic != "game.corrected":
            facts.append((event.topic, event.public))
            continue
        after, begun = event.public["after"], event.public["begun"]
        kept = 1 + max(
            (n for n, (topic, public) in enumerate(facts) if topic not in _NO_ACTS and public.get("step") == after),
            default=0,
        )
        facts = facts[:kept] if after else facts[:1]
        facts[:1] = [(fact["topic"], fact["public"]) for fact in begun] or facts[:1]
        facts += [(fact["topic"], fact["public"]) for fact in event.public["tail"]]
    return facts


def contributions(facts: Sequence[Fact]) -> dict[str, int]:
    """The amount that each player put into the pool: ante, jack-pot payment, straddles, stakes, demands."""
    begun = facts[0][1]
    put = {player: begun["payments"].get(player, 0) for player in begun["seats"]}
    put[begun["ante_man"]] += begun["ante"]
    for topic, public in facts[1:]:
        if topic in _STAKES:
            put[public["player"]] += public["amount"]
        elif topic == "game.misdealt":
            for player, amount in public["returned"].items():
                put[player] -= amount
    return put


def check_settlement(facts: Sequence[Fact]) -> list[str]:
    """Check that the game ended and that its settlement adds up; the settlement in sentences. Raises Wrong."""
    if facts[0][0] != "game.begun":
        raise Wrong("not_a_game", f"the first event is {facts[0][0]}, and a game begins with game.begun")
    if any(topic == "game.voided" for topic, _ in facts):
        return ["The game was made void by all its players; every stake went back."]
    ends = [public["settlement"] for topic, public in facts if topic in _ENDS]
    if not ends:
        raise Wrong("unfinished", "the game is not over in this receipt: events are missing at its end")
    document = ends[-1]
    _add_up(document, contributions(facts))
    paid = [public for topic, public in facts if topic == "game.paid"]
    return [*_sentences(document), *(_as_paid(document, paid[-1]) if paid else [])]


def _same(what: str, stated: int, computed: int) -> None:
    if type(stated) is not int or stated != computed:
        raise Wrong("does_not_add_up", f"{what} is {stated} in the settlement, and its parts come to {computed}")


def _add_up(document: dict[str, Any], put: dict[str, int]) -> None:
    awards, kitty, carried_out = document["awards"], document["kitty"], document["carried_out"]
    fines = sum(fine["amount"] for fine in document["penalties"])
    _same("the pool", document["pool"], document["carried_in"] + sum(put.values()))
    for award in awards:
        _same(f"the award of {award['player']}", award["amount"], sum(claim["amount"] for claim in award["claims"]))
    divided = sum(award["amount"] for award in awards) + kitty + carried_out
    _same("what is divided, set aside and carried", divided, document["pool"] + fines)
    won = {player: -amount for player, amount in put.items()}
    reward = document["reward"]
    for gain in [*awards, *([reward] if reward else [])]:
        won[gain["player"]] += gain["amount"]
    for fine in document["penalties"]:
        won[fine["player"]] -= fine["amount"]
    for refund in document["refunds"]:
        won[refund["payer"]] -= refund["amount"]
        won[refund["payee"]] += refund["amount"]
    if set(document["results"]) != set(won):
        raise Wrong("does_not_add_up", "the results are not those of the players who were dealt in")
    for player, amount in won.items():
        _same(f"the result of {player}", document["results"][player], amount)
    balance = document["carried_in"] - carried_out - kitty + (reward["amount"] if reward else 0)
    _same("the sum of the results", sum(document["results"].values()), balance)


def _as_paid(document: dict[str, Any], paid: dict[str, Any]) -> list[str]:
    awards: dict[str, int] = {}
    for award in document["awards"]:
        awards[award["player"]] = awards.get(award["player"], 0) + award["amount"]
    by_law = {name: document[name] for name in ("carried_out", "kitty", "reward", "penalties", "refunds")}
    done = paid.get("done") or by_law
    fines = sum(fine["amount"] for fine in done["penalties"])
    out = sum(paid["paid"].values()) + done["kitty"] + done["carried_out"]
    _same("what was paid, set aside and carried", out, document["pool"] + fines)
    was, now = _besides(by_law), _besides(done)
    for player, result in document["results"].items():
        beside = now.get(player, 0) - was.get(player, 0)
        expected = result + paid["paid"].get(player, 0) - awards.get(player, 0) + beside
        _same(f"the result of {player} as paid", paid["results"].get(player), expected)
    return ["The table paid otherwise:", *(f"  {player} was paid {n}" for player, n in sorted(paid["paid"].items()))]


def _besides(done: dict[str, Any]) -> dict[str, int]:
    """What each player gained by a reward, penalties and refunds."""
    gained: dict[str, int] = {}
    moves = [(fine["player"], -fine["amount"]) for fine in done["penalties"]]
    moves += [(refund["payer"], -refund["amount"]) for refund in done["refunds"]]
    moves += [(refund["payee"], refund["amount"]) for refund in done["refunds"]]
    moves += [(done["reward"]["player"], done["reward"]["amount"])] if done["reward"] else []
    for player, amount in moves:
        gained[player] = gained.get(player, 0) + amount
    return gained


def _sentences(document: dict[str, Any]) -> list[str]:
    lines = [f"The pool was {document['pool']}, of which {document['carried_in']} was carried in; it adds up."]
    for award in document["awards"]:
        laws = sorted({claim["law"] for claim in award["claims"]})
        lines.append(f"  {award['player']} takes {award['amount']} (laws {', '.join(map(str, laws))})")
    lines += [
        f"  {transfer['player']} pays {transfer['amount']} into it (law {transfer['law']})"
        for transfer in document["penalties"]
    ]
    lines += [
        f"  {transfer['payer']} pays {transfer['payee']} {transfer['amount']} (law {transfer['law']})"
        for transfer in document["refunds"]
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


def notes_in(text: str) -> list[str]:
    """The notes in a file of checkpoints. What a crash left of one is passed over."""
    return [match.group() for match in _NOTE.finditer(f"{text}\n")]


def compare(checkpoint: Checkpoint, text: str, club: str, keys: Sequence[Key], proof: str | None) -> list[str]:
    """Check that a file's checkpoints are of the same log as the receipt's; the result in sentences. Raises Wrong."""
    notes = notes_in(text)
    if not notes:
        raise Wrong("bad_checkpoint", "the file of checkpoints has no signed note")
    known = [checkpoint_of(note, club, keys, f"checkpoint {n} of the file") for n, note in enumerate(notes, 1)]
    same = [other for other in known if other.size == checkpoint.size]
    for other in same:
        if other.root != checkpoint.root:
            raise Wrong(
                "forked", f"two different logs of {checkpoint.size} events were signed: the service has forked it"
            )
    if proof is not None:
        return [_consistent(checkpoint, known, club, proof)]
    if not same:
        sizes = ", ".join(str(other.size) for other in known[-3:])
        raise Wrong(
            "not_comparable",
            f"the file has no checkpoint of size {checkpoint.size} (its newest: {sizes}); ask the service for a "
            "consistency proof between one of these and it, and give that with --consistency",
        )
    return [f"The file of checkpoints has the same one, of {checkpoint.size} events."]


GROWTH = {
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
    proof = document(text, CONSISTENCY, "the consistency proof", GROWTH)
    if proof["club"] != club:
        raise Wrong("other_club", f"the consistency proof is of the club {proof['club']}")
    path = [unbased(node, "a hash of the consistency proof") for node in proof["proof"]]
    ends = {
        proof["from"]: unbased(proof["first_root"], "the first root"),
        proof["to"]: unbased(proof["second_root"], "the second root"),
    }
    others = [other for other in known if other.size in ends and other.size != checkpoint.size]
    if checkpoint.size not in ends or not others:
        raise Wrong(
            "not_comparable",
            f"the consistency proof is from {proof['from']} to {proof['to']}, and has to be between {checkpoint.size} "
            "and the size of a checkpoint in the file",
        )
    for other in (checkpoint, *others):
        if ends[other.size] != other.root:
            raise Wrong("bad_consistency", f"the proof has another root at {other.size} than the checkpoint signed")
    first, second = proof["from"], proof["to"]
    if not grows(first, second, ends[first], ends[second], path):
        raise Wrong(
            "bad_consistency", f"the proof does not show that the log of {second} events only adds to that of {first}"
        )
    return f"The log of {second} events only adds to that of {first}, which both were signed."


# The whole


_RECEIPT = {"club": str, "game": str, "checkpoint": str, "events": list}


def verify(
    receipt: str, keys: Sequence[str], checkpoints: str | None = None, consistency: str | None = None
) -> list[str]:
    """Verify a receipt; what it proves, in sentences. Raises Wrong for the first thing that is wrong."""
    known = [key_of(text) for text in keys]
    fields = document(receipt, RECEIPT, "the receipt", _RECEIPT)
    for name in ("club", "game"):
        if not _UUID.fullmatch(fields[name]):
            raise Wrong("malformed", f"{name!r} of the receipt is not a UUID")
    checkpoint = checkpoint_of(fields["checkpoint"], fields["club"], known, "the receipt's checkpoint")
    events = events_of(fields, checkpoint)
    try:
        facts = in_force(events)
        sentences = check_settlement(facts)
        head = _head(fields, checkpoint, events, facts)
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        raise Wrong("malformed", f"the events are signed, but their shape is not known here: {error!r}") from error
    compared = compare(checkpoint, checkpoints, fields["club"], known, consistency) if checkpoints is not None else []
    return [*head, *sentences, *compared]


def _head(fields: dict[str, Any], checkpoint: Checkpoint, events: Sequence[Event], facts: Sequence[Fact]) -> list[str]:
    begun = facts[0][1]
    disclosed, sealed = sum(event.disclosed for event in events), sum(event.sealed for event in events)
    corrected = sum(event.topic == "game.corrected" for event in events)
    return [
        f"Later events may exist: this receipt ends with event {len(events)} of the game, and cannot show that no "
        f"other follows. If none does, the service says of the game that its version is {len(events)}.",
        f"The log of the club {fields['club']} had {checkpoint.size} events when key "
        f"{checkpoint.key_id.hex()} signed it.",
        f"In it stand, unchanged, the events 1 to {len(events)} of the game {fields['game']},",
        f"recorded from {events[0].at} to {events[-1].at}"
        + (f", {corrected} corrections among them." if corrected else "."),
        f"It was game {begun['number']} of the sitting {begun['sitting']}; {begun['dealer']} dealt.",
        f"Players: {', '.join(begun['seats'])}.",
        f"Of {sealed} sealed parts {disclosed} are disclosed here, and are those that were sealed.",
    ]


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        print(f"{self.prog}: {message}", file=sys.stderr)
        sys.exit(USAGE)


def run(receipt: Path, keys: Sequence[str], checkpoint: Path | None = None, consistency: Path | None = None) -> int:
    """Verify files, and print what they prove or what is wrong; the exit code."""
    try:
        if consistency and not checkpoint:
            raise Misused(
                "usage",
                "--consistency needs --checkpoint: the proof is between the receipt's checkpoint and one in that file",
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
    """Run the command line of this file; the exit code."""
    parser = _Parser(prog="verify_receipt", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("receipt", type=Path, help="the receipt: what GET /v1/clubs/{club}/log/receipt?game= answers")
    parser.add_argument(
        "--key", action="append", required=True, metavar="VKEY", help="the published key; may be repeated"
    )
    parser.add_argument("--checkpoint", type=Path, metavar="FILE", help="checkpoints kept elsewhere, to compare with")
    parser.add_argument("--consistency", type=Path, metavar="FILE", help="what GET .../log/consistency answers")
    options = parser.parse_args(arguments)
    return run(options.receipt, options.key, options.checkpoint, options.consistency)


if __name__ == "__main__":
    sys.exit(main())
