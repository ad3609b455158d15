#!/bin/sh
# Builds the page and installs the server into a virtual environment of its own.
#
#     deploy/build.sh /opt/hexade
#
# It needs Python 3.11 or newer with `venv`, and a connection to the package registries; Node comes
# with a package. The Containerfile runs the same script. In the checkout it writes node_modules,
# web/public/assets and src/hexade/web, which git ignores.
set -eu

target=${1:?give the folder to install into, such as /opt/hexade}
python=${PYTHON:-python3}
here=$(cd "$(dirname "$0")/.." && pwd)

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    { echo "build.sh: Python 3.11 or newer is needed; set PYTHON to one" >&2; exit 1; }
"$python" -m venv "$target"
if [ "$(id -u)" = 0 ]; then # the server will not run as root
    "$target/bin/python" - <<'CHECK' ||
import os
import sys

os.setgroups([])
os.setgid(65534)
os.setuid(65534)
try:
    os.execv(sys.executable, [sys.executable, "-c", "import venv"])
except OSError:
    sys.exit(1)
CHECK
        { echo "build.sh: only root can run $target/bin/python, which is" \
            "$(readlink -f "$target/bin/python"): install into a folder that others can read, and" \
            "set PYTHON to a Python that they can run, such as PYTHON=/usr/bin/python3" >&2; exit 1; }
fi
echo "build.sh: builds the page and installs into $target; this takes some minutes"
"$target/bin/python" -m pip install --quiet --disable-pip-version-check --no-cache-dir \
    --constraint "$here/constraints.txt" "$here"
"$target/bin/python" - <<'CHECK'
from hexade.server.net.static import BUILT, INDEX

assert (BUILT / INDEX).is_file(), "the page is missing"
CHECK
"$target/bin/hexade" --version
