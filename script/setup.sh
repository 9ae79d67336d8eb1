# Sourced by the other scripts. Sets up what they need and does nothing where it is all there, so
# that they start quickly and without a network from the second time on. Debian packages apart,
# everything goes below this folder: .venv, and caches in .cache.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
python=$root/.venv/bin/python

export PIP_CACHE_DIR=$root/.cache/pip PIP_DISABLE_PIP_VERSION_CHECK=1
# Kivy would else take our options for its own, write into the home folder and poll when idle.
export KIVY_NO_ARGS=1 KIVY_HOME=$root/.cache/kivy KIVY_CLOCK=interrupt
mkdir -p "$KIVY_HOME"

say() { printf '%s\n' "$*" >&2; }
stop() { say "$@"; exit 1; }

# The first Python that all pinned wheels exist for.
base_python() {
    local name
    for name in python3 python3.13 python3.12 python3.11; do
        if "$name" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null
        then echo "$name"; return; fi
    done
    stop "Python 3.11, 3.12 or 3.13 is needed; $(python3 -V 2>&1 || true) is what is here."
}

# need_system THING=PACKAGE...: each library, command or Python module THING must be there; the
# Debian packages of those that are not get installed. Asked by loading, not by package name: names
# differ between releases. One call with all that a script needs, so that an administrator is asked
# once.
need_system() {
    local base packages
    [ -x "$python" ] || set -- "$@" import:ensurepip=python3-venv
    base=$(base_python)
    packages=$("$base" - "$@" <<'PY'
import ctypes, importlib.util, shutil, sys

def there(thing):
    if thing.startswith("import:"):
        return importlib.util.find_spec(thing[7:])
    if ".so" not in thing:
        return shutil.which(thing)
    try:
        return ctypes.CDLL(thing)
    except OSError:
        return None

pairs = [argument.split("=") for argument in sys.argv[1:]]
print(*[package for thing, package in pairs if not there(thing)])
PY
    )
    [ -z "$packages" ] || install_packages $packages
}

# Any browser that speaks the protocol of Chromium; where there is none, the one without windows.
need_browser() {
    local name
    for name in chromium-headless-shell chromium chromium-browser google-chrome; do
        if command -v "$name" >/dev/null; then return; fi
    done
    need_system chromium-headless-shell=chromium-headless-shell
}

# The server, whose programs Debian keeps off the path. The tests start one of their own.
need_postgres() {
    compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || need_system initdb=postgresql
}

install_packages() {
    command -v apt-get >/dev/null ||
        stop "This system has no apt-get. Please install what Debian calls: $*"
    local as_root=()
    if [ "$(id -u)" != 0 ]; then
        # sudo may ask for a password only where somebody can type one.
        if command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
            as_root=(sudo)
        else
            ask_administrator "$@"
        fi
    fi
    say "Installing Debian packages: $*"
    local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q)
    "${apt[@]}" update >&2 || say "Some package lists are out of date; going on with what is there."
    "${apt[@]}" install -y --no-install-recommends "$@" >&2 || ask_administrator "$@"
}

ask_administrator() {
    say "System packages are missing and cannot be installed from here. An administrator must run:"
    stop "    apt-get update && apt-get install -y --no-install-recommends $*"
}

# need_python SET...: the virtual environment with requirements/SET.txt, and the project in it.
need_python() {
    local set
    for set in "$@"; do
        up_to_date "$set" "requirements/$set.txt" && continue
        make_venv
        say "Installing Python packages: requirements/$set.txt"
        # The file is whole. An older pip would else look up what is wanted with an extra for itself, and stop
        # as soon as a version newer than the pinned one is out.
        pip install --no-deps --require-hashes --only-binary :all: -r "$root/requirements/$set.txt"
        stamp "$set" "requirements/$set.txt"
    done
    if ! up_to_date project pyproject.toml; then
        pip install --no-deps --no-build-isolation --editable "$root"
        stamp project pyproject.toml
    fi
    lend
}

# MicroPython for Node, which the simulated button box runs on.
need_micropython() { from_npm "MicroPython for Node" firmware_bridge/simulator micropython; }

# What the tests of pages need beside a browser: the rules of axe, and what checks the types of scripts.
need_page_tools() { from_npm "axe and TypeScript" tests/guests/tools page-tools; }

# from_npm WHAT FOLDER NAME: into .cache/NAME, by the lock file of FOLDER, whose sums are checked; no
# address of a registry is in it.
from_npm() {
    local from=$root/$2 to=$root/.cache/$3
    cmp -s "$from/package-lock.json" "$to/package-lock.json" && [ -d "$to/node_modules" ] && return
    say "Installing $1: $from/package-lock.json"
    rm -rf "$to"
    mkdir -p "$to"
    cp "$from/package.json" "$from/package-lock.json" "$from/.npmrc" "$to"
    (cd "$to" &&
        npm ci --ignore-scripts --no-audit --no-fund --cache "$root/.cache/npm" >&2) ||
        { rm -rf "$to"; stop "$1 could not be installed; it needs a network once."; }
}

pip() { "$python" -m pip --quiet "$@" >&2; }

# An environment of another Python, or left half made, is made anew.
make_venv() {
    if "$python" -m pip --version >/dev/null 2>&1; then return; fi
    need_system import:ensurepip=python3-venv
    "$(base_python)" -m venv --clear "$root/.venv"
}

# What was installed from which file, by which Python, at which place (an environment holds paths).
fingerprint() { { "$python" -V; echo "$root"; cat "$root/$1"; } 2>/dev/null | sha256sum; }
up_to_date() { [ "$(cat "$root/.venv/$1.stamp" 2>/dev/null)" = "$(fingerprint "$2")" ]; }
stamp() { fingerprint "$2" >"$root/.venv/$1.stamp"; }

# There is no wheel of lgpio from Python 3.13 on, nor one of evdev for a Pi. Raspberry Pi OS brings both,
# and they are lent here, behind what is installed. Without them all works but pins, and keyboards, pads
# and pedals.
lend() {
    local system=/usr/lib/python3/dist-packages lent=$root/.venv/lent file
    mkdir -p "$lent"
    for file in "$system"/lgpio.py "$system"/_lgpio*.so "$system"/evdev; do
        [ ! -e "$file" ] || ln -sfn "$file" "$lent"
    done
    echo "$lent" >"$("$python" -c 'import sysconfig; print(sysconfig.get_path("platlib"))')/lent.pth"
}
