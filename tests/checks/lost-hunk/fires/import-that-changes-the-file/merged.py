"""Shares of a bill."""


def share(total, count):
    return total / count


def rest(total, count):
    return total - share(total, count)
