"""The files of the story as both branches once shared them."""

from __future__ import annotations

CONFIG = """\
source = "main"
target = "dev"
prefer = "target"

[identity]
name = "Tide Bot"
email = "bot@example.org"
"""

GAUGES = '''\
"""Read the gauges."""

from tide.retry import patiently


def load_gauge(station, fetch):
    """The latest level at a station, in metres."""
    return parse(patiently(lambda: fetch(station)))


def parse(raw):
    """Centimetres as the gauges send them become metres."""
    sign, digits = raw[0], raw[1:]
    level = int(digits) / 100
    return level if sign == "+" else level
'''

RETRY = '''\
"""Ask again when a gauge does not answer."""

import time

ATTEMPTS = 4
FIRST_PAUSE = 0.5


def patiently(ask, sleep=time.sleep):
    """Ask up to four times, pausing twice as long each time."""
    pause = FIRST_PAUSE
    for attempt in range(ATTEMPTS):
        try:
            return ask()
        except TimeoutError:
            if attempt == ATTEMPTS - 1:
                raise
        sleep(pause)
        pause *= 2
    raise AssertionError
'''

ALERTS = '''\
"""Tell people when the water is high."""


def check(station, level, settings, send):
    """Alert when the level is above the threshold; says whether it did."""
    if level > settings.threshold:
        text = f"{station}: {level} {settings.unit}"
        send(settings.region, text)
        return True
    return False
'''

SETTINGS = '''\
"""Everything that can be set."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """The settings of one watch."""

    region: str = "north"
    interval: float = 60.0
    threshold: float = 3.5
    unit: str = "m"
    history: int = 100
'''

LEGACY = '''\
"""The stations of the first network."""

STATIONS = ("Dover", "Newhaven", "Portsmouth", "Weymouth")


def is_legacy(station):
    """True for a gauge that sends by telephone."""
    return station in STATIONS
'''

BOARD = """\
// Show the levels on a board.
export function row(station, level) {
    const text = level.toFixed(2);
    return `<tr><td>${station}</td><td>${text}</td></tr>`;
}

export function board(levels) {
    const rows = [];
    for (const [station, level] of levels) {
        rows.push(row(station, level));
    }
    return `<table>${rows.join("")}</table>`;
}
"""

REPORT = '''\
"""The report of a day."""


def line(station, levels):
    """One station: lowest and highest level."""
    return f"{station}: {min(levels)} to {max(levels)}"


def report(days):
    """All stations, by name."""
    return "\\n".join(line(station, days[station]) for station in sorted(days))
'''

FORECAST = '''\
"""Guess the next level."""

from tide.gauges import load_gauge


def forecast(station, fetch, before):
    """The next level, if the water goes on as it did."""
    level = load_gauge(station, fetch)
    return level + (level - before)
'''
