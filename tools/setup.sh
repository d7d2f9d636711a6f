#!/usr/bin/env bash
# Make .venv ready: a virtual environment with the locked packages and Eddyline itself, editable.
#
# Called by every verb of the Makefile. Does nothing, in a few milliseconds, while its inputs are what they were.
# Installs with pip, which every venv has and which obeys the mirrors and proxies that a machine is set up with.
set -euo pipefail
cd "$(dirname "$0")/.."

inputs=(pyproject.toml requirements/dev.txt tools/setup.sh)
digest=$(cat "${inputs[@]}" | cksum)
stamp=.venv/installed-digest
if [[ -x .venv/bin/python && -f $stamp && $(<"$stamp") == "$digest" ]]; then
    exit 0
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
    if ! "$found" -c 'import ensurepip, venv' 2>/dev/null; then
        echo "$found cannot make virtual environments: its venv module is missing." >&2
        echo "On Debian and Ubuntu: apt install python3-venv" >&2
        exit 1
    fi
    echo "making .venv with $("$found" --version)"
    "$found" -m venv --clear .venv
fi

echo "installing what requirements/dev.txt lists"
pip=(.venv/bin/python -m pip --disable-pip-version-check --no-input)
"${pip[@]}" install --quiet --require-hashes -r requirements/dev.txt
# Without isolation: hatchling is in the list above, so nothing more is downloaded.
"${pip[@]}" install --quiet --no-deps --no-build-isolation --editable .
echo "$digest" >"$stamp"
