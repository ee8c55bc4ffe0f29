"""What is refused: one clear line, the exit code of the design, and the repository as it was."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from building import Repo, build, diverged
from proving import added, snapshot
from running import COMMAND, SMALL, git_in_front, refused, syncline, syncline_as

LINES = "".join(f"line {n}\n" for n in range(40))


@pytest.fixture
def elsewhere(tmp_path: Path) -> Repo:
    """A small repository to be changed first."""
    return diverged(
        tmp_path / "r",
        base={"f": LINES, "g": "g\n"},
        source={"f": LINES.replace("line 3\n", "source\n"), "g": "g\n", "s": "s\n"},
        target={"f": LINES.replace("line 3\n", "target\n"), "g": "g\n"},
        options=(),
    )


@pytest.fixture
def repo(elsewhere: Repo) -> Iterator[Repo]:
    """A small repository that has to be the same afterwards."""
    before = snapshot(elsewhere)
    yield elsewhere
    assert snapshot(elsewhere) == before


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--source=sorce", "--target=target"), "unknown revision: 'sorce'; did you mean source?"),
        (("--source=source", "--target=nothing-like-it"), "unknown revision: 'nothing-like-it'"),
        (("--source=source", "--target=" + "0" * 40), f"commit '{'0' * 40}' is not in this repository; fetch it first"),
        (("--source=--help", "--target=target"), "unknown revision: '--help'"),
        (("--source=-", "--target=target"), "unknown revision: '-'"),
        (("--source=", "--target=target"), "no source: give --source REV, or set 'source' in syncline.toml"),
        (("--source=source", "--target=two\nlines"), "unknown revision: 'two\\nlines'"),
        (("--source=source", "--target=\x1b[31mred"), "unknown revision: '\\x1b[31mred'"),
        (("--source=source:f", "--target=target"), "'source:f' is not a commit"),
        (("--source=source", "--target=target", "--branch=bad..name"), "'bad..name' is not a valid branch name"),
        (("--source=source", "--target=target", "--branch={night}"), "unknown field '{night}' in the branch name"),
        (("--source=source", "--target=target", "--prefer=mine"), "'mine' is not one of"),
        (("--source=source", "--target=target", "--nonsense"), "--nonsense"),
        (("--source=source", "--target=target", "extra"), "extra"),
    ],
)
def test_sync_refuses(arguments: tuple[str, ...], says: str, repo: Repo) -> None:
    words = ("--prefer=target", *arguments) if not any(a.startswith("--prefer") for a in arguments) else arguments
    # With --json as well: an error is one line on stderr, and stdout stays empty.
    assert says in refused(syncline("sync", f"--repo={repo.path}", *words, "--json"), 2)


def test_no_such_verb() -> None:
    assert "no such verb: snyc; did you mean 'sync'?" in refused(syncline("snyc"), 2)


def test_audit_without_a_merge() -> None:
    assert "name either a MERGE or a --pair" in refused(syncline("audit"), 2)


@pytest.mark.parametrize("verb", [("sync", *SMALL), ("audit", "HEAD")])
def test_not_a_repository(verb: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").touch()
    env = {"GIT_CEILING_DIRECTORIES": str(tmp_path)}
    assert "not a git repository" in refused(syncline(*verb, f"--repo={tmp_path / 'empty'}", env=env), 2)
    assert "not a git repository" in refused(syncline(*verb, env=env, cwd=tmp_path / "empty"), 2)
    assert "no such folder" in refused(syncline(*verb, f"--repo={tmp_path / 'nowhere'}", env=env), 2)
    assert "not a folder" in refused(syncline(*verb, f"--repo={tmp_path / 'file'}", env=env), 2)
    assert list((tmp_path / "empty").iterdir()) == []


def test_damaged_repository(repo: Repo, tmp_path: Path) -> None:
    shutil.copytree(repo.path, tmp_path / "damaged", symlinks=True)
    (tmp_path / "damaged" / ".git" / "HEAD").write_text("nonsense\n", encoding="utf-8")
    refused(syncline("sync", *SMALL, f"--repo={tmp_path / 'damaged'}"), 2)


def test_repository_of_a_format_to_come(repo: Repo, tmp_path: Path) -> None:
    shutil.copytree(repo.path, tmp_path / "new", symlinks=True)
    with (tmp_path / "new" / ".git" / "config").open("a", encoding="utf-8") as file:
        file.write("[core]\n\trepositoryFormatVersion = 99\n")
    assert "99" in refused(syncline("sync", *SMALL, f"--repo={tmp_path / 'new'}"), 2)


def test_git_is_missing(repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "nothing").mkdir()
    line = refused(syncline("sync", *SMALL, f"--repo={repo.path}", env={"PATH": str(tmp_path / "nothing")}), 4)
    assert "git was not found; install git 2.38 or newer" in line


def test_git_is_too_old(repo: Repo, tmp_path: Path) -> None:
    env = git_in_front(tmp_path / "bin", '[ "$1" = version ] && echo "git version 2.37.9" || exec "$REAL" "$@"')
    assert "git 2.37 is too old; syncline needs git 2.38 or newer" in refused(syncline("sync", *SMALL, f"--repo={repo.path}", env=env), 4)


@pytest.mark.parametrize("told", ["git version 2.39.5 (Apple Git-154)", "git version 2.45.0.windows.1", "git version 3.0.0-rc1"])
def test_versions_of_git_that_tell_more(told: str, repo: Repo, tmp_path: Path) -> None:
    env = git_in_front(tmp_path / "bin", f'[ "$1" = version ] && echo "{told}" || exec "$REAL" "$@"')
    assert syncline("sync", *SMALL, "--dry-run", f"--repo={repo.path}", env=env).returncode in (0, 1)


def test_git_that_fails(repo: Repo, tmp_path: Path) -> None:
    """Whatever git refuses is told in git's own words, in one line."""
    env = git_in_front(tmp_path / "bin", 'case "$*" in *merge-tree*) echo "fatal: no luck" >&2; exit 128;; *) exec "$REAL" "$@";; esac')
    assert "git failed while merging: no luck" in refused(syncline("sync", *SMALL, f"--repo={repo.path}", env=env), 4)


def test_git_that_dies(repo: Repo, tmp_path: Path) -> None:
    env = git_in_front(tmp_path / "bin", 'case "$*" in *cat-file*batch*) exit 1;; *) exec "$REAL" "$@";; esac')
    assert "git ended unexpectedly" in refused(syncline("sync", *SMALL, f"--repo={repo.path}", env=env), 4)


@pytest.mark.parametrize("packed", [False, True])
def test_branch_with_other_content(packed: bool, elsewhere: Repo) -> None:
    elsewhere.git("branch", "night", "base")
    if packed:
        elsewhere.git("pack-refs", "--all")
    before = snapshot(elsewhere)
    line = refused(syncline("sync", *SMALL, f"--repo={elsewhere.path}"), 2)
    assert "branch 'night' exists with other content" in line
    assert "delete it, or name another with --branch" in line
    assert snapshot(elsewhere) == before


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(("there", "wanted"), [("night", "night/one"), ("night/one", "night"), ("a/b", "a/b/c/d"), ("sync", "")])
def test_branch_that_is_a_folder_of_another(there: str, wanted: str, packed: bool, elsewhere: Repo) -> None:
    elsewhere.git("branch", there, "base")
    if packed:
        elsewhere.git("pack-refs", "--all")
    before = snapshot(elsewhere)
    words = ("--source=source", "--target=target", "--prefer=target", *([f"--branch={wanted}"] if wanted else []))
    line = refused(syncline("sync", *words, f"--repo={elsewhere.path}"), 2)
    assert f"git cannot have the branches '{there}' and '{wanted or 'sync/'}" in line
    assert snapshot(elsewhere) == before


def test_the_other_runner_was_first(elsewhere: Repo, tmp_path: Path) -> None:
    """Another run creates the branch while ours works: git's own lock decides, and nobody's branch is overwritten."""
    first = f'"$REAL" -C "{elsewhere.path}" branch night base 2>/dev/null; exec "$REAL" "$@"'
    env = git_in_front(tmp_path / "bin", f'case "$*" in *update-ref*) {first};; *) exec "$REAL" "$@";; esac')
    line = refused(syncline("sync", *SMALL, f"--repo={elsewhere.path}", env=env), 4)
    assert "cannot create the branch" in line
    assert elsewhere.commit("night") == elsewhere.commit("base")
    assert not [ref for ref in elsewhere.branches() if ref.startswith("refs/syncline/")]
    assert not list(elsewhere.git_dir.rglob("*.lock"))


NOBODY = 65534
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can act as another user")


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that other users can come to; pytest's own are closed to them."""
    with tempfile.TemporaryDirectory(prefix="syncline-test-", dir="/tmp") as name:
        folder = Path(name)
        folder.chmod(0o755)
        for inner in ("tmp", "home"):
            (folder / inner).mkdir()
            (folder / inner).chmod(0o777)
        yield folder


@needs_root
def test_no_write_permission(public: Path) -> None:
    found = diverged(public / "r", base={"f": "f\n"}, source={"f": "s\n"}, target={"f": "f\n", "t": "t\n"})
    before = snapshot(found)
    env = {"HOME": str(public / "home"), "TMPDIR": str(public / "tmp")}
    done = syncline_as(NOBODY, "sync", *SMALL, "--dry-run", f"--repo={found.path}", env=env)
    assert done.returncode in (0, 1), done.stderr
    line = refused(syncline_as(NOBODY, "sync", *SMALL, f"--repo={found.path}", env=env), 4)
    assert "permission" in line
    assert snapshot(found) == before
    assert list((public / "tmp").iterdir()) == []


@needs_root
def test_no_read_permission(public: Path) -> None:
    found = diverged(public / "r", base={"f": "f\n"}, source={"f": "s\n"}, target={"f": "t\n"})
    found.path.chmod(0o700)
    env = {"HOME": str(public / "home"), "TMPDIR": str(public / "tmp")}
    done = syncline_as(NOBODY, "sync", *SMALL, f"--repo={found.path}", env=env)
    assert done.returncode in (2, 4)
    refused(done, done.returncode)


def limited() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))


def test_no_file_may_grow(tmp_path: Path) -> None:
    """As on a full disk: no file can be written beyond some size. The objects to be written are larger."""
    noise = "".join(f"{os.urandom(24).hex()}\n" for _ in range(4000))
    found = diverged(tmp_path / "r", base={"f": noise}, source={"f": noise + "source\n"}, target={"f": "target\n" + noise})
    before = snapshot(found)
    (tmp_path / "tmp").mkdir()
    done = syncline("sync", *SMALL, f"--repo={found.path}", env={"TMPDIR": str(tmp_path / "tmp")}, prepare=limited)
    refused(done, 4)
    assert snapshot(found) == before
    assert list((tmp_path / "tmp").iterdir()) == []


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 400 kB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(folder)], capture_output=True, check=False)
    if mounted.returncode != 0:
        pytest.skip("no file system can be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_temporary_disk_is_full(tiny_disk: Path, tmp_path: Path) -> None:
    noise = "".join(f"{os.urandom(24).hex()}\n" for _ in range(20_000))
    found = diverged(tmp_path / "r", base={"f": noise}, source={"f": noise + "source\n"}, target={"f": "target\n" + noise})
    before = snapshot(found)
    refused(syncline("sync", *SMALL, f"--repo={found.path}", env={"TMPDIR": str(tiny_disk)}), 4)
    assert snapshot(found) == before
    assert list(tiny_disk.iterdir()) == []


def test_disk_of_the_repository_is_full(tiny_disk: Path, tmp_path: Path) -> None:
    noise = "".join(f"{os.urandom(24).hex()}\n" for _ in range(1500))
    found = diverged(tiny_disk / "r", base={"f": noise}, source={"f": noise + "source\n"}, target={"f": "target\n" + noise})
    with (tiny_disk / "filler").open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while file.write(b"x" * 1024):
            pass
    before = snapshot(found)
    line = refused(syncline("sync", *SMALL, f"--repo={found.path}", env={"TMPDIR": str(tmp_path)}), 4)
    assert "storing the merge" in line
    # What git had begun to write stays as loose garbage, as with git itself.
    assert added(before, snapshot(found)) == set()


def test_report_folder_that_cannot_be_written(repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / "below", Path("/proc/nowhere")):
        line = refused(syncline("sync", *SMALL, f"--repo={repo.path}", f"--report-dir={folder}"), 2)
        assert "name another folder with --report-dir" in line
        refused(syncline("audit", "HEAD", f"--repo={repo.path}", f"--report-dir={folder}"), 2)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("source = [", "not valid TOML"),
        ("surce = 'main'\n", "did you mean 'source'?"),
        ("prefer = 'mine'\n", "prefer"),
        ("source = 3\n", "source"),
        ("time-zone = 'Mars/Olympus'\n", "unknown time zone: 'Mars/Olympus'"),
        ("branch = '{night}'\n", "unknown field '{night}'"),
        ('source = "a\\u0000b"\n', "unknown revision"),
        ('branch = "a\\u0000b"\n', "is not a valid branch name"),
    ],
)
def test_configuration_that_is_wrong(text: str, says: str, repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "syncline.toml").write_text(text, encoding="utf-8")
    words = ["--prefer=target"] if "prefer" not in text else []
    words += [] if text.startswith("source =") else ["--source=source"]
    done = syncline("sync", "--target=target", *words, f"--config={tmp_path / 'syncline.toml'}", f"--repo={repo.path}")
    assert says in refused(done, 2)


def test_configuration_that_is_not_there(repo: Repo, tmp_path: Path) -> None:
    assert "cannot read" in refused(syncline("sync", *SMALL, f"--config={tmp_path / 'no.toml'}", f"--repo={repo.path}"), 2)
    assert "cannot read" in refused(syncline("sync", *SMALL, f"--config={tmp_path}", f"--repo={repo.path}"), 2)


def test_configuration_at_the_target_that_is_wrong(tmp_path: Path) -> None:
    found = diverged(tmp_path / "r", base={"f": "f\n"}, source={"f": "s\n"}, target={"f": "f\n", "syncline.toml": "nonsense = 1\n"})
    line = refused(syncline("sync", *SMALL, f"--repo={found.path}"), 2)
    assert "nonsense" in line
    assert "syncline.toml at" in line


def test_nobody_is_known_to_commit(repo: Repo) -> None:
    """Told before the work, not after it."""
    env = {f"GIT_{role}_{what}": "" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    env |= {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "user.useConfigOnly", "GIT_CONFIG_VALUE_0": "true"}
    line = refused(syncline("sync", *SMALL, f"--repo={repo.path}", env=env), 2)
    assert "git does not know who commits; set user.name and user.email" in line
    assert syncline("sync", *SMALL, "--dry-run", f"--repo={repo.path}", env=env).returncode in (0, 1)


LOCALES = [
    {"LC_ALL": "C"},
    {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    {"PYTHONIOENCODING": "latin-1"},
    {"PYTHONIOENCODING": "ascii"},
]


@pytest.mark.parametrize("env", LOCALES, ids=str)
def test_any_locale(env: dict[str, str], tmp_path: Path) -> None:
    """Names of the repository and signs of our own that the terminal cannot show are escaped, and nothing fails."""
    found = diverged(tmp_path / "r", base={"é.txt": LINES}, source={"é.txt": "→ source\n"}, target={"é.txt": "→ target\n", b"\xff": "x\n"})
    arguments = ("sync", *SMALL, f"--repo={found.path}", "--dry-run")
    plain = syncline(*arguments, env=env)
    assert plain.returncode in (0, 1), plain.stderr
    assert plain.stderr == ""
    assert json.loads(syncline(*arguments, "--json", env=env).stdout) == json.loads(syncline(*arguments, "--json").stdout)


@pytest.mark.parametrize("as_json", [[], ["--json"]], ids=["plain", "json"])
def test_reader_that_goes_away(as_json: list[str], repo: Repo) -> None:
    """``| head -0``: the exit code is that of the work."""
    words = ["sync", *SMALL, "--dry-run", f"--repo={repo.path}", *as_json]
    expected = syncline(*words).returncode
    left, right = os.pipe()
    os.close(left)
    status = subprocess.run([*COMMAND, *words], stdout=right, stderr=subprocess.PIPE, text=True, check=False)
    os.close(right)
    assert (status.returncode, status.stderr) == (expected, "")


def test_full_disk_behind_the_output(repo: Repo) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        words = [*COMMAND, "sync", *SMALL, "--dry-run", f"--repo={repo.path}"]
        status = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert status.returncode == 4
    assert "No space left on device" in status.stderr
    assert len(status.stderr.splitlines()) == 1


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_that_are_closed(closed: str, repo: Repo) -> None:
    """No file of ours may take the number of a closed stream; the exit code tells all the same."""
    words = ["sync", *SMALL, "--dry-run", f"--repo={repo.path}"]
    expected = syncline(*words).returncode
    line = " ".join([shlex.join([*COMMAND, *words]), closed])
    assert subprocess.run(["sh", "-c", line], capture_output=True, check=False).returncode == expected


def test_nothing_was_asked() -> None:
    done = syncline()
    assert (done.returncode, done.stdout) == (2, "")
    assert "Usage: syncline" in done.stderr


def test_empty_repository(tmp_path: Path) -> None:
    found = build(tmp_path / "r", ())
    assert "unknown revision: 'HEAD'" in refused(syncline("sync", f"--repo={found.path}"), 2)


def test_several_errors_of_a_configuration_are_one_line(tmp_path: Path) -> None:
    found = diverged(tmp_path / "r", base={"f": "f\n"}, source={"f": "s\n"}, target={"f": "f\n"})
    (tmp_path / "c.toml").write_text("sorce = 'x'\ntarge = 'y'\n")
    line = refused(syncline("sync", *SMALL, f"--repo={found.path}", f"--config={tmp_path / 'c.toml'}"), 2)
    assert "unknown key 'sorce'; did you mean 'source'?; " in line
    assert "unknown key 'targe'" in line
    assert "\\n" not in line
