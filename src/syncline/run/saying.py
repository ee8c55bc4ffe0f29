"""Which files of a tree say a word. The words of a blob are kept from night to night, so that git reads only the files that can say it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from syncline.account.seam.wording import are_words, as_bytes, looking_for, words_in
from syncline.core.names import BlobId, CommitId, RepoPath, TreeId
from syncline.core.text import is_binary
from syncline.ports.git.words import is_read, word_places
from syncline.ports.git.workshop import Workshop
from syncline.run.facts import fact_stores

# In a tree of more files nothing is kept: git looks through all of them, each time.
_MOST = 20_000
# Files from which on a word is one that many say.
_COMMON = 100
# Blobs whose words are made at a time; that bounds what is in memory.
_PORTION = 64


def counted_words(workshop: Workshop, tree: TreeId | CommitId, words: Iterable[str]) -> Mapping[str, Mapping[RepoPath, int]]:
    """How often each of ``words`` stands as a whole word in each text file of a tree: word → path → number."""
    asked = sorted({word for word in words if word})
    found = _listed(workshop, tree, asked)
    if found is None:
        return word_places(workshop, tree, asked)
    # git tries each word at each place: most files say nothing but words that many do, and are looked through for those alone.
    common = [word for word in asked if len(found[word]) > _COMMON]
    rare = frozenset().union(*(found[word] for word in asked if len(found[word]) <= _COMMON))
    others = frozenset().union(*(found[word] for word in common)) - rare
    here, there = word_places(workshop, tree, asked, sorted(rare)), word_places(workshop, tree, common, sorted(others))
    return {word: {**here[word], **there.get(word, {})} for word in asked}


def saying(workshop: Workshop, tree: TreeId | CommitId, words: Iterable[str]) -> Mapping[str, frozenset[RepoPath]]:
    """The files of a tree that say each of ``words``, and at times one that only seems to: ``--some-flag`` is taken for ``some_flag``."""
    asked = sorted({word for word in words if word})
    found = _listed(workshop, tree, asked)
    return {word: frozenset(there) for word, there in word_places(workshop, tree, asked).items()} if found is None else found


def _listed(workshop: Workshop, tree: TreeId | CommitId, words: Iterable[str]) -> dict[str, frozenset[RepoPath]] | None:
    """``saying`` by the words that are kept; ``None`` where they cannot tell."""
    needed = {word: words_in(word.encode("utf-8", "surrogateescape")) for word in words}
    if not all(needed.values()):
        # Single letters and numbers are in no list.
        return None
    files = [(path, entry.oid) for path, entry in workshop.entries(tree).items() if entry.is_file and is_read(path)]
    if len(files) > _MOST:
        return None
    asked: frozenset[bytes] = frozenset().union(*needed.values())
    said = _said(workshop, asked)
    fresh = [oid for _, oid in files if oid not in said]
    known, look = _words(workshop, fresh), looking_for(asked)
    said.update((oid, look(known[oid])) for oid in fresh)
    there = {path: some for path, oid in files if (some := said[oid])}
    return {word: frozenset(path for path, some in there.items() if parts <= some) for word, parts in needed.items()}


@lru_cache(maxsize=1)
def _said(workshop: Workshop, asked: frozenset[bytes]) -> dict[BlobId, frozenset[bytes]]:
    """Which of these words blobs hold: the same is asked of both sides, which share most files."""
    del workshop, asked
    return {}


@lru_cache(maxsize=1)
def _kept(workshop: Workshop) -> dict[BlobId, bytes]:
    """What was read of the words of blobs in one workshop."""
    del workshop
    return {}


def _words(workshop: Workshop, oids: Iterable[BlobId]) -> Mapping[BlobId, bytes]:
    """The words of blobs, each as the store keeps them."""
    known, store = _kept(workshop), fact_stores().words
    missing = []
    for oid in dict.fromkeys(oids):
        if oid not in known:
            data = store.recall(oid)
            if data is None or not are_words(data):
                missing.append(oid)
            else:
                known[oid] = data
    for at in range(0, len(missing), _PORTION):
        for oid, data in workshop.read_all(missing[at : at + _PORTION]).items():
            known[oid] = as_bytes(frozenset() if is_binary(data) else words_in(data))
            store.remember(oid, known[oid])
    return known
