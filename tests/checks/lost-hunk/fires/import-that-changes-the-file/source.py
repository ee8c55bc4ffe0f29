"""Shares of a bill."""

from __future__ import division


def share(total, count):
    return total / count


def rest(total, count):
    return total - share(total, count)
