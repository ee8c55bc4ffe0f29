"""The fake over real HTTP: routes of GitHub or GitLab on one state, with failures where a test wants them."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from fake_forge.state import ForgeState

TOKEN = "t0ken-of-the-fake"  # noqa: S105 - of this server alone


@dataclass
class Call:
    """One request as it came."""

    method: str
    path: str
    query: dict[str, str]
    body: Any
    headers: dict[str, str]


@dataclass
class Reply:
    """One answer. ``data`` of ``None`` is an empty one."""

    status: int
    data: Any = None
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class Failure:
    """What goes wrong at matching calls, ``times`` times: a status, or one of ``hang``, ``cut`` (half an answer), ``lost`` (done, not told) and
    ``short`` (a list without its end, and nothing that says so).
    """

    method: str
    path: str
    kind: str | int
    times: int = 1
    headers: dict[str, str] = field(default_factory=dict)
    message: str = "injected"

    def hits(self, call: Call) -> bool:
        return self.times > 0 and call.method == self.method and re.search(self.path, call.path) is not None


Routes = Callable[[ForgeState, Call], Reply]
# A route gets the state, the call, the server's address and the groups of its pattern.
Answer = Callable[..., Reply]
GONE = Reply(404, {"message": "404 Not Found"})


@dataclass
class Fake:
    """A running server. A test may put another state in place of this one; ``hang`` is how many seconds an answer that hangs takes."""

    state: ForgeState
    routes: Routes
    address: str = ""
    calls: list[Call] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    # Longer than any client of the tests waits.
    hang: float = 1.5

    def fail(self, method: str, path: str, kind: str | int, times: int = 1, **headers: str) -> None:
        """Inject a failure. Header names are written with underscores."""
        self.failures.append(Failure(method, path, kind, times, {k.replace("_", "-"): v for k, v in headers.items()}))


def _handler(fake: Fake) -> type[BaseHTTPRequestHandler]:
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # Head and body are two writes: without this each answer waits for the client's delayed acknowledgement.
        disable_nagle_algorithm = True

        def serve(self) -> None:
            size = int(self.headers.get("Content-Length", 0))
            raw = self.rfile.read(size)
            parts = urlsplit(self.path)
            query = {k: v[0] for k, v in parse_qs(parts.query).items()}
            call = Call(self.command, parts.path, query, json.loads(raw) if raw else None, {k.lower(): v for k, v in self.headers.items()})
            with lock:
                fake.calls.append(call)
                failure = next((f for f in fake.failures if f.hits(call)), None)
                if failure is not None:
                    failure.times -= 1
                reply = self.decide(call, failure)
            if failure is not None and failure.kind in ("hang", "lost"):
                time.sleep(fake.hang)
                self.close_connection = True
                return
            self.answer(reply, cut=failure is not None and failure.kind == "cut")

        def decide(self, call: Call, failure: Failure | None) -> Reply:
            if call.headers.get("authorization") != f"Bearer {TOKEN}":
                return Reply(401, {"message": "Bad credentials"})
            if failure is not None and isinstance(failure.kind, int):
                return Reply(failure.kind, {"message": failure.message}, failure.headers)
            if failure is not None and failure.kind == "hang":
                return Reply(500)
            reply = fake.routes(fake.state, call)
            if failure is not None and failure.kind == "short" and isinstance(reply.data, list):
                return Reply(reply.status, reply.data[:-1])
            return reply

        def answer(self, reply: Reply, *, cut: bool) -> None:
            data = b"" if reply.data is None else json.dumps(reply.data).encode()
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Type", "application/json; charset=utf-8")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            if cut:
                self.wfile.write(data[: len(data) // 2])
                self.close_connection = True
                self.wfile.flush()
                self.connection.close()
                return
            self.wfile.write(data)

        do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = serve  # noqa: N815 - the names are the library's

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Silent."""

    return Handler


@contextmanager
def running(state: ForgeState, routes: Routes) -> Iterator[Fake]:
    """Serve until the end of the block."""
    fake = Fake(state, routes)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(fake))
    fake.address = f"http://127.0.0.1:{server.server_address[1]}"
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    try:
        yield fake
    finally:
        server.shutdown()
        server.server_close()


def dispatched(table: Sequence[tuple[str, str, Answer]], rest: str, state: ForgeState, call: Call) -> Reply:
    """The answer of the first row of ``table`` that fits the method and what is left of the path; its groups are handed on."""
    for method, pattern, answer in table:
        match = re.fullmatch(pattern, rest)
        if match and method == call.method:
            return answer(state, call, address_of(call), *match.groups())
    return GONE


def of_pull(answer: Callable[..., Reply]) -> Answer:
    """A route whose first group is the number of a pull request; it gets the pull request, or nobody gets anything."""

    def route(state: ForgeState, call: Call, address: str, number: str, *rest: str) -> Reply:
        pull = state.pulls.get(int(number))
        return answer(state, call, address, pull, *rest) if pull is not None else GONE

    return route


def address_of(call: Call) -> str:
    """The server's own address, as the caller knows it."""
    return f"http://{call.headers['host']}"


def sent_on(call: Call, path: str) -> Reply:
    """What is asked for has another name now. Who writes is told not to turn it into a read."""
    query = f"?{urlencode(call.query)}" if call.query else ""
    return Reply(301 if call.method == "GET" else 307, {"message": "Moved Permanently"}, {"Location": f"{address_of(call)}{path}{query}"})


def paged(call: Call, items: list[Any], address: str, size: int = 2) -> Reply:
    """A page of a list, smaller than asked for, with the address of the next one."""
    page = int(call.query.get("page", "1"))
    size = min(size, int(call.query.get("per_page", "30")))
    part = items[(page - 1) * size : page * size]
    headers = {}
    if page * size < len(items):
        rest = "&".join(f"{k}={v}" for k, v in {**call.query, "page": str(page + 1)}.items())
        headers["Link"] = f'<{address}{call.path}?{rest}>; rel="next"'
    return Reply(200, part, headers)
