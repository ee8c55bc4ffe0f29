"""The story: a small service that watches tide gauges, its ``main`` and its long-lived ``dev``, and every accident that a sync can have.

| accident | where |
| --- | --- |
| a feature of the target inside lines that the source refactored | ``tide/alerts.py`` |
| a caller from one side, the callee renamed on the other | ``tide/forecast.py`` calls ``load_gauge`` |
| the same field added on both sides | ``timeout`` in ``tide/config.py`` |
| a file renamed on one side, edited on the other | ``tide/retry.py`` |
| a change of ownership that is the target's to make | ``.github/CODEOWNERS`` |
| white space alone on one side | ``web/board.js`` |
| the same change on both sides | the sign in ``tide/gauges.py`` |
| removed on one side, edited on the other | ``tide/legacy.py`` |
| a change that git merges cleanly, for a careless person to lose | ``tide/report.py`` |
"""

from __future__ import annotations

from syncline.run.demo.history import Change, Move, Remove, Step, Write
from syncline.run.demo.texts import ALERTS, BOARD, CONFIG, FORECAST, GAUGES, LEGACY, REPORT, RETRY, SETTINGS

_ADA, _BEN, _CHLOE = "Ada Quay", "Ben Fairway", "Chloe Leeward"
_DAI, _ELIF, _FEMI = "Dai Harbour", "Elif Anchor", "Femi Lagoon"
_SIGN = Change("tide/gauges.py", 'if sign == "+" else level', 'if sign == "+" else -level')


def _before() -> tuple[Step, ...]:
    """What both branches share."""
    owners = "* @tide/core\n/tide/ @tide/gauges\n"
    readme = "# Tide\n\nWatches the gauges of the coast and tells people when the water is high.\n"
    return (
        Step("main", _ADA, "Start the watch (#1)", (Write("README.md", readme), Write(".github/CODEOWNERS", owners))),
        Step("main", _ADA, "Read the gauges (#2)", (Write("tide/gauges.py", GAUGES), Write("tide/retry.py", RETRY))),
        Step("main", _BEN, "Alert when the water is high (#4)", (Write("tide/alerts.py", ALERTS), Write("tide/config.py", SETTINGS))),
        Step("main", _CHLOE, "Show the levels on a board (#5)", (Write("web/board.js", BOARD),)),
        Step("main", _BEN, "Keep the stations of the first network (#7)", (Write("tide/legacy.py", LEGACY),)),
        Step("main", _ADA, "Report on the day, sync every night (#9)", (Write("tide/report.py", REPORT), Write("syncline.toml", CONFIG))),
    )


def _on_main() -> tuple[Step, ...]:
    """The source: a refactoring, a rename of a function and of a file, a removal, small fixes."""
    early = """\
    if level <= settings.threshold:
        return False
    text = f"{station}: {level} {settings.unit}"
    send(settings.region, text)
    return True
"""
    once = '    text = f"{station}: {level} {settings.unit}"\n    send(settings.region, text)\n'
    described = '\n\ndef describe(station, level, unit):\n    """A level in words."""\n    return f"{station}: {level:.2f} {unit}"\n'
    test = 'from tide.gauges import parse\n\n\ndef test_parse():\n    assert parse("+120") == 1.2\n'
    return (
        Step("main", _BEN, "Return early from the check (#101)", (Change("tide/alerts.py", ALERTS[ALERTS.index("    if ") :], early),)),
        Step(
            "main",
            _BEN,
            "Describe a level in one place (#102)",
            (
                Change("tide/alerts.py", once, "    send(settings.region, describe(station, level, settings.unit))\n"),
                Change("tide/alerts.py", "    return True\n", f"    return True\n{described}"),
            ),
        ),
        Step("main", _ADA, "Call reading what it is: read_gauge (#104)", (Change("tide/gauges.py", "load_gauge", "read_gauge"),)),
        Step(
            "main",
            _ADA,
            "Name the module after what it does (#105)",
            (
                Move("tide/retry.py", "tide/patience.py"),
                Change("tide/gauges.py", "from tide.retry", "from tide.patience"),
            ),
        ),
        Step(
            "main",
            _CHLOE,
            "Set how long a gauge may take (#107)",
            (Change("tide/config.py", "    interval: float = 60.0\n", "    interval: float = 60.0\n    timeout: float = 10.0\n"),),
        ),
        Step(
            "main",
            _CHLOE,
            "Show a dash for a gauge without a level (#108)",
            (Change("web/board.js", "level.toFixed(2);", 'level === null ? "–" : level.toFixed(2);'),),
        ),
        Step("main", _BEN, "Switch off the first network (#110)", (Remove("tide/legacy.py"),)),
        Step("main", _ADA, "Do not lose the sign of low water (#111)", (_SIGN,)),
        Step(
            "main", _CHLOE, "The board has owners of its own (#113)", (Change(".github/CODEOWNERS", "/tide/", "/web/ @tide/web\n/tide/"),)
        ),
        Step("main", _BEN, "Centimetres are enough in a report (#114)", (Change("tide/report.py", "{max(levels)}", "{max(levels):.2f}"),)),
        Step("main", _ADA, "Test the parser (#116)", (Write("tests/test_gauges.py", test),)),
        Step(
            "main",
            _CHLOE,
            "Say how to set things (#118)",
            (Change("README.md", "high.\n", "high.\n\nSettings are in `tide/config.py`.\n"),),
        ),
    )


def _on_dev() -> tuple[Step, ...]:
    """The target: features of its own."""
    quiet = "        if not settings.quiet:\n            send(settings.region, text)\n"
    jitter = "        sleep(pause * random.uniform(0.8, 1.2))\n"
    summary = '\n\ndef summary(days):\n    """How many stations reported."""\n    return f"{len(days)} stations"\n'
    test = 'from tide.forecast import forecast\n\n\ndef test_forecast():\n    assert forecast("Dover", lambda s: "+120", 1.0) > 1.2\n'
    two = BOARD.replace("        ", "~~~~").replace("    ", "  ").replace("~~~~", "    ")
    return (
        Step("dev", _DAI, "Be quiet when told to (#201)", (Change("tide/alerts.py", "        send(settings.region, text)\n", quiet),)),
        Step(
            "dev",
            _DAI,
            "Set quiet hours (#202)",
            (Change("tide/config.py", "    history: int = 100\n", "    history: int = 100\n    quiet: bool = False\n"),),
        ),
        Step("dev", _ELIF, "Guess the next level (#203)", (Write("tide/forecast.py", FORECAST),)),
        Step("dev", _ELIF, "Test the forecast (#204)", (Write("tests/test_forecast.py", test),)),
        Step(
            "dev",
            _FEMI,
            "Do not ask all gauges at once (#206)",
            (
                Change("tide/retry.py", "import time\n", "import random\nimport time\n"),
                Change("tide/retry.py", "        sleep(pause)\n", jitter),
            ),
        ),
        Step(
            "dev",
            _FEMI,
            "Give slow gauges time (#207)",
            (Change("tide/config.py", "    quiet: bool = False\n", "    quiet: bool = False\n    timeout: float = 30.0\n"),),
        ),
        Step("dev", _ELIF, "Indent the board by two (#208)", (Write("web/board.js", two),)),
        Step("dev", _DAI, "Brest joins the first network (#209)", (Change("tide/legacy.py", '"Weymouth")', '"Weymouth", "Brest")'),)),
        Step("dev", _ADA, "Do not lose the sign of low water (#111)", (_SIGN,)),
        Step("dev", _FEMI, "Sum up the day (#211)", (Change("tide/report.py", "sorted(days))\n", f"sorted(days))\n{summary}"),)),
        Step("dev", _DAI, "Keep a longer history (#212)", (Change("tide/config.py", "history: int = 100", "history: int = 500"),)),
        Step("dev", _ELIF, "Tell of the forecast (#213)", (Change("README.md", "# Tide\n", "# Tide, with a forecast\n"),)),
    )


# Turn and turn about, so that the dates mix; ``dev`` begins where ``main`` stands when its first step comes.
STORY: tuple[Step, ...] = (*_before(), *(step for pair in zip(_on_dev(), _on_main(), strict=True) for step in pair))
