from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gauge import Reading


def show(reading: "Reading"):
    return reading.level


def names(readings: "list[Reading]") -> "dict[str, Reading]":
    return {r.name: r for r in readings}
