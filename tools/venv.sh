#!/bin/sh
# Make or renew the virtual environment: tools/venv.sh VENV LOCK
#
# Installs exactly what LOCK names, by hash, then this project on top (editable, nothing else resolved). Safe to run again: pip leaves
# what is already right alone. Needs a Python of at least 3.11 with venv; PYTHON=... chooses one.
set -eu

venv=$1
lock=$2

# A user's pip settings that would break an isolated install. Index and certificate settings stay the user's.
unset PIP_TARGET PIP_PREFIX PYTHONHOME PYTHONPATH
export PIP_USER=0 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1

fail() {
    echo "syncline: $1" >&2
    exit 1
}

new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

find_python() {
    for candidate in ${PYTHON:-python3 python3.13 python3.12 python3.11 python3.14 python}; do
        if new_enough "$candidate"; then
            echo "$candidate"
            return
        fi
    done
}

# A virtual environment dies when its Python is moved or upgraded: then it is made anew.
if ! new_enough "$venv/bin/python" || ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
    python=$(find_python)
    [ -n "$python" ] || fail "needs Python 3.11 or newer; none found (tried: ${PYTHON:-python3, python3.11 to python3.14}). Say which with: make PYTHON=/path/to/python3"
    "$python" -c 'import ensurepip, venv' >/dev/null 2>&1 ||
        fail "$python lacks venv or ensurepip. On Debian and Ubuntu: apt-get install python3-venv; elsewhere install a complete Python 3.11 or newer"
    rm -rf "$venv"
    "$python" -m venv "$venv" || fail "could not make the virtual environment $venv"
fi

echo "installing $lock into $venv" >&2
"$venv/bin/python" -m pip install --quiet --require-hashes -r "$lock" ||
    fail "could not install $lock; the lines above say why (is a package index reachable?)"
"$venv/bin/python" -m pip install --quiet --no-deps --no-build-isolation --editable . ||
    fail "could not install the project itself into $venv"
