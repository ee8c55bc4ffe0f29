"""This machine's clock and process, as a publication needs them."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from syncline.config import Config
from syncline.ports.forge import Forge
from syncline.ports.machine import died_here, machine_name, new_holder, process_name
from syncline.ports.shared import SharedRefs
from syncline.publish.lease import Lease
from syncline.run.looking import World


def today(config: Config, now: int) -> str:
    """The ISO date in the configured time zone."""
    return datetime.fromtimestamp(now, UTC).astimezone(ZoneInfo(config.time_zone)).date().isoformat()


def world(shared: SharedRefs, forge: Forge, config: Config) -> World:
    """The real world: this machine's clock, this process."""
    me = Lease(new_holder(), 0, machine_name(), process_name())
    return World(shared, forge, clock, lambda: today(config, clock()), time.sleep, me, died_here)


def clock() -> int:
    """Seconds since the epoch."""
    return int(time.time())
