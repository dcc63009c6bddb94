# shellcheck shell=bash
# What the scripts share. Sourced by them, from any folder, and not run.

export LC_ALL=C
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit 1
# Tools and scratch of the scripts. Git ignores it.
export cache="$root/.cache"

# Says why the script cannot go on, and ends it.
fail() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

# Ends a part whose prerequisite is missing. Not run is never green.
not_run() {
    printf 'NOT RUN: %s\n' "$*"
    exit 1
}

# Installs packages of Debian's, as root or by sudo without a password.
apt_installed() {
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        sudo -n true 2>/dev/null || not_run "$* missing, and installing needs root"
        as_root=(sudo -n)
    fi
    command -v apt-get >/dev/null || not_run "$* missing, and there is no apt-get to install with"
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
}

# Installs the packages that a folder's lock names into another, unless that very lock was installed there before.
npm_installed() {
    local source=$1 packages=$2 digest
    local locked=("$source/package.json" "$source/package-lock.json" "$source/.npmrc")
    digest=$(cat "${locked[@]}" | sha256sum)
    [ "$(cat "$packages/installed" 2>/dev/null || true)" != "$digest" ] || return 0
    command -v npm >/dev/null || apt_installed nodejs npm
    rm -rf "$packages"
    mkdir -p "$packages"
    cp "${locked[@]}" "$packages/"
    (cd "$packages" && npm ci --ignore-scripts --no-progress) || not_run "the packages of $source could not be installed"
    echo "$digest" >"$packages/installed"
}

# Installs what the figure's tests in a browser need: chromium, a font, Node and its packages.
browser_installed() {
    if ! [ -x "${CHROMIUM:-/usr/bin/chromium}" ] || [ -z "$(fc-list 'Liberation Sans' 2>/dev/null)" ]; then
        apt_installed chromium fontconfig fonts-liberation || not_run "figure: chromium could not be installed"
    fi
    [ -x "${CHROMIUM:-/usr/bin/chromium}" ] || not_run "figure: there is no ${CHROMIUM:-/usr/bin/chromium}"
    npm_installed crates/figure/tests/browser "$cache/figure"
    [ -x "$cache/figure/node_modules/.bin/node" ] || command -v node >/dev/null || not_run "figure: there is no Node"
}

# What needs a running server: built, linted and tested with one set of features, so that what they rest on is built once.
server_packages=(
    -p twogates-server -p twogates-server-tests --features
    twogates-server/postgres,twogates-server-tests/attack,twogates-server-tests/conformance,twogates-server-tests/interop,twogates-server-tests/vectors
)

# The time in milliseconds.
now_ms() {
    local micros=${EPOCHREALTIME/./}
    printf '%s' "$((micros / 1000))"
}

# Milliseconds as seconds with one digit.
seconds() {
    printf '%d.%d' "$(($1 / 1000))" "$(($1 % 1000 / 100))"
}

# Runs executables one after the other, each to its end, and fills the arrays part_names, part_ms and part_verdicts and
# the counts parts_passed and parts_failed. A part fails by its status, or by a line that begins with `NOT RUN:`.
run_parts() {
    part_names=() part_ms=() part_verdicts=()
    parts_passed=0 parts_failed=0
    local part log started status verdict
    log=$(mktemp)
    for part in "$@"; do
        printf '\n== %s\n' "$(basename "$part")"
        started=$(now_ms)
        status=0
        "$part" </dev/null 2>&1 | tee "$log" || status=$?
        verdict=ok
        [ "$status" -eq 0 ] || verdict=failed
        if grep -q '^NOT RUN:' "$log"; then
            verdict="failed: $(grep -m 1 '^NOT RUN:' "$log")"
        fi
        part_names+=("$(basename "$part")")
        part_ms+=($(($(now_ms) - started)))
        part_verdicts+=("$verdict")
        if [ "$verdict" = ok ]; then
            parts_passed=$((parts_passed + 1))
        else
            parts_failed=$((parts_failed + 1))
        fi
    done
    rm -f "$log"
}

# The table of what run_parts ran, as Markdown.
parts_table() {
    local at
    printf '| %-24s | %8s | %s |\n' part seconds verdict
    printf '| %-24s | %8s | %s |\n' '---' '---:' '---'
    for at in "${!part_names[@]}"; do
        printf '| %-24s | %8s | %s |\n' "${part_names[at]}" "$(seconds "${part_ms[at]}")" "${part_verdicts[at]}"
    done
}
