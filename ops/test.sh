#!/bin/sh
# Installs poolbook with what its tests need, and runs every check. Options go to pytest.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
sh "$here/install.sh" test
cd "$here/.."
.venv/bin/ruff check .
.venv/bin/ruff format --check .
.venv/bin/mypy
.venv/bin/lint-imports
exec .venv/bin/pytest "$@"
