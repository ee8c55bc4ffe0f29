#!/bin/sh
# Renew the lock files from pyproject.toml: tools/lock.sh [--upgrade]
#
# One lock serves every platform and Python from 3.11 on. Only names, versions and hashes are kept: no index, no address, so the lock
# works with whatever index its reader has configured.
set -eu

[ -x .venv-lock/bin/uv ] || { python3 -m venv .venv-lock && .venv-lock/bin/python -m pip install --quiet uv; }

compile() {
    lock=$1
    shift
    .venv-lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
        --no-emit-index-url --no-emit-find-links --output-file "$lock" pyproject.toml "$@"
}

# The development lock is held to the versions of the run-time lock, so that tests run against what users get.
compile requirements/run.lock --group build "$@"
compile requirements/dev.lock --group dev --constraint requirements/run.lock "$@"

if grep -n '://' requirements/*.lock; then
    echo "a lock names an address; it must hold names, versions and hashes only" >&2
    exit 1
fi
