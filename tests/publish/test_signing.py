"""Our own commits are signed off, and signed where git is set to sign; else nothing is pushed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from publish.gitstage import Stage, stage
from syncline.publish.steps import Halted


@pytest.fixture
def there(tmp_path: Path) -> Stage:
    return stage(tmp_path)


def halted(there: Stage, branch: str = "n1") -> tuple[Halted, str] | None:
    done = there.publish(branch)
    if done.published.halted is None:
        return None
    assert done.exit_code == 1
    assert f"refs/heads/{branch}" not in there.shared.branches()
    assert there.forge().pull(1) is None
    return done.published.halted.why, done.published.halted.reason


def merged_by_hand(there: Stage, *options: str) -> str:
    git = there.ours.git
    git("checkout", "--quiet", "-b", "n1", "origin/dev")
    git("merge", "--quiet", "-X", "ours", "-m", "By hand", *options, "origin/main")
    return git("rev-parse", "--short=10", "HEAD")


def test_a_merge_without_a_sign_off_is_not_pushed(there: Stage) -> None:
    merge = merged_by_hand(there)
    found = halted(there)
    assert found is not None
    assert found[0] is Halted.UNSIGNED
    assert found[1].startswith(f"the merge {merge} has no sign-off; ")
    there.ours.git("commit", "--quiet", "--amend", "--signoff", "--no-edit")
    assert halted(there) is None


def test_a_sign_off_of_somebody_else_is_none_of_ours(there: Stage) -> None:
    merged_by_hand(there)
    there.ours.git("commit", "--quiet", "--amend", "-m", "By hand\n\nSigned-off-by: Tom Target <tom@example.org>")
    found = halted(there)
    assert found is not None
    assert "is not signed off by its author" in found[1]


def test_a_project_without_sign_offs_asks_for_none(there: Stage) -> None:
    there.config.write_text(there.config.read_text("utf-8") + "[identity]\nsign-off = false\n", "utf-8")
    merged_by_hand(there)
    assert halted(there) is None


def test_what_sync_makes_passes(there: Stage) -> None:
    there.sync("n1")
    done = there.publish("n1")
    assert done.facts is not None
    assert done.facts.position.ours.clean


def test_where_git_signs_an_unsigned_merge_is_not_pushed(there: Stage, tmp_path: Path) -> None:
    if shutil.which("ssh-keygen") is None:
        pytest.skip("there is no ssh-keygen here")
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    there.sync("n1")
    for name, value in (("gpg.format", "ssh"), ("user.signingKey", str(key)), ("commit.gpgSign", "true")):
        there.ours.git("config", name, value)
    found = halted(there)
    assert found is not None
    assert "is not signed, and commit.gpgSign is on" in found[1]
    there.ours.git("checkout", "--quiet", "n1")
    there.ours.git("commit", "--quiet", "--amend", "--no-edit")
    assert halted(there) is None
    # Our fix is signed as well.
    (there.ours.path / "b.txt").write_text("mended\n", "utf-8")
    there.ours.git("commit", "--quiet", "--no-gpg-sign", "-am", "Mend b")
    assert there.publish("n1").published.halted is None
    assert "\ngpgsig " in there.shared.git("cat-file", "commit", there.record().fix)
