"""The plan of the model case, on its mirror: every conflicted path has its colliding commits, the dependency group stays the target's."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from syncline.core.forecast import Forecast
from syncline.core.plan import SyncPlan
from syncline.run.forecasting import Wishes, make_forecast
from syncline.run.progress import silent
from syncline.run.sync import Request, sync

MIRROR = Path(os.environ.get("SYNCLINE_MIRRORS", "/nowhere")) / "NVIDIA+Megatron-LM" / "repo"
CONFIG = Path(__file__).parents[2] / "examples" / "megatron-lm.toml"
SOURCE, TARGET = "157c023f2fea81e94a4990401723c80a67441bf0", "6888385fc7ee58b4cfe0f6395b63fe22e8a28a52"

pytestmark = pytest.mark.skipif(not MIRROR.is_dir(), reason="no mirror of NVIDIA/Megatron-LM under SYNCLINE_MIRRORS")


def test_every_conflicted_path_is_attributed() -> None:
    found = make_forecast(MIRROR, SOURCE, TARGET, CONFIG, silent, Wishes(), fetch=False)
    assert isinstance(found, Forecast)
    assert len(found.plan.commits) == 125
    assert len(found.conflicts) == 59
    assert [c.path for c in found.conflicts if not c.collisions] == []


def test_the_dependency_group_stays_and_the_rest_is_told_entry_by_entry() -> None:
    night = sync(Request(MIRROR, SOURCE, TARGET, fetch=False, dry_run=True, config=CONFIG), silent)
    assert isinstance(night.plan, SyncPlan)
    assert night.report is not None
    # Silence of both checks means that pyproject.toml, uv.lock and docker/Dockerfile.ci.dev are the target's to the byte.
    by_check = {name: [f for f in night.report.findings if f.check == name] for name in ("group-split", "protected-path-changed")}
    assert by_check == {"group-split": [], "protected-path-changed": []}
    moved = {f.symbol for f in night.report.findings if f.check == "dependency-moved-on-both-sides"}
    assert "transformer-engine" in moved
    (left,) = [f for f in night.report.findings if f.check == "dependency-left-behind" and f.path == "pyproject.toml"]
    assert "nemo-run" in {place.symbol for place in left.places}
    assert any("mamba-ssm" in note for note in night.report.notes)
