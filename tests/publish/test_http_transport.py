"""The same over smart HTTP: git's own ``http-backend`` behind a small server, with a token in front of it."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from publish.gitstage import PAIR, Stage, edited, stage
from syncline.core.errors import WorldError
from syncline.publish.frame import described
from syncline.publish.record import Outcome
from syncline.run.holding import RefusedError

TOKEN = "s3cret-token"  # noqa: S105 - of this test's own server


class Backend(BaseHTTPRequestHandler):
    """CGI for one program. The token comes as basic authentication, as a credential helper gives it."""

    root = ""

    def do_GET(self) -> None:
        self.serve(b"")

    def do_POST(self) -> None:
        if self.headers.get("Transfer-Encoding") == "chunked":
            body = b""
            while size := int(self.rfile.readline(), 16):
                body += self.rfile.read(size)
                self.rfile.readline()
        else:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.serve(body)

    def serve(self, body: bytes) -> None:
        path, _, query = self.path.partition("?")
        if path.startswith("/renamed.git/"):
            # As forges answer where a repository had another name.
            self.send_response(301)
            self.send_header("Location", self.path.replace("/renamed.git/", "/shared.git/", 1))
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        if not self.headers.get("Authorization", "").startswith("Basic "):
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="test"')
            self.end_headers()
            return
        env = {
            **os.environ,
            "GIT_PROJECT_ROOT": self.root,
            "GIT_HTTP_EXPORT_ALL": "1",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "REQUEST_METHOD": self.command,
            "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "REMOTE_USER": "bot",
            "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
        }
        done = subprocess.run(["git", "http-backend"], input=body, capture_output=True, check=True, env=env)
        head, _, rest = done.stdout.partition(b"\r\n\r\n")
        fields = dict(line.split(": ", 1) for line in head.decode().split("\r\n"))
        self.send_response(int(fields.pop("Status", "200").split()[0]))
        for name, value in fields.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(rest)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the library's
        """Silent."""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    handler = type("Here", (Backend,), {"root": str(tmp_path)})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/shared.git"
    server.shutdown()
    server.server_close()


@pytest.fixture
def there(tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch) -> Stage:
    """A night merged by clones that reach the shared repository over HTTP."""
    helper = f"!f() {{ echo username=bot; echo password={TOKEN}; }}; f"
    config = tmp_path / "gitconfig"
    config.write_text(f'[credential]\n\thelper = "{helper}"\n', "utf-8")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(config))
    made = stage(tmp_path)
    made.shared.git("config", "http.receivepack", "true")
    for clone in (made.ours, made.theirs):
        clone.git("remote", "set-url", "origin", address)
    made.theirs.git("config", "credential.helper", helper)
    made.sync("n1")
    return made


def test_a_night_and_a_persons_push_over_http(there: Stage) -> None:
    there.publish("n1")
    assert described(there.pull().body) == there.tip("n1")
    fits = there.push_file("n1", "b.txt", edited((5, "repaired\n")), "Fits")
    there.push_file("dev", "c.txt", "more\n", "Moves on", "Tom Target")
    there.sync("n2")
    there.publish("n2")
    assert [(c.commit, c.outcome) for c in there.record().carried] == [(fits, Outcome.CARRIED)]
    assert described(there.pull().body) == there.tip("n1")
    assert f"refs/syncline/lease/{PAIR}" not in there.shared.branches()
    written = b"".join(p.read_bytes() for p in (there.ours.git_dir / "syncline").rglob("*") if p.is_file())
    assert TOKEN.encode() not in written


def test_a_renamed_repository_is_followed(there: Stage, address: str) -> None:
    there.ours.git("remote", "set-url", "origin", address.replace("shared", "renamed"))
    there.publish("n1")
    assert described(there.pull().body) == there.tip("n1")
    there.push_file("dev", "c.txt", "more\n", "Moves on", "Tom Target")
    there.sync("n2")
    there.publish("n2")
    assert described(there.pull().body) == there.tip("n1")


def test_a_fork_without_access_is_said_and_nothing_is_opened(there: Stage) -> None:
    there.shared.git("config", "http.receivepack", "false")
    with pytest.raises(RefusedError, match=r"the remote refused refs/syncline/lease/main-to-dev: .*403.*needs the right to push there"):
        there.publish("n1")
    assert "refs/heads/n1" not in there.shared.branches()
    assert there.forge().pull(1) is None


def test_an_address_with_a_password_is_not_repeated(tmp_path: Path) -> None:
    there = stage(tmp_path)
    there.sync("n1")
    there.ours.git("remote", "set-url", "--push", "origin", f"http://bot:{TOKEN}@127.0.0.1:9/shared.git")
    with pytest.raises(WorldError) as caught:
        there.publish("n1")
    assert TOKEN not in str(caught.value)
