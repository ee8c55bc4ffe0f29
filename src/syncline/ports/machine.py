"""This machine and this process, named so that another run here can tell whether we are still alive."""

from __future__ import annotations

import hashlib
import os
import platform
import secrets
from pathlib import Path


def machine_name() -> str:
    """One name a boot and a process namespace; empty where the system gives neither: then nobody can be declared dead."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
        space = os.readlink("/proc/self/ns/pid")  # noqa: PTH115 - not a path: a name of a namespace
    except OSError:
        return ""
    return hashlib.sha256(f"{boot} {space}".encode()).hexdigest()[:16]


def process_name(pid: int | None = None) -> str:
    """A process id with its start time: ids are used again. Empty when there is no such process."""
    pid = os.getpid() if pid is None else pid
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
    except OSError:
        return ""
    return f"{pid}:{fields[19]}"


def died_here(machine: str, process: str) -> bool:
    """True when the named process ran on this very machine and is surely gone."""
    if not machine or machine != machine_name() or ":" not in process:
        return False
    pid = process.partition(":")[0]
    return pid.isdigit() and process_name(int(pid)) != process


def new_holder() -> str:
    """A name for one run that no other run has, readable enough to ask its owner."""
    return f"{platform.node() or 'unknown'}-{os.getpid()}-{secrets.token_hex(4)}"
