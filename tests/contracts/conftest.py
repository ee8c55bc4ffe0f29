"""These hold our requests against GitHub's own descriptions. They need node packages, so `make test-full` runs them, not `make test`."""

from __future__ import annotations

import os

collect_ignore_glob = [] if os.environ.get("SYNCLINE_CONTRACTS") else ["test_*.py"]
