"""How a finding is known again on another night: by a name, and by the content that an answer to it speaks of."""

from __future__ import annotations

import hashlib

from syncline.core.finding import Finding


def fingerprint(finding: Finding) -> str:
    """A name for the finding that survives moved lines and other commits: 16 hexadecimal digits of its identity."""
    words = finding.identity or (finding.check, finding.side.value if finding.side else "", finding.path or "", finding.symbol or "")
    return _digest((finding.check, *words))


def content_hash(finding: Finding) -> str:
    """What an answer to the finding speaks of: its identity, the text at its places and all lines concerned, without numbers and commits.

    The same content gives the same 16 hexadecimal digits. White space at the ends of lines and the order of lines do not count.
    """
    places = sorted(f"{place.path}\0{place.text.strip()}" for place in finding.places)
    return _digest((fingerprint(finding), *places, "", *sorted(text.strip() for text in finding.content)))


def _digest(words: tuple[str, ...]) -> str:
    return hashlib.sha256("\0".join(words).encode("utf-8", "surrogateescape")).hexdigest()[:16]
