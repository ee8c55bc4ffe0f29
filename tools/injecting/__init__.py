"""Damage done on purpose to merges that git made cleanly, to see whether the audit finds it. Used by ``tools/inject.py``."""
