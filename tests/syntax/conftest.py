"""What Hypothesis keeps between runs goes to the machine's temporary folder, not into the tree that pytest looks through."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis.configuration import set_hypothesis_home_dir

set_hypothesis_home_dir(Path(tempfile.gettempdir()) / "syncline-hypothesis")
