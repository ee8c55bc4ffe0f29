"""What the night audited is not audited again to be published, and nothing else is taken for it."""

from __future__ import annotations

import os
import pickle
from datetime import date
from pathlib import Path

import pytest

from publish.gitstage import Stage, stage
from syncline.core.fingerprint import fingerprint
from syncline.core.names import BlobId
from syncline.core.report import AuditReport
from syncline.ports.blobcache import user_cache
from syncline.run.auditing import audit_merge
from syncline.run.audits import recall_audit
from syncline.run.decisions import Order
from syncline.run.progress import silent
from syncline.run.publish import PublishRequest, publish_branch

AUDITED = "accounting for every hunk"


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stage:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    made = stage(tmp_path / "stage")
    made.sync("n1")
    return made


def published(there: Stage, branch: str = "n1") -> tuple[list[str], str]:
    """What a publication said that it does, and the body that it made."""
    said: list[str] = []
    done = publish_branch(PublishRequest(there.ours.path, branch, config=there.config, dry_run=True), said.append)
    assert done.published.wanted is not None
    return said, done.published.wanted.body


def emptied() -> None:
    for name in ("audits", "stakes"):
        files = [file for file in user_cache(name).folder.rglob("*") if file.is_file()]
        assert files, name
        for file in files:
            file.unlink()


def test_the_nights_own_audit_is_told(there: Stage) -> None:
    said, body = published(there)
    assert AUDITED not in said
    emptied()
    afresh, same = published(there)
    assert AUDITED in afresh
    assert body == same
    # That one was kept in its turn.
    assert AUDITED not in published(there)[0]


def test_an_audit_by_hand_is_always_made(there: Stage) -> None:
    said: list[str] = []
    audit_merge(there.ours.path, "n1", there.config, said.append)
    assert AUDITED in said


def test_a_decision_of_in_between_counts(there: Stage) -> None:
    (finding,) = [f for f in audit_merge(there.ours.path, "n1", there.config, silent).findings if f.check == "rule-costs"]
    order = Order((fingerprint(finding),), "as it should be", "")
    audit_merge(there.ours.path, "n1", there.config, silent, order=order, today=date(2024, 1, 2))
    there.publish("n1")
    assert "as it should be" in there.pull().body


@pytest.mark.parametrize("change", ["tree", "configuration", "records"])
def test_another_question_has_another_answer(there: Stage, change: str) -> None:
    match change:
        case "tree":
            there.ours.git("checkout", "--quiet", "n1")
            (there.ours.path / "b.txt").write_text("mended\n", "utf-8")
            there.ours.git("commit", "--quiet", "-am", "Mend b")
        case "configuration":
            there.config.write_text(there.config.read_text("utf-8").replace("[publish]", 'protected = ["b.txt"]\n[publish]'), "utf-8")
        case _:
            (ref,) = [name for name in there.ours.branches() if name.startswith("refs/syncline/records/")]
            there.ours.git("update-ref", "-d", ref)
    assert AUDITED in published(there)[0]


class Reaching:
    """Written so that reading it back asks for an attribute of something that is no enumeration."""

    def __reduce__(self) -> tuple[object, tuple[object, str]]:
        return getattr, (AuditReport, "__init__")


@pytest.mark.parametrize(
    "content", [b"", b"\x80\x05", pickle.dumps("no audit"), pickle.dumps(os.getcwd), pickle.dumps((1, 2)), pickle.dumps(Reaching())]
)
def test_a_damaged_or_foreign_file_is_no_audit(there: Stage, content: bytes) -> None:
    kept = user_cache("audits")
    files = [f for f in kept.folder.rglob("*") if f.is_file()]
    assert files
    for file in files:
        file.write_bytes(content)
        assert recall_audit(BlobId(file.parent.name + file.name)) is None
    assert AUDITED in published(there)[0]
