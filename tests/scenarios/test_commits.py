"""The commit itself: who, when, under which name, signed or not."""

from __future__ import annotations

import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from building import Repo, Tree, diverged
from proving import snapshot
from running import SMALL, refused, syncline
from syncline.core.effect import Done
from syncline.core.resolution import Preference
from syncline.run.progress import silent
from syncline.run.sync import Night, Request, sync

LINES = "".join(f"line {n}\n" for n in range(40))


def small(folder: Path, config: str = "") -> Repo:
    extra: Tree = {"syncline.toml": config} if config else {}
    return diverged(
        folder,
        base={"f": LINES},
        source={"f": LINES.replace("line 3\n", "source\n")},
        target={"f": LINES.replace("line 30\n", "target\n"), **extra},
    )


def night(repo: Repo, **more: object) -> Night:
    request: dict[str, object] = {"source": "source", "target": "target", "branch": "night", "prefer": Preference.TARGET}
    return sync(Request(repo.path, **(request | more)), silent)  # type: ignore[arg-type]


def test_identity_by_the_rules_of_git(tmp_path: Path) -> None:
    repo = small(tmp_path / "r")
    night(repo)
    assert repo.git("log", "-1", "--format=%an %ae|%cn %ce|%(trailers:key=Signed-off-by,valueonly)", "night").strip() == (
        "Ada Tester ada@example.org|Ada Tester ada@example.org|Ada Tester <ada@example.org>"
    )


def test_identity_of_a_bot(tmp_path: Path) -> None:
    repo = small(tmp_path / "r", '[identity]\nname = "Bot é"\nemail = "bot@example.org"\n')
    night(repo)
    assert repo.git("log", "-1", "--format=%an %ae|%cn %ce|%(trailers:key=Signed-off-by,valueonly)", "night").strip() == (
        "Bot é bot@example.org|Bot é bot@example.org|Bot é <bot@example.org>"
    )


def test_without_sign_off(tmp_path: Path) -> None:
    repo = small(tmp_path / "r", "[identity]\nsign-off = false\n")
    night(repo)
    assert "Signed-off-by" not in repo.git("log", "-1", "--format=%B", "night")


def test_message_in_an_encoding_of_the_user(tmp_path: Path) -> None:
    """What we write is UTF-8 and says so, whatever the user declares for his own messages."""
    repo = small(tmp_path / "r", '[identity]\nname = "Bot é"\nemail = "bot@example.org"\n')
    repo.git("config", "i18n.commitEncoding", "ISO-8859-1")
    night(repo)
    raw = repo.raw("cat-file", "commit", "night")
    assert b"\nencoding " not in raw
    assert "Bot é".encode() in raw


@pytest.mark.parametrize(
    ("config", "now", "name"),
    [
        ("", datetime(2024, 2, 29, 23, 30, tzinfo=UTC), "sync/source-to-target/2024-02-29"),
        ('time-zone = "Asia/Tokyo"\n', datetime(2024, 2, 29, 23, 30, tzinfo=UTC), "sync/source-to-target/2024-03-01"),
        ('time-zone = "America/New_York"\n', datetime(2024, 3, 1, 3, 30, tzinfo=UTC), "sync/source-to-target/2024-02-29"),
        ('date-format = "%d_%m"\n', datetime(2024, 2, 29, 12, 0, tzinfo=UTC), "sync/source-to-target/29_02"),
        ('date-format = "%Y/%V"\nbranch = "w/{date}"\n', datetime(2024, 2, 29, 12, 0, tzinfo=UTC), "w/2024/09"),
        ('branch = "{target}-{source}"\n', datetime(2024, 2, 29, 12, 0, tzinfo=UTC), "target-source"),
    ],
)
def test_name_of_the_branch(config: str, now: datetime, name: str, tmp_path: Path) -> None:
    repo = small(tmp_path / "r", config)
    done = night(repo, branch="", now=now)
    assert done.effect.branch == name
    assert f"refs/heads/{name}" in repo.branches()
    assert repo.git("log", "-1", "--format=%ct", name) == str(int(now.timestamp()))


def test_the_next_night_has_nothing_new(tmp_path: Path) -> None:
    """Same parents, same tree, another date in the name: one merge is enough."""
    repo = small(tmp_path / "r")
    first = night(repo, branch="", now=datetime(2024, 2, 29, tzinfo=UTC))
    second = night(repo, branch="", now=datetime(2024, 3, 1, tzinfo=UTC))
    assert (second.effect.done, second.effect.branch, second.effect.commit) == (Done.NOOP, first.effect.branch, first.effect.commit)


def test_a_repair_on_top_of_the_merge(tmp_path: Path) -> None:
    """The branch has gone on, the merge is the same: it is there already, and not ours to overwrite or to make twice."""
    repo = small(tmp_path / "r")
    first = night(repo)
    repo.git("update-ref", "refs/heads/night", repo.git("commit-tree", "night^{tree}", "-p", "night", "-m", "repair"))
    before = snapshot(repo)
    again = night(repo)
    assert (again.effect.done, again.effect.branch, again.effect.commit) == (Done.NOOP, "night", first.effect.commit)
    assert snapshot(repo) == before
    repo.git("update-ref", "-d", "refs/heads/night")
    assert night(repo).effect.done is Done.CREATED


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """A signing key of ssh."""
    if shutil.which("ssh-keygen") is None:
        pytest.skip("there is no ssh-keygen here")
    path = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "test", "-f", str(path)], check=True)
    return path


def test_signed_when_git_is_told_to_sign(key: Path, tmp_path: Path) -> None:
    repo = small(tmp_path / "r")
    (tmp_path / "signers").write_text(f"ada@example.org {key.with_suffix('.pub').read_text('utf-8')}", encoding="utf-8")
    settings = {
        "gpg.format": "ssh",
        "user.signingKey": str(key),
        "commit.gpgSign": "true",
        "gpg.ssh.allowedSignersFile": str(tmp_path / "signers"),
    }
    for name, value in settings.items():
        repo.git("config", name, value)
    night(repo)
    repo.git("verify-commit", "night")
    assert b"\ngpgsig " in repo.raw("cat-file", "commit", "night")


def test_signing_that_fails(tmp_path: Path) -> None:
    repo = small(tmp_path / "r")
    settings = {"gpg.format": "ssh", "user.signingKey": str(tmp_path / "no-key"), "commit.gpgSign": "true"}
    for name, value in settings.items():
        repo.git("config", name, value)
    before = snapshot(repo)
    line = refused(syncline("sync", *SMALL, f"--repo={repo.path}"), 4)
    assert "git failed while writing the commit" in line
    assert snapshot(repo) == before


def test_signed_by_a_program_that_is_missing(tmp_path: Path) -> None:
    repo = small(tmp_path / "r")
    for name, value in {"gpg.program": str(tmp_path / "no-gpg"), "user.signingKey": "ADA", "commit.gpgSign": "true"}.items():
        repo.git("config", name, value)
    before = snapshot(repo)
    refused(syncline("sync", *SMALL, f"--repo={repo.path}"), 4)
    assert snapshot(repo) == before


def test_inside_a_hook(tmp_path: Path) -> None:
    """git hands its hooks variables that point at the repository it works in; ours is another one."""
    outer = small(tmp_path / "outer")
    inner = small(tmp_path / "inner")
    before = snapshot(outer)
    env = {
        "GIT_DIR": str(outer.path),
        "GIT_WORK_TREE": str(tmp_path),
        "GIT_INDEX_FILE": str(outer.path / "index"),
        "GIT_OBJECT_DIRECTORY": str(outer.path / "objects"),
        "GIT_ALTERNATE_OBJECT_DIRECTORIES": str(outer.path / "objects"),
        "GIT_QUARANTINE_PATH": str(outer.path / "objects"),
        "GIT_NAMESPACE": "other",
        "GIT_PREFIX": "sub/",
        "GIT_LITERAL_PATHSPECS": "1",
        "GIT_CONFIG_PARAMETERS": "'merge.renames'='false' 'core.quotepath'='true'",
        "GIT_EXTERNAL_DIFF": "false",
        "GIT_TRACE": "1",
        "GIT_DEFAULT_HASH": "sha256",
    }
    done = syncline("sync", *SMALL, f"--repo={inner.path}", env=env)
    assert done.returncode == 0, done.stderr
    assert "refs/heads/night" in inner.branches()
    assert snapshot(outer) == before


def test_reflog_where_the_user_keeps_one(tmp_path: Path) -> None:
    repo = small(tmp_path / "r")
    repo.git("config", "core.logAllRefUpdates", "true")
    night(repo)
    assert repo.git("reflog", "show", "--format=%gs", "night") == "syncline: sync"


def test_report_is_kept_below_the_git_directory(tmp_path: Path) -> None:
    repo = small(tmp_path / "r")
    done = syncline("sync", *SMALL, f"--repo={repo.path}")
    (folder,) = (repo.path / "syncline" / "reports").iterdir()
    assert sorted(file.name for file in folder.iterdir()) == ["report.json", "report.md"]
    assert f"report: {folder}" in done.stdout


def test_report_where_the_configuration_says(tmp_path: Path) -> None:
    """As seen from the repository, wherever we are started."""
    repo = small(tmp_path / "r", 'report-dir = "../kept"\n')
    syncline("sync", *SMALL, f"--repo={repo.path}", cwd=tmp_path)
    assert len(list((tmp_path / "kept").glob("*/report.json"))) == 1
    syncline("sync", *SMALL, f"--repo={repo.path}", f"--report-dir={tmp_path / 'named'}", cwd=tmp_path)
    assert sorted(file.name for file in (tmp_path / "named").iterdir()) == ["report.json", "report.md"]
