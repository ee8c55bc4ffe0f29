"""Hypothesis keeps its examples outside the repository: a folder of its own there would be collected as tests."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis.configuration import set_hypothesis_home_dir

set_hypothesis_home_dir(Path(tempfile.gettempdir()) / "syncline-hypothesis")
