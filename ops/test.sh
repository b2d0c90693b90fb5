#!/bin/sh
# Installs poolbook with what its tests need, and runs every check. Options go to pytest.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
sh "$here/install.sh" test
cd "$here/.."
.venv/bin/ruff check .
.venv/bin/ruff format --check .
.venv/bin/lint-imports
# The types are checked beside the tests, which leave a core idle while they start. A failure of either fails the run.
.venv/bin/mypy &
types=$!
# The whole suite is spread over the cores, by one process more than there are: some wait for a disk or a service. What
# options choose of it starts sooner in one process.
[ $# -gt 0 ] ||
    set -- --numprocesses $(($(getconf _NPROCESSORS_ONLN) + 1)) --maxprocesses 8 --dist loadfile --no-loadscope-reorder
tests=0
.venv/bin/pytest "$@" || tests=$?
wait "$types"
exit "$tests"
