#!/bin/sh
# Makes .venv beside this checkout and installs poolbook into it. Usage: sh ops/install.sh [test]
# Sourced by run.sh and test.sh; needs nothing but Python 3.11 or later with its venv module.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
extra=${1:-}

python=
for candidate in python3.11 python3.12 python3.13 python3.14 python3; do
    if command -v "$candidate" >/dev/null 2>&1 &&
        "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    echo "poolbook needs Python 3.11 or later; on Debian 12: apt-get install python3 python3-venv" >&2
    exit 69
fi
if [ ! -x .venv/bin/python ] && ! "$python" -m venv .venv; then
    rm -rf .venv
    echo "Python has no venv module here; on Debian: apt-get install python3-venv" >&2
    exit 69
fi
# Nothing is installed that is not locked with its hash, and nothing is built on the way but poolbook itself, whose build
# tools are locked too. A machine for which some package has no wheel may allow building: PIP_ONLY_BINARY=:none:
# The stamp spares a second start the installation.
lock=ops/locks/${extra:-service}.txt
stamp=$(cat pyproject.toml ops/locks/build.txt "$lock" | cksum)-$extra
if [ "$(cat .venv/stamp 2>/dev/null || true)" != "$stamp" ]; then
    echo "Installing poolbook into $root/.venv ..." >&2
    PIP_ONLY_BINARY=${PIP_ONLY_BINARY-:all:}
    export PIP_ONLY_BINARY
    pip() { .venv/bin/python -m pip --disable-pip-version-check "$@"; }
    pip install --quiet --require-hashes -r ops/locks/build.txt -r "$lock"
    pip install --quiet --no-index --no-deps --no-build-isolation -e .
    if ! lacking=$(pip check); then
        echo "$lacking" >&2
        exit 70
    fi
    echo "$stamp" >.venv/stamp
fi
