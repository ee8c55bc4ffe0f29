"""Publish once and die by SIGKILL at one call of a door: ``killed.py REPO CONFIG BRANCH COUNT``. Prints how many calls there were."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from syncline.run.progress import silent
from syncline.run.publish import PublishRequest, prepared
from syncline.run.publishing import world
from syncline.run.stepping import publish

# Calls that change something: the moments before and after each are where a runner may die.
CHANGING = {"swap", "open", "describe", "close", "label", "review", "say", "reword", "unsay"}


class Deadly:
    """A door whose changing calls are counted before and after; at the given count the process is killed."""

    calls = 0
    last = 0

    def __init__(self, door: object) -> None:
        self._door = door

    def __getattr__(self, name: str) -> object:
        value = getattr(self._door, name)
        if name not in CHANGING:
            return value

        def call(*args: object, **kwargs: object) -> object:
            self.count()
            answer = value(*args, **kwargs)
            self.count()
            return answer

        return call

    @staticmethod
    def count() -> None:
        Deadly.calls += 1
        if Deadly.calls == Deadly.last:
            os.kill(os.getpid(), signal.SIGKILL)


def main() -> None:
    repo, config, branch, count = sys.argv[1:5]
    Deadly.last = int(count)
    with prepared(PublishRequest(Path(repo), branch, config=Path(config)), silent) as preparation:
        doors = world(Deadly(preparation.shared), Deadly(preparation.forge), preparation.config)  # type: ignore[arg-type]
        publish(preparation.job(), doors)
    sys.stdout.write(f"{Deadly.calls}\n")


if __name__ == "__main__":
    main()
