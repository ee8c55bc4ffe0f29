"""Shares of a bill."""


def share(total, count):
    return total / count
