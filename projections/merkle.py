"""The audit log as a Merkle tree in read tables, and the proofs that are made from it.

A rebuild makes leaves and nodes again from the events, like every read table. It does not touch checkpoints, because
clients have them: a rebuild, and a follower that begins again, must come to the root of every checkpoint at its size,
or they raise LogChanged.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from time import monotonic, sleep
from typing import Any, LiteralString
from uuid import UUID

from psycopg.rows import class_row

from ledger.merkle import Place, Span, Tree, consistency_spans, cover, folded, inclusion_spans, leaf, proof
from ledger.store import Logged
from projections.read_model import ClubCursor, Rows, Table, copying, empty
from projections.tables import WAIT_STEP_SECONDS, Failure, ReadTables, int_of_position


class LogChanged(Exception):
    """The log contradicts a signed checkpoint. `size` is that of the first such checkpoint."""

    def __init__(self, size: int, why: str) -> None:
        super().__init__(size, why)
        self.size = size

    def __str__(self) -> str:
        return f"the log was changed: {self.args[1]}"


class NotInTree(Exception):
    """The tree has no such size or index."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """The leaf of an event: its index in the tree, which is the event's position less one, and its hash."""

    index: int
    hash: bytes


@dataclass(frozen=True, slots=True)
class Node:
    """The root of a perfect subtree above the leaves: its height, its index among those of that height, its hash."""

    level: int
    index: int
    hash: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """A signed root of the first `size` events; `vkey` verifies the note."""

    size: int
    root: bytes
    note: str
    vkey: str
    signed_at: datetime

    @property
    def position(self) -> int:
        """The position of the last of these events."""
        return self.size


LEAVES = Table("log_leaves", Leaf, key=("index",))
NODES = Table("log_nodes", Node, key=("level", "index"))
CHECKPOINTS = Table("log_checkpoints", Checkpoint, key=("size",))


@dataclass(frozen=True, slots=True)
class ProvenLeaf:
    """A leaf of a stream's event: its index, the event's version, and the inclusion proof."""

    index: int
    version: int
    path: tuple[bytes, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """The proof that the log of `second` leaves only adds to that of `first`: both roots, and the path between them."""

    first: int
    second: int
    first_root: bytes
    second_root: bytes
    path: tuple[bytes, ...]


_EVERY = 2**62
_SIZE = "SELECT coalesce(max(index) + 1, 0) AS size FROM log_leaves WHERE club = %(club)s AND index < %(below)s"
_NODES = """
    SELECT level, index, hash FROM log_nodes
    JOIN unnest(%(levels)s::smallint[], %(indices)s::bigint[]) AS asked (level, index) USING (level, index)
    WHERE club = %(club)s
    UNION ALL SELECT 0, index, hash FROM log_leaves WHERE club = %(club)s AND index = ANY(%(leaves)s::bigint[])
"""
_CHECKPOINTS = "SELECT size, root, note, vkey, signed_at FROM log_checkpoints WHERE club = %(club)s"
_KEPT = f"{_CHECKPOINTS} AND size > %(above)s AND size <= %(most)s ORDER BY size"
_NEWEST = f"{_CHECKPOINTS} ORDER BY size DESC LIMIT 1"
_OF_SIZE = f"{_CHECKPOINTS} AND size = %(size)s"
_OF_STREAM = """
    SELECT notification_id - 1 AS index, originator_version AS version FROM stored_events
    WHERE club = %(club)s AND originator_id = %(stream)s AND notification_id <= %(size)s ORDER BY originator_version
"""
_LAST_OF_STREAM = """
    SELECT notification_id AS position FROM stored_events WHERE club = %(club)s AND originator_id = %(stream)s
    ORDER BY originator_version DESC LIMIT 1
"""
_WHY_UNSIGNED = """
    SELECT coalesce((SELECT max(size) FROM log_checkpoints WHERE club = %(club)s), 0) AS after_position, error
    FROM log_unsigned WHERE club = %(club)s
"""
_UNSIGNED = """
    INSERT INTO log_unsigned (club, error, failed_at) VALUES (%(club)s, %(error)s, now())
    ON CONFLICT (club) DO UPDATE SET error = EXCLUDED.error, failed_at = EXCLUDED.failed_at
"""
_SIGNED = "DELETE FROM log_unsigned WHERE club = %(club)s"


class Log:
    """The read model: the leaves and nodes of the tree."""

    name = "log"
    tables: tuple[Table, ...] = (LEAVES, NODES)

    def apply(self, cursor: ClubCursor, batch: Sequence[Logged]) -> None:
        """Add the leaves of a batch. Raises LogChanged at the first checkpoint whose root differs."""
        if batch:
            cursor.write(partial(_add, leaves=[_leaf(logged) for logged in batch], first=batch[0].position - 1))

    def forget(self, cursor: ClubCursor) -> None:
        """Empty the club's tree; its checkpoints stay."""
        empty(cursor, self.tables)


def _leaf(logged: Logged) -> bytes:
    stored = logged.stored
    return leaf(logged.recorded.originator_id, stored.originator_version, stored.topic, stored.state)


def _add(cursor: ClubCursor, leaves: Sequence[bytes], first: int) -> None:
    """Add leaves at the end of the stored tree; no leaf of an earlier event is at an index from `first` on.

    Raises LogChanged.
    """
    tree = tree_in(cursor, first)
    size = tree.size
    kept = {checkpoint.size: checkpoint for checkpoint in _checkpoints(cursor, size, size + len(leaves))}
    nodes: list[tuple[Place, bytes]] = []
    for hashed in leaves:
        nodes += tree.add(hashed)
        if tree.size in kept:
            _compare(kept[tree.size], tree.root())
    copying(cursor, LEAVES, enumerate(leaves, size))(cursor)
    copying(cursor, NODES, ((level, index, hashed) for (level, index), hashed in nodes))(cursor)


MODEL = Log()


# Within a transaction on the tables


def size_in(cursor: ClubCursor, below: int = _EVERY) -> int:
    """How many leaves the tree has, up to the last with an index below this one.

    After the tree was emptied in this transaction, looking for the very last passes every leaf that was deleted.
    """
    row = cursor.execute(_SIZE, {"below": below}).fetchone()
    assert row is not None
    size: int = row["size"]
    return size


def tree_in(cursor: ClubCursor, below: int = _EVERY) -> Tree:
    """The tree of all leaves with an index below this one, to which more can be added."""
    size = size_in(cursor, below)
    places = cover((0, size))
    nodes = _nodes(cursor, places)
    return Tree(size, (nodes[place] for place in places))


def root_in(cursor: ClubCursor, size: int) -> bytes:
    """The root of the first `size` leaves. Raises NotInTree if there are fewer."""
    _check_size(cursor, size)
    places = cover((0, size))
    nodes = _nodes(cursor, places)
    return folded([nodes[place] for place in places])


def newest_in(cursor: ClubCursor) -> Checkpoint | None:
    """The checkpoint of the largest size, if there is one."""
    return next(iter(_select_checkpoints(cursor, _NEWEST, {})), None)


def check_whole(cursor: ClubCursor) -> None:
    """Raise LogChanged if a checkpoint has more leaves than the tree. Call it when the whole log is in the tree.

    The error names the first such checkpoint; the roots of the others were compared while the tree grew.
    """
    size = size_in(cursor)
    beyond = next(iter(_checkpoints(cursor, size, None)), None)
    if beyond:
        why = f"a checkpoint was signed for {beyond.size} leaves, and the log has only {size}"
        raise LogChanged(beyond.size, why)


def check_newest(cursor: ClubCursor, newest: Checkpoint) -> None:
    """Raise LogChanged unless the tree still has the root of the newest checkpoint at its size."""
    _compare(newest, root_in(cursor, newest.size))


def keep(cursor: ClubCursor, checkpoint: Checkpoint) -> None:
    """Insert a checkpoint, which is never removed, and delete the note of why nothing was signed."""
    rows = Rows()
    rows.insert(CHECKPOINTS, checkpoint)
    rows.write(cursor)
    cursor.execute(_SIGNED)


def note_unsigned(cursor: ClubCursor, error: str) -> None:
    """Note why nothing is signed."""
    cursor.execute(_UNSIGNED, {"error": error})


# Queries of their own


def newest_checkpoint(tables: ReadTables) -> Checkpoint | None:
    """The checkpoint of the largest size, if there is one."""
    return next(iter(tables.select(Checkpoint, _NEWEST, {})), None)


def checkpoint_of(tables: ReadTables, size: int) -> Checkpoint | None:
    """The checkpoint of this size, if one was signed."""
    return next(iter(tables.select(Checkpoint, _OF_SIZE, {"size": size})), None)


def wait_for_checkpoint(tables: ReadTables, position: int, timeout: float) -> Checkpoint | None:
    """The newest checkpoint, as soon as it covers a position; None if none does within `timeout` seconds."""
    deadline = monotonic() + timeout
    while True:
        newest = newest_checkpoint(tables)
        if newest is not None and newest.size >= position:
            return newest
        if (left := deadline - monotonic()) <= 0:
            return None
        sleep(min(WAIT_STEP_SECONDS, left))


def last_position(tables: ReadTables, stream: UUID) -> int:
    """The position of the last event of a stream; 0 where it has none."""
    return next(iter(tables.select(int_of_position, _LAST_OF_STREAM, {"stream": stream})), 0)


def proofs_of_stream(tables: ReadTables, stream: UUID, size: int) -> tuple[ProvenLeaf, ...]:
    """The leaves of a stream's events among the first `size`, by version, each with its inclusion proof.

    Raises NotInTree if the tree has fewer leaves, as during a rebuild.
    """
    with tables.transaction() as cursor:
        _check_size(cursor, size)
        rows = cursor.execute(_OF_STREAM, {"stream": stream, "size": size}).fetchall()
        paths = _proofs(cursor, [inclusion_spans(row["index"], size) for row in rows])
        return tuple(ProvenLeaf(row["index"], row["version"], path) for row, path in zip(rows, paths, strict=True))


def consistency(tables: ReadTables, first: int, second: int) -> Growth:
    """The proof that the tree of `second` leaves only adds to that of `first`.

    Raises NotInTree unless 0 < first <= second, and the tree has `second` leaves.
    """
    if not 0 < first <= second:
        raise NotInTree(f"a log of {first} leaves does not grow to {second}")
    with tables.transaction() as cursor:
        older, newer = root_in(cursor, first), root_in(cursor, second)
        (path,) = _proofs(cursor, [consistency_spans(first, second)])
    return Growth(first=first, second=second, first_root=older, second_root=newer, path=path)


def checkpoints(tables: ReadTables) -> list[Checkpoint]:
    """Every checkpoint, the smallest first."""
    with tables.transaction() as cursor:
        return _checkpoints(cursor, 0, None)


def unsigned(tables: ReadTables) -> Failure | None:
    """Why nothing is signed at present, and up to which position the log is signed; None if it can be signed."""
    return next(iter(tables.select(Failure, _WHY_UNSIGNED, {})), None)


# What they share


def _check_size(cursor: ClubCursor, size: int) -> None:
    if size > (leaves := size_in(cursor)):
        raise NotInTree(f"the log has {leaves} leaves, not {size}")


def _checkpoints(cursor: ClubCursor, above: int, most: int | None) -> list[Checkpoint]:
    return _select_checkpoints(cursor, _KEPT, {"above": above, "most": _EVERY if most is None else most})


def _select_checkpoints(cursor: ClubCursor, query: LiteralString, parameters: Mapping[str, Any]) -> list[Checkpoint]:
    typed = cursor.cursor.connection.cursor(row_factory=class_row(Checkpoint))
    return typed.execute(query, {**parameters, "club": cursor.club}).fetchall()


def _compare(checkpoint: Checkpoint, root: bytes) -> None:
    if checkpoint.root != root:
        why = (
            f"the checkpoint of size {checkpoint.size} was signed for the root {checkpoint.root.hex()}, "
            f"and the log comes to {root.hex()}"
        )
        raise LogChanged(checkpoint.size, why)


def _nodes(cursor: ClubCursor, places: Iterable[Place]) -> dict[Place, bytes]:
    distinct = set(places)
    if not distinct:
        return {}
    above = [place for place in distinct if place[0]]
    parameters = {
        "levels": [level for level, _ in above],
        "indices": [index for _, index in above],
        "leaves": [index for level, index in distinct if not level],
    }
    rows = cursor.execute(_NODES, parameters).fetchall()
    return {(row["level"], row["index"]): row["hash"] for row in rows}


def _proofs(cursor: ClubCursor, paths: Sequence[Sequence[Span]]) -> list[tuple[bytes, ...]]:
    nodes = _nodes(cursor, (place for spans in paths for span in spans for place in cover(span)))
    return [proof(spans, nodes) for spans in paths]
