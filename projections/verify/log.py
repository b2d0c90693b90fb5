"""The log: leaves and nodes worked out again from the rows, and every checkpoint, kept inside or outside, with them.

A row that was changed, inserted or removed shows at the first leaf that differs. If the leaves were changed as well,
the first checkpoint with another root shows between which positions that was done. The notes in the file outside the
database serve like the checkpoints in it, and they also hold against somebody who can write in the database. Events
that were removed from the end of the log after the last note in that file cannot be detected.
"""

import base64
from bisect import bisect_left
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, LiteralString

from ledger.merkle import Place, Tree, leaf
from ledger.store import Logged
from projections.merkle import LEAVES, NODES, Checkpoint
from projections.signing import key_name
from projections.verify.folded import POSITION
from projections.verify.notes import Note, Outside, Written, is_signed, notes_of
from projections.verify.report import Difference, Differs, Findings
from projections.verify.snapshot import Snapshot

KIND = "log"
CHECKPOINTS = "log_checkpoints"


class Log:
    """Builds the tree again, and compares leaves, nodes and checkpoints."""

    def __init__(self, snapshot: Snapshot, outside: Outside | None, findings: Findings) -> None:
        self._snapshot = snapshot
        self._name = key_name(snapshot.club)
        self._outside = outside
        self._findings = findings
        self._position = snapshot.tables.position()
        self._tree = Tree()
        self._followed = 0
        self._nodes = 0
        self._last: Logged | None = None
        self._agreed: tuple[int, int] | None = None
        self._written = notes_of(outside, self._name) if outside else Written()
        self._notes = self._written.notes
        self._sizes = [note.size for note in self._notes]
        self._vkeys: set[str] = {outside.vkey} if outside and outside.vkey else set()

    def see(self, batch: Sequence[Logged]) -> None:
        """Add the leaves of a batch, and compare. Raises Differs."""
        start, size = self._tree.size, self._tree.size + len(batch)
        kept = self._kept_leaves(start, size)
        rows = {checkpoint.size: checkpoint for checkpoint in self._checkpoints(start, size)}
        notes = {note.size: note for note in self._notes_between(start, size)}
        nodes: list[tuple[Place, bytes]] = []
        for logged, row in zip_longest(batch, kept[: len(batch)]):
            stored = logged.stored
            hashed = leaf(logged.recorded.originator_id, stored.originator_version, stored.topic, stored.state)
            if logged.position <= self._position:
                self._compare_leaf(logged, hashed, row)
                self._followed += 1
                nodes += self._tree.add(hashed)
            else:
                self._tree.add(hashed)
            self._last = logged
            if (reached := self._tree.size) in rows or reached in notes:
                self._compare_root(logged, rows.get(reached), notes.get(reached))
        self._compare_nodes(nodes)

    def finish(self) -> None:
        """Raise Differs for leaves, nodes, checkpoints or notes beyond the last event; add notices."""
        for index, _ in self._snapshot.rows(_LEAVES, {"start": self._followed, "end": 2**62}):
            raise self._leaf_too_many(index)
        self._count_rows()
        if foreign := self._written.foreign:
            sentence = f"a note of another log ({foreign}) is in {self._path}"
            raise Differs(Difference(kind=KIND, sentence=sentence, table=CHECKPOINTS, column="note", found=foreign))
        for beyond in self._checkpoints(self._tree.size, 2**62):
            raise self._too_short(beyond.size, f"the checkpoint of size {beyond.size}")
        for note in self._notes_between(self._tree.size, 2**62):
            if note.early:
                raise self._too_short(note.size, f"a note of size {note.size} in {self._path}")
        self._check_tally()
        self._note_outside()

    # The leaves and nodes

    def _kept_leaves(self, start: int, end: int) -> list[tuple[int, bytes]]:
        return self._snapshot.rows(_LEAVES, {"start": start, "end": end})

    def _compare_leaf(self, logged: Logged, hashed: bytes, row: tuple[int, bytes] | None) -> None:
        index = self._tree.size
        if row == (index, hashed):
            self._findings.count("leaves")
            return
        key = f"index {index}"
        if row is None or row[0] != index:
            raise self._of_leaf(logged, f"leaf {index} of the log, which belongs to this event, is missing", key=key)
        sentence = f"it is not the event from which leaf {index} of the log was made"
        raise self._of_leaf(logged, sentence, key=key, column="hash", expected=hashed.hex(), found=row[1].hex())

    def _compare_nodes(self, made: Sequence[tuple[Place, bytes]]) -> None:
        if not made:
            return
        # Those of a level that a batch completes stand side by side.
        spans: dict[int, list[int]] = {}
        for (level, index), _ in made:
            spans.setdefault(level, [index, index])[1] = index
        firsts, lasts = zip(*spans.values(), strict=True)
        asked = {"levels": list(spans), "firsts": list(firsts), "lasts": list(lasts)}
        kept = {(level, index): hashed for level, index, hashed in self._snapshot.rows(_NODES, asked)}
        for (level, index), hashed in made:
            if kept.get((level, index)) != hashed:
                raise self._of_node(level, index, hashed, kept.get((level, index)))
        self._nodes += len(made)

    def _count_rows(self) -> None:
        """Raise Differs if there are more nodes or leaves than the events make."""
        if self._snapshot.count(NODES.name) != self._nodes:
            for level, index in self._snapshot.rows(_NODES_BEYOND, {"leaves": self._followed}):
                sentence = f"the node {index} at level {level} of the log is above leaves that do not exist"
                raise Differs(
                    Difference(kind=KIND, sentence=sentence, table=NODES.name, key=f"level {level}, index {index}")
                )
        if self._snapshot.count(LEAVES.name) != self._followed:
            sentence = f"the log has {self._snapshot.count(LEAVES.name)} leaves, and {self._followed} events make them"
            raise Differs(Difference(kind=KIND, sentence=sentence, table=LEAVES.name))

    # The checkpoints

    def _checkpoints(self, above: int, most: int) -> list[Checkpoint]:
        rows = self._snapshot.rows(_CHECKPOINTS, {"above": above, "most": most})
        return [Checkpoint(**dict(zip(_COLUMNS, row, strict=True))) for row in rows]

    def _notes_between(self, above: int, most: int) -> Sequence[Note]:
        return self._notes[bisect_left(self._sizes, above + 1) : bisect_left(self._sizes, most + 1)]

    def _compare_root(self, logged: Logged, row: Checkpoint | None, note: Note | None) -> None:
        root, size = self._tree.root(), self._tree.size
        if row is not None:
            self._compare_checkpoint(logged, row, root)
        if note is not None:
            if note.root != root:
                raise self._other_root(logged, size, f"a note in {self._path}", note.root, root)
            if row is not None and note.text != row.note:
                sentence = f"the note of size {size} in {self._path} is not the one that was kept"
                raise self._of_checkpoint(size, sentence, column="note")
            if self._vkeys and not any(is_signed(note.text, vkey) for vkey in self._vkeys):
                sentence = f"the note of size {size} in {self._path} has no signature of a known key"
                raise self._of_checkpoint(size, sentence, column="note")
            if row is None:
                sentence = f"a note in {self._path} has no row in the database: signing was interrupted"
                self._findings.notice("not_kept", f"{sentence}, or the row was removed", position=logged.position)
            self._findings.count("checkpoints")
        elif row is not None and self._sizes and size > self._sizes[0]:
            raise self._of_checkpoint(size, f"the note of size {size} is missing in {self._path}", column="note")
        self._agreed = size, logged.position

    def _compare_checkpoint(self, logged: Logged, row: Checkpoint, root: bytes) -> None:
        if row.root != root:
            raise self._other_root(logged, row.size, f"the checkpoint of size {row.size}", row.root, root)
        text = f"{self._name}\n{row.size}\n{base64.b64encode(root).decode()}\n"
        if not row.note.startswith(f"{text}\n") or not is_signed(row.note, row.vkey):
            sentence = (
                f"the note of the checkpoint of size {row.size} does not say this, signed by the key kept with it"
            )
            raise self._of_checkpoint(row.size, sentence, column="note")
        if self._outside and self._outside.vkey not in (None, row.vkey):
            sentence = "a checkpoint was signed with another key than the service's present one"
            self._findings.notice("another_key", sentence, position=logged.position)
        self._vkeys.add(row.vkey)
        self._findings.count("checkpoints")

    def _check_tally(self) -> None:
        """Raise Differs if there are fewer notes outside than were written, or the last of them is not there."""
        tally = self._outside.tally if self._outside else None
        if tally is None or (self._written.count >= tally.notes and tally.hash in self._written.hashes):
            return
        last = "" if tally.hash in self._written.hashes else ", and the last of these is not there"
        sentence = (
            f"{self._path} has {self._written.count} notes, where at least {tally.notes} were written, up to one of"
            f" size {tally.size}{last}: notes were taken away, and the log may have been rewritten with them"
        )
        expected, present = str(tally.notes), str(self._written.count)
        raise Differs(Difference(kind=KIND, sentence=sentence, table=CHECKPOINTS, expected=expected, found=present))

    def _note_outside(self) -> None:
        """Add notices that say how far the result depends on the database alone."""
        if self._outside and self._outside.beside:
            sentence = (
                f"{self._path} is in {self._outside.beside}, beside the signing key: who can write there can rewrite"
                " the log and its notes together. Set POOLBOOK_CHECKPOINT_DIR to another disk or machine"
            )
            self._findings.notice("notes_beside_key", sentence)
        if self._outside and self._outside.tally_path and not self._outside.tally:
            sentence = f"no tally is at {self._outside.tally_path}: nothing says how many notes were written outside"
            self._findings.notice("no_tally", sentence)
        if not self._notes:
            where = f"no note of this log is in {self._path}" if self._outside else "no file outside was looked at"
            sentence = (
                f"{where}: somebody who can write in the database could have changed events and checkpoints together"
            )
            self._findings.notice("no_outside_notes", sentence)
        elif (row := self._snapshot.rows(_FIRST_CHECKPOINT)) and row[0][0] < self._sizes[0]:
            sentence = f"{self._path} begins with the note of size {self._sizes[0]}; earlier ones are not in it"
            self._findings.notice("outside_begins_later", sentence)
        for (error,) in self._snapshot.rows("SELECT error FROM log_unsigned WHERE club = %(club)s"):
            self._findings.notice("unsigned", f"checkpoints are not signed at present: {error}")
        size, position = self._agreed or (0, 0)
        if unsigned := self._tree.size - size:
            sentence = f"{unsigned} events after position {position} are under no checkpoint yet"
            self._findings.notice("not_yet_signed", sentence, position=position)

    # Differences

    @property
    def _path(self) -> str:
        return str(self._outside.path) if self._outside else "the file outside"

    def _other_root(self, logged: Logged, size: int, what: str, signed: bytes, root: bytes) -> Differs:
        after = f"after position {self._agreed[1]}" if self._agreed else "from the first"
        sentence = (
            f"{what} was signed for another root: something among the events {after} up to position"
            f" {logged.position} was changed, inserted or removed, and the log's own tables with it"
        )
        return Differs(
            Difference(
                kind=KIND,
                sentence=sentence,
                position=logged.position,
                table=CHECKPOINTS,
                key=f"size {size}",
                column="root",
                expected=root.hex(),
                found=signed.hex(),
            )
        )

    def _too_short(self, size: int, what: str) -> Differs:
        position = self._last.position if self._last else 0
        sentence = (
            f"{what} was signed, and the log has {self._tree.size} leaves:"
            f" the events after position {position} are gone"
        )
        return Differs(
            Difference(
                kind=KIND,
                sentence=sentence,
                position=position,
                table=CHECKPOINTS,
                key=f"size {size}",
                expected=str(size),
                found=str(self._tree.size),
            )
        )

    def _leaf_too_many(self, index: int) -> Differs:
        key, position = f"index {index}", index + 1
        if self._last and self._position < position <= self._last.position:
            sentence = f"the log has a leaf of position {position}, and the read tables claim to be at {self._position}"
            return Differs(Difference(kind="tables", sentence=sentence, position=position, table=POSITION))
        sentence = f"leaf {index} of the log is of an event at position {position}, which is gone"
        return Differs(Difference(kind=KIND, sentence=sentence, position=position, table=LEAVES.name, key=key))

    def _of_leaf(self, logged: Logged, sentence: str, **more: Any) -> Differs:
        stream, version = logged.recorded.originator_id, logged.recorded.originator_version
        return Differs(
            Difference(
                kind=KIND,
                sentence=f"event {version} of stream {stream} (position {logged.position}): {sentence}",
                stream=stream,
                version=version,
                position=logged.position,
                table=LEAVES.name,
                **more,
            )
        )

    def _of_node(self, level: int, index: int, expected: bytes, stored: bytes | None) -> Differs:
        what = "is missing" if stored is None else "is not the hash of its two children"
        return Differs(
            Difference(
                kind=KIND,
                sentence=f"the node {index} at level {level} of the log {what}",
                table=NODES.name,
                key=f"level {level}, index {index}",
                column="hash",
                expected=expected.hex(),
                found=stored.hex() if stored else None,
            )
        )

    def _of_checkpoint(self, size: int, sentence: str, **more: Any) -> Differs:
        return Differs(Difference(kind=KIND, sentence=sentence, table=CHECKPOINTS, key=f"size {size}", **more))


_COLUMNS = ("size", "root", "note", "vkey", "signed_at")
_LEAVES: LiteralString = """
    SELECT index, hash FROM log_leaves
    WHERE club = %(club)s AND index >= %(start)s AND index < %(end)s ORDER BY index
"""
_NODES: LiteralString = """
    SELECT level, index, hash
    FROM unnest(%(levels)s::smallint[], %(firsts)s::bigint[], %(lasts)s::bigint[]) AS asked (level, first, last)
    JOIN log_nodes USING (level) WHERE club = %(club)s AND index BETWEEN first AND last
"""
_NODES_BEYOND: LiteralString = """
    SELECT level, index FROM log_nodes
    WHERE club = %(club)s AND (level > 62 OR (index + 1)::numeric * 2::numeric ^ level > %(leaves)s)
    ORDER BY level, index LIMIT 1
"""
_CHECKPOINTS: LiteralString = """
    SELECT size, root, note, vkey, signed_at FROM log_checkpoints
    WHERE club = %(club)s AND size > %(above)s AND size <= %(most)s ORDER BY size
"""
_FIRST_CHECKPOINT: LiteralString = "SELECT size FROM log_checkpoints WHERE club = %(club)s ORDER BY size LIMIT 1"
