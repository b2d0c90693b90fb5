#!/bin/sh
# Installs poolbook and starts it: `sh ops/run.sh` on a machine with nothing but Python. Options go to `poolbook serve`.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
sh "$here/install.sh"
exec "$here/../.venv/bin/poolbook" serve "$@"
