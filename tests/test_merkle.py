"""The Merkle tree of the log: published roots and proofs, another library's, and what must never verify.

The entries, roots and proofs are those of the reference tests of certificate transparency (RFC 6962, whose hashing
RFC 9162 keeps), which other logs test themselves against too. Proofs are verified by the verifier of receipts, which
shares no code with the tree.
"""

import hashlib
from collections.abc import Sequence
from uuid import UUID

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pymerkle import InmemoryTree

from ledger import merkle
from ops.verify_receipt import grows, root_above

ENTRIES = [
    bytes.fromhex(text)
    for text in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f")
]
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
INCLUSIONS: list[tuple[int, int, list[str]]] = [
    (0, 1, []),
    (
        0,
        8,
        [
            "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
            "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
        ],
    ),
    (
        5,
        8,
        [
            "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
            "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        ],
    ),
    (2, 3, ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"]),
    (
        1,
        5,
        [
            "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
            "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        ],
    ),
]
CONSISTENCIES: list[tuple[int, int, list[str]]] = [
    (1, 1, []),
    (
        1,
        8,
        [
            "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
            "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
        ],
    ),
    (
        6,
        8,
        [
            "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
            "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        ],
    ),
    (
        2,
        5,
        [
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
            "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        ],
    ),
]

Kept = dict[merkle.Place, bytes]


def grown(hashes: Sequence[bytes]) -> tuple[merkle.Tree, Kept]:
    """A tree with these leaves, and the hashes of all its perfect subtrees."""
    tree, kept = merkle.Tree(), Kept()
    for index, leaf_hash in enumerate(hashes):
        kept[0, index] = leaf_hash
        kept.update(tree.add(leaf_hash))
    return tree, kept


def root_of(size: int, kept: Kept) -> bytes:
    return merkle.folded([kept[place] for place in merkle.cover((0, size))])


def by_definition(hashes: Sequence[bytes]) -> bytes:
    """The root as the RFC defines it."""
    if len(hashes) < 2:
        return hashes[0] if hashes else hashlib.sha256().digest()
    k = 1
    while k * 2 < len(hashes):
        k *= 2
    return merkle.node_hash(by_definition(hashes[:k]), by_definition(hashes[k:]))


REFERENCE = [merkle.leaf_hash(entry) for entry in ENTRIES]


def test_the_root_of_no_leaves_is_the_hash_of_nothing() -> None:
    assert merkle.Tree().root().hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


@pytest.mark.parametrize("size", range(1, 9))
def test_the_published_roots_are_found(size: int) -> None:
    tree, _ = grown(REFERENCE[:size])
    assert tree.root().hex() == ROOTS[size - 1]
    assert root_of(size, grown(REFERENCE)[1]).hex() == ROOTS[size - 1], "and again when the tree has grown on"


@pytest.mark.parametrize(("index", "size", "path"), INCLUSIONS)
def test_the_published_inclusion_proofs_are_found_and_verify(index: int, size: int, path: list[str]) -> None:
    nodes = merkle.proof(merkle.inclusion_spans(index, size), grown(REFERENCE)[1])
    assert [node.hex() for node in nodes] == path
    assert root_above(REFERENCE[index], index, size, nodes) == bytes.fromhex(ROOTS[size - 1])


@pytest.mark.parametrize(("first", "second", "path"), CONSISTENCIES)
def test_the_published_consistency_proofs_are_found_and_verify(first: int, second: int, path: list[str]) -> None:
    nodes = merkle.proof(merkle.consistency_spans(first, second), grown(REFERENCE)[1])
    assert [node.hex() for node in nodes] == path
    roots = (bytes.fromhex(ROOTS[size - 1]) for size in (first, second))
    assert grows(first, second, *roots, nodes)


def test_a_leaf_is_framed_as_its_description_says() -> None:
    stream = UUID("00112233-4455-6677-8899-aabbccddeeff")
    framed = merkle.frame(stream, 258, "spiel.gebén", b"{}")
    assert framed.hex() == (
        "0000000000000010"
        "00112233445566778899aabbccddeeff"
        "0000000000000008"
        "0000000000000102"
        "000000000000000c"
        "737069656c2e676562c3a96e"
        "0000000000000002"
        "7b7d"
    )
    assert merkle.leaf(stream, 258, "spiel.gebén", b"{}") == hashlib.sha256(b"\x00" + framed).digest()


def test_moving_a_byte_from_one_field_to_the_next_makes_another_leaf() -> None:
    stream = UUID(int=1)
    assert merkle.leaf(stream, 1, "game.cut", b"{}") != merkle.leaf(stream, 1, "game.cu", b"t{}")


@given(st.integers(0, 130), st.integers(0, 130))
def test_a_tree_taken_up_from_what_is_kept_grows_as_one_that_was_never_put_down(size: int, more: int) -> None:
    hashes = [merkle.leaf_hash(n.to_bytes(2, "big")) for n in range(size + more)]
    whole, kept = grown(hashes)
    tree = merkle.Tree(size, [kept[place] for place in merkle.cover((0, size))])
    assert tree.root() == by_definition(hashes[:size])
    for leaf_hash in hashes[size:]:
        tree.add(leaf_hash)
    assert (tree.size, tree.root()) == (whole.size, whole.root()) == (size + more, by_definition(hashes))


@given(st.data())
def test_another_library_finds_the_same_roots_and_proofs(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 200))
    entries = [n.to_bytes(2, "big") * 3 for n in range(size)]
    oracle = InmemoryTree.init_from_entries(entries, algorithm="sha256")
    tree, kept = grown([merkle.leaf_hash(entry) for entry in entries])
    assert tree.root() == oracle.get_root()
    index, first = data.draw(st.integers(0, size - 1)), data.draw(st.integers(1, size))
    ours = merkle.proof(merkle.inclusion_spans(index, size), kept)
    # The library's path begins with the leaf itself.
    assert list(ours) == oracle.prove_inclusion(index + 1, size).path[1:]
    assert root_of(first, kept) == oracle.get_root(first)
    assert root_above(merkle.leaf_hash(entries[index]), index, size, ours) == oracle.get_root()
    grew = merkle.proof(merkle.consistency_spans(first, size), kept)
    assert grows(first, size, oracle.get_root(first), oracle.get_root(), grew)


@given(st.integers(1, 5000), st.data())
def test_every_proof_is_made_from_a_few_nodes(size: int, data: st.DataObject) -> None:
    index, first = data.draw(st.integers(0, size - 1)), data.draw(st.integers(1, size))
    most = 2 * size.bit_length()
    for spans in (merkle.inclusion_spans(index, size), merkle.consistency_spans(first, size)):
        assert sum(len(merkle.cover(span)) for span in spans) <= most


def spoiled(hashes: Sequence[bytes], at: int, bit: int) -> list[bytes]:
    """The hashes, with one bit of one of them flipped."""
    flipped = list(hashes)
    leaf_hash = bytearray(flipped[at])
    leaf_hash[bit // 8] ^= 1 << bit % 8
    flipped[at] = bytes(leaf_hash)
    return flipped


@given(st.data())
def test_an_inclusion_proof_with_anything_changed_does_not_verify(data: st.DataObject) -> None:
    size = data.draw(st.integers(2, 70))
    index = data.draw(st.integers(0, size - 1))
    hashes = [merkle.leaf_hash(bytes([n])) for n in range(size)]
    tree, kept = grown(hashes)
    path = merkle.proof(merkle.inclusion_spans(index, size), kept)
    assert root_above(hashes[index], index, size, path) == tree.root()
    all_of_it = [hashes[index], tree.root(), *path]
    leaf, root, *other = spoiled(
        all_of_it, data.draw(st.integers(0, len(all_of_it) - 1)), data.draw(st.integers(0, 255))
    )
    assert root_above(leaf, index, size, other) != root
    elsewhere = data.draw(st.integers(0, size - 1))
    assume(elsewhere != index)
    assert root_above(hashes[index], elsewhere, size, path) != tree.root()
    assert root_above(hashes[index], index, size, path[:-1]) != tree.root()
    assert root_above(hashes[index], index, size, (*path, path[0])) != tree.root()
    assert root_above(hashes[index], index, size, (path[0][:-1], *path[1:])) != tree.root()


@given(st.data())
def test_a_consistency_proof_with_anything_changed_does_not_verify(data: st.DataObject) -> None:
    second = data.draw(st.integers(2, 70))
    first = data.draw(st.integers(1, second - 1))
    _, kept = grown([merkle.leaf_hash(bytes([n])) for n in range(second)])
    roots = root_of(first, kept), root_of(second, kept)
    path = merkle.proof(merkle.consistency_spans(first, second), kept)
    assert grows(first, second, *roots, path)
    all_of_it = [*roots, *path]
    older, newer, *other = spoiled(
        all_of_it, data.draw(st.integers(0, len(all_of_it) - 1)), data.draw(st.integers(0, 255))
    )
    assert not grows(first, second, older, newer, other)
    assert not grows(first, second, *roots, path[:-1])
    assert not grows(first, second, *roots, (*path, path[0]))
    assert not grows(second, first, *reversed(roots), path)
    assert not grows(first, first, *roots, ())


@given(st.integers(1, 60), st.integers(0, 59), st.integers(0, 255))
def test_a_leaf_that_was_changed_changes_every_root_from_there_on(size: int, index: int, bit: int) -> None:
    assume(index < size)
    hashes = [merkle.leaf_hash(bytes([n])) for n in range(size)]
    honest, changed = grown(hashes)[1], grown(spoiled(hashes, index, bit))[1]
    for leaf_count in range(1, size + 1):
        assert (root_of(leaf_count, honest) == root_of(leaf_count, changed)) == (leaf_count <= index)


@pytest.mark.parametrize(("index", "size"), [(-1, 4), (4, 4), (0, 0)])
def test_there_is_no_inclusion_proof_of_a_leaf_outside_the_tree(index: int, size: int) -> None:
    with pytest.raises(ValueError, match="no leaf"):
        merkle.inclusion_spans(index, size)


@pytest.mark.parametrize(("first", "second"), [(0, 4), (5, 4), (0, 0), (-1, 3)])
def test_there_is_no_consistency_proof_from_nothing_or_backwards(first: int, second: int) -> None:
    with pytest.raises(ValueError, match="grows"):
        merkle.consistency_spans(first, second)


def test_an_edge_of_another_size_is_turned_away() -> None:
    with pytest.raises(ValueError, match="a tree of 3 leaves has 2 subtrees, not 1"):
        merkle.Tree(3, [b"x" * 32])
