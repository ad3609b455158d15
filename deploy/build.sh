#!/bin/sh
# Builds the page and installs the server into a virtual environment of its own.
#
#     deploy/build.sh /opt/hexade
#
# It needs Python 3.11 or newer with `venv`, and a connection to the package registries; Node comes
# with a package. The Containerfile runs the same script.
set -eu

target=${1:?give the folder to install into, such as /opt/hexade}
python=${PYTHON:-python3}
here=$(cd "$(dirname "$0")/.." && pwd)

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    { echo "build.sh: Python 3.11 or newer is needed; set PYTHON to one" >&2; exit 1; }
"$python" -m venv "$target"
# pip builds in a copy of the sources: the checkout stays as it is.
"$target/bin/python" -m pip install --quiet --disable-pip-version-check --no-cache-dir \
    --constraint "$here/constraints.txt" "$here"
"$target/bin/python" - <<'CHECK'
from hexade.server.net.static import BUILT, INDEX

assert (BUILT / INDEX).is_file(), "the page is missing"
CHECK
"$target/bin/hexade" --version
