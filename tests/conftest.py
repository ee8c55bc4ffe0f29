"""Every test runs in a world of its own: no configuration, identity, locale or time zone of the machine reaches git or syncline."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes says something about the machine and nothing about us.
settings.register_profile("any machine", settings.get_profile("default"), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

IDENTITY = {"NAME": "Ada Tester", "EMAIL": "ada@example.org", "DATE": "2024-01-02T03:04:05+00:00"}


@pytest.fixture(scope="session", autouse=True)
def _own_world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """An empty home, a fixed identity and date for git, English messages, a fixed width, no colours."""
    home: Path = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in os.environ:
            if name.startswith("GIT_") or name in {"FORCE_COLOR", "CLICOLOR_FORCE", "PY_COLORS", "LANGUAGE"}:
                patch.delenv(name)
        patch.setenv("HOME", str(home))
        patch.setenv("XDG_CONFIG_HOME", str(home / ".config"))
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        for role in ("AUTHOR", "COMMITTER"):
            for what, value in IDENTITY.items():
                patch.setenv(f"GIT_{role}_{what}", value)
        patch.setenv("LC_ALL", "C.UTF-8")
        patch.setenv("TZ", "UTC")
        patch.setenv("COLUMNS", "100")
        _hear_signals()
        yield


def _hear_signals() -> None:
    """A job in the background of a shell ignores Ctrl-C, and so would every child of it: what tests send would not arrive."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler if number is signal.SIGINT else signal.SIG_DFL)
