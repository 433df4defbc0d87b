# shellcheck shell=bash
# Functions of the scripts beside this file; to be sourced from the root of the project.

# Names the Debian package of a tool.
package_of() {
    case $1 in
        cc) echo gcc libc6-dev ;;
        python3) echo python3 python3-venv ;;
    esac
}

have() {
    case $1 in
        # A Python without its venv parts does not do.
        python3) python3 -c 'import venv, ensurepip' 2>/dev/null ;;
        *) command -v "$1" >/dev/null ;;
    esac
}

# Makes sure that the named tools are there: installs them as root on Debian, says what to install elsewhere.
need_tools() {
    command -v cargo >/dev/null || {
        echo "cargo is missing: install Rust from https://rustup.rs and run this again" >&2
        exit 1
    }
    local tool
    for tool in "$@"; do
        have "$tool" && continue
        if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
            echo "$tool is missing; installing $(package_of "$tool")"
            apt-get update -qq
            # shellcheck disable=SC2046 # several packages
            DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(package_of "$tool") >/dev/null
        fi
        have "$tool" || {
            echo "$tool is missing: install it (on Debian: sudo apt-get install $(package_of "$tool")) and run this again" >&2
            exit 1
        }
    done
}

# Makes .venv with the packages of the interop tests, unless it is there already.
make_venv() {
    local wanted=scripts/interop.d/requirements.txt
    if ! cmp -s "$wanted" .venv/installed.txt; then
        python3 -m venv .venv
        .venv/bin/pip install --quiet --disable-pip-version-check -r "$wanted"
        cp "$wanted" .venv/installed.txt
    fi
}

# Where cargo puts what it builds.
target_folder() {
    cargo metadata --format-version 1 --no-deps --offline 2>/dev/null \
        | sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p'
}
