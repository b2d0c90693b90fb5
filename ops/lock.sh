#!/bin/sh
# Writes the lock files in ops/locks anew, after a change of the dependencies in pyproject.toml. Versions that are
# locked stay; `sh ops/lock.sh --upgrade` takes the newest ones. Needs uv.
#
# A lock has every file of each release with its hash, for all machines and Pythons, and no address: pip fetches from
# where it is set up to, and takes nothing else than what is locked.
set -eu
cd "$(dirname "$0")/.."
lock() {
    name=$1
    shift
    uv pip compile "$@" --universal --python-version 3.11 --generate-hashes --only-binary :all: \
        --no-emit-index-url --no-emit-find-links --no-header --no-annotate --quiet --output-file "ops/locks/$name.txt"
}
upgrade=${1:-}
lock test pyproject.toml --extra test $upgrade
# What the tests run with is what is run: the other two take their versions from it.
lock service pyproject.toml --constraints ops/locks/test.txt $upgrade
lock build ops/locks/build.in --constraints ops/locks/test.txt $upgrade
