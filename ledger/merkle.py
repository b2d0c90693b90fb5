"""The Merkle tree of a club's log, hashed as RFC 9162 (2.1) has it, and its proofs of inclusion and of consistency.

A leaf is one stored event, framed so that a stranger can repeat it: four fields, each as its length in bytes (8 bytes,
unsigned, big-endian) followed by the bytes themselves,

    stream     the 16 bytes of the stream's UUID, as RFC 9562 orders them
    version    the event's place in its stream, from 1: 8 bytes, unsigned, big-endian
    topic      the topic in UTF-8
    state      the state, byte for byte as it is stored

and its hash is SHA-256(0x00 ‖ frame). A node is SHA-256(0x01 ‖ left ‖ right); the root of no leaves is SHA-256 of
nothing. Leaves are numbered from 0 in the order of commits, without a gap.

Perfect subtrees never change as a log grows. Each is named by its place (level, index): it holds 2**level leaves, the
first of which is the leaf index * 2**level; a leaf's hash is at level 0. Every root and every proof of any size follows
from at most two subtrees of each level, so nothing else has to be stored and read.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from struct import Struct
from uuid import UUID

EMPTY_ROOT = hashlib.sha256().digest()

Place = tuple[int, int]
"""Level and index of a perfect subtree."""

Span = tuple[int, int]
"""The leaves from the first number up to, but without, the second."""

_LENGTH = Struct(">Q")
_HEAD = Struct(">Q16sQQQ")
"""The first two fields with their lengths, and the length of the third."""


def frame(stream: UUID, version: int, topic: str, state: bytes) -> bytes:
    """One stored event as bytes, framed as the head of this module says.

    Raises struct.error for a version that is no unsigned 64-bit number.
    """
    name = topic.encode()
    head = _HEAD.pack(16, stream.bytes, 8, version, len(name))
    return b"".join((head, name, _LENGTH.pack(len(state)), state))


def leaf(stream: UUID, version: int, topic: str, state: bytes) -> bytes:
    """The leaf hash of one stored event: 32 bytes."""
    return leaf_hash(frame(stream, version, topic, state))


def leaf_hash(entry: bytes) -> bytes:
    """The leaf hash of any bytes."""
    return hashlib.sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of the node above two others."""
    return hashlib.sha256(b"\x01" + left + right).digest()


class Tree:
    """A tree that grows at its end. It holds the perfect subtrees along its edge only, the largest first."""

    def __init__(self, size: int = 0, edge: Iterable[bytes] = ()) -> None:
        """A tree of `size` leaves; `edge` holds the hashes at the places of `cover((0, size))`.

        Raises ValueError when there are more or fewer hashes than places.
        """
        self._size = size
        self._edge = list(edge)
        if len(self._edge) != size.bit_count():
            raise ValueError(f"a tree of {size} leaves has {size.bit_count()} subtrees, not {len(self._edge)}")

    @property
    def size(self) -> int:
        """The number of leaves."""
        return self._size

    def add(self, hashed: bytes) -> list[tuple[Place, bytes]]:
        """Add the hash of a leaf. Return the perfect subtrees that it completes above itself, the lowest first."""
        completed: list[tuple[Place, bytes]] = []
        level, index = 0, self._size
        while index & 1:
            level, index, hashed = level + 1, index >> 1, node_hash(self._edge.pop(), hashed)
            completed.append(((level, index), hashed))
        self._edge.append(hashed)
        self._size += 1
        return completed

    def root(self) -> bytes:
        """The root of the leaves so far."""
        return folded(self._edge)


def folded(edge: Sequence[bytes]) -> bytes:
    """The root above perfect subtrees that stand side by side, the largest first."""
    if not edge:
        return EMPTY_ROOT
    *larger, root = edge
    for subtree in reversed(larger):
        root = node_hash(subtree, root)
    return root


def cover(span: Span) -> tuple[Place, ...]:
    """The places of the perfect subtrees that make up a span, the largest first.

    The span must begin where a subtree as large as its first one may begin; every span of a proof does.
    """
    start, end = span
    places: list[Place] = []
    while start < end:
        level = (end - start).bit_length() - 1
        places.append((level, start >> level))
        start += 1 << level
    return tuple(places)


def inclusion_spans(index: int, size: int) -> tuple[Span, ...]:
    """The spans of the inclusion proof of leaf `index` in a tree of `size` leaves (2.1.3.1), the lowest first.

    Raises ValueError for a leaf that is not in the tree.
    """
    if not 0 <= index < size:
        raise ValueError(f"there is no leaf {index} in a tree of {size}")
    start, end, spans = 0, size, list[Span]()
    while end - start > 1:
        middle = start + _split(end - start)
        spans.append((middle, end) if index < middle else (start, middle))
        start, end = (start, middle) if index < middle else (middle, end)
    return tuple(reversed(spans))


def consistency_spans(first: int, second: int) -> tuple[Span, ...]:
    """The spans of the consistency proof between trees of two sizes (2.1.4.1), the lowest first.

    Raises ValueError unless 0 < first <= second.
    """
    if not 0 < first <= second:
        raise ValueError(f"a tree grows from 1 leaf or more to as many or more, not from {first} to {second}")
    start, end, spans = 0, second, list[Span]()
    while first != end:
        middle = start + _split(end - start)
        spans.append((middle, end) if first <= middle else (start, middle))
        start, end = (start, middle) if first <= middle else (middle, end)
    if start:
        spans.append((start, end))
    return tuple(reversed(spans))


def proof(spans: Iterable[Span], nodes: Mapping[Place, bytes]) -> tuple[bytes, ...]:
    """The hashes of a proof, one for each of its spans.

    `nodes` holds the perfect subtrees at the places that `cover` gives for the spans. Raises KeyError for a place that
    it lacks.
    """
    return tuple(folded([nodes[place] for place in cover(span)]) for span in spans)


def _split(size: int) -> int:
    """Where a tree of two or more leaves divides: the largest power of two below its size."""
    return 1 << ((size - 1).bit_length() - 1)
