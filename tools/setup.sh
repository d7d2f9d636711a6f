#!/usr/bin/env bash
# Make .venv ready: a virtual environment with the packages that requirements/$1.txt locks, and Eddyline itself, editable.
#
# Called by every target of the Makefile, with `play` or `dev`; all of `play` is part of `dev`. Does nothing, in a few
# milliseconds, while its inputs are what they were.
set -euo pipefail
cd "$(dirname "$0")/.."

stamp=.venv/installed
state() { echo "$1 $(cat pyproject.toml "requirements/$1.txt" tools/setup.sh tools/install.py | cksum)"; }
if [[ -x .venv/bin/python && -f $stamp ]]; then
    installed=$(<"$stamp")
    if [[ $installed == "$(state "$1")" || $installed == "$(state dev)" ]]; then exit 0; fi
fi

suits() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

if ! suits .venv/bin/python; then
    found=
    for python in ${PYTHON:-} python3 python3.13 python3.12 python3.11 python3.14; do
        if suits "$python"; then found=$python && break; fi
    done
    if [[ -z $found ]]; then
        echo "Eddyline needs Python 3.11 or newer; python3 here is $(python3 --version 2>&1 || echo missing)." >&2
        echo "Install one, or name one: make PYTHON=/path/to/python3.12" >&2
        exit 1
    fi
    if ! "$found" -c 'import venv' 2>/dev/null; then
        echo "$found cannot make virtual environments: its venv module is missing." >&2
        echo "On Debian and Ubuntu: apt install python3-venv" >&2
        exit 1
    fi
    echo "making .venv with $("$found" --version)"
    # Without pip, which takes several seconds: tools/install.py knows where to find one.
    "$found" -m venv --clear --without-pip .venv
fi

rm -f "$stamp"
.venv/bin/python tools/install.py "$1"
state "$1" >"$stamp"
