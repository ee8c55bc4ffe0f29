"""Speak to a forge's API: one request at a time, with its limits respected, and never a token in a message."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urljoin, urlsplit

import httpx

from syncline import __version__
from syncline.core.errors import UserError, WorldError
from syncline.core.names import shown
from syncline.ports.forge import DeniedError, SlowError

# Seconds: for a connection, and for an answer.
_CONNECT, _ANSWER = 10.0, 60.0
_ATTEMPTS = 4
# A forge may ask us to wait; beyond this many seconds the night is better tried again.
_LONGEST_WAIT = 180.0
# What may be asked again although the first answer got lost.
_REPEATABLE = frozenset({"GET", "PUT", "PATCH", "DELETE"})


@dataclass(frozen=True, slots=True)
class Answer:
    """What the forge said. ``data`` is decoded JSON, ``None`` for an empty answer; header names are lower-case."""

    status: int
    data: Any
    headers: Mapping[str, str]


@dataclass(slots=True)
class Api:
    """One API at ``base``. ``rest`` waits; ``headers`` hold the token and go to this very origin only."""

    name: str
    base: str
    headers: Mapping[str, str] = field(repr=False)
    rest: Callable[[float], None] = field(repr=False)
    answer_within: float = _ANSWER
    # The forge sent us on to another address: what we know it by has another name now.
    moved: bool = False
    _client: httpx.Client | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        parts = urlsplit(self.base)
        if parts.username or parts.password:
            raise UserError(f"the address of the {self.name} API must not hold a user or password; tokens come from the environment")
        if parts.scheme != "https" and parts.hostname not in ("127.0.0.1", "::1", "localhost"):
            raise UserError(f"the address of the {self.name} API must begin with https://: a token is sent there")

    def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        params: Mapping[str, str] | None = None,
        also: tuple[int, ...] = (),
        reads: bool = False,
    ) -> Answer:
        """One request. Success, and a status in ``also``, are values. ``reads`` tells that a POST changes nothing.

        Raises ``DeniedError`` for what will not get better (401, 403, 404, 4xx), ``SlowError`` for what may: no answer, 429, 5xx, half an answer.
        """
        url = path if "://" in path else self.base.rstrip("/") + path
        problem, repeatable = "", reads or method in _REPEATABLE
        for attempt in range(_ATTEMPTS):
            try:
                answer = self._once(method, url, body, params)
            except httpx.TimeoutException:
                problem, again = "no answer in time", repeatable
            except (httpx.ConnectError, httpx.ConnectTimeout) as error:
                problem, again = f"cannot connect: {shown(str(error))}", True
            except (httpx.HTTPError, ValueError) as error:
                problem, again = f"half an answer: {shown(type(error).__name__)}", repeatable
            else:
                if answer.status < 300 or answer.status in also:
                    return answer
                if answer.status in (301, 302, 307, 308):
                    url, params, self.moved = self._moved(url, answer), None, True
                    continue
                wait = _asked_to_wait(answer)
                if wait is None and answer.status < 500:
                    raise self._denied(method, path, answer)
                problem = f"{answer.status} {_words(answer)}".strip()
                again = wait is not None or repeatable
                if wait is not None and wait > _LONGEST_WAIT:
                    raise SlowError(f"{self.name} asks us to wait for {wait:.0f} s; try again after that")
                if again and wait:
                    self.rest(wait)
                    continue
            if not again:
                break
            self.rest(2.0**attempt)
        raise SlowError(f"{self.name} did not do {method} {_plain_path(path)}: {problem}")

    def pages(self, path: str, params: Mapping[str, str] | None = None) -> Iterator[Any]:
        """All items of a list, page after page, as the ``Link`` header leads."""
        answer = self.ask("GET", path, params={"per_page": "100", **(params or {})})
        while True:
            if not isinstance(answer.data, list):
                raise SlowError(f"{self.name} gave no list for {_plain_path(path)}")
            yield from answer.data
            following = _next_page(answer.headers.get("link", ""))
            if not following:
                return
            answer = self.ask("GET", self._own(urljoin(self.base, following)))

    def _once(self, method: str, url: str, body: object, params: Mapping[str, str] | None) -> Answer:
        if self._client is None:
            timeout = httpx.Timeout(self.answer_within, connect=_CONNECT)
            agent = {"user-agent": f"syncline/{__version__}"}
            self._client = httpx.Client(timeout=timeout, headers={**agent, **self.headers}, follow_redirects=False, trust_env=True)
        content = None if body is None else json.dumps(body).encode()
        kind = {} if content is None else {"content-type": "application/json"}
        got = self._client.request(method, url, content=content, headers=kind, params=params)
        # An answer that is no JSON is one from something before the forge (a proxy, an error page): its status counts, its text does not.
        try:
            data = got.json() if got.content else None
        except ValueError:
            if got.status_code < 300:
                raise
            data = None
        return Answer(got.status_code, data, {name.lower(): value for name, value in got.headers.items()})

    def _moved(self, url: str, answer: Answer) -> str:
        return self._own(urljoin(url, answer.headers.get("location", "")))

    def _own(self, url: str) -> str:
        """An address that the forge gave us, if it is the forge's own. The token goes nowhere else."""
        one, other = urlsplit(url), urlsplit(self.base)
        if (one.scheme, one.netloc) != (other.scheme, other.netloc):
            raise WorldError(f"{self.name} sends us to another host ({shown(one.netloc)}); nothing is sent there")
        return url

    def _denied(self, method: str, path: str, answer: Answer) -> DeniedError:
        what = f"{method} {_plain_path(path)}"
        said = _words(answer)
        if answer.status == 401:
            return DeniedError(f"{self.name} does not accept the token (401 {said}); set a valid one")
        if answer.status == 403:
            needs = answer.headers.get("x-accepted-oauth-scopes") or answer.headers.get("x-accepted-github-permissions", "")
            wanted = f"; it needs: {shown(needs)}" if needs else ""
            return DeniedError(f"{self.name} does not let the token do {what} (403 {said}){wanted}")
        if answer.status in (404, 410):
            return DeniedError(f"{self.name} has no {what}, or the token may not see it ({answer.status} {said})")
        return DeniedError(f"{self.name} refused {what} ({answer.status} {said})")

    def close(self) -> None:
        """Close the connection."""
        if self._client is not None:
            self._client.close()


def _asked_to_wait(answer: Answer) -> float | None:
    """Seconds that the forge asks for: 429, or 403 with a limit that is used up. ``None`` when it does not."""
    after = answer.headers.get("retry-after", "")
    used_up = answer.headers.get("x-ratelimit-remaining") == "0" or bool(after)
    if answer.status == 429 or (answer.status == 403 and used_up):
        return float(after) if after.isdigit() else 60.0
    return float(after) if answer.status >= 500 and after.isdigit() else None


def _words(answer: Answer) -> str:
    """The forge's own sentence for people, printable; nothing is decided by it."""
    data = answer.data
    if not isinstance(data, dict):
        return ""
    said = data.get("message", data.get("error", ""))
    more = (
        [e.get("message", e.get("code", "")) for e in data.get("errors", []) if isinstance(e, dict)]
        if isinstance(data.get("errors"), list)
        else []
    )
    words = [said if isinstance(said, str) else json.dumps(said), *[str(m) for m in more if m]]
    return shown(" · ".join(w for w in words if w))[:300]


def said(answer: Answer) -> str:
    """The forge's own words of an answer that was taken as a value."""
    return _words(answer) or str(answer.status)


def _plain_path(path: str) -> str:
    return shown(urlsplit(path).path if "://" in path else path.partition("?")[0])


def _next_page(link: str) -> str:
    for part in link.split(","):
        address, _, rest = part.partition(";")
        if 'rel="next"' in rest:
            return address.strip().strip("<>")
    return ""
