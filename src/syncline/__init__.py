"""Keep two long-lived branches in sync and account for every change of both sides."""

from __future__ import annotations

__version__ = "0.1.0"
