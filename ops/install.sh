#!/bin/sh
# Makes .venv beside this checkout and installs poolbook into it. Usage: sh ops/install.sh [extra]
# Sourced by run.sh and test.sh; needs nothing but Python 3.11 or later with its venv module.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
extra=${1:-}

python=
for candidate in python3.11 python3.12 python3.13 python3; do
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
# The lock file pins every version; the stamp spares a second start the installation.
stamp=$(cat pyproject.toml ops/constraints.txt | cksum)-$extra
if [ "$(cat .venv/stamp 2>/dev/null || true)" != "$stamp" ]; then
    echo "Installing poolbook into $root/.venv ..." >&2
    .venv/bin/python -m pip install --quiet --disable-pip-version-check -c ops/constraints.txt -e ".${extra:+[$extra]}"
    echo "$stamp" >.venv/stamp
fi
