#!/usr/bin/env bash
# Installs missing Debian packages. Arguments: server, test, fuzz.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/env.sh

packages=()
# Optional packages, which make the tests faster.
wishes=()

# The client library of PostgreSQL, unless the server bundles it.
if [[ " $* " == *' server '* ]] && ! grep -q '^name = "pq-src"' Cargo.lock && ! has pg_config && ! pkg-config --exists libpq 2>/dev/null; then
  packages+=(libpq-dev pkg-config)
fi
if [[ " $* " == *' test '* ]]; then
  [ -x /usr/bin/chromium ] || packages+=(chromium)
  # The headless shell opens a page in two thirds of the time.
  [ -x /usr/lib/chromium/chromium-headless-shell ] || wishes+=(chromium-headless-shell)
  has chromedriver || packages+=(chromium-driver)
  has fc-list && [ -n "$(fc-list :lang=ko 2>/dev/null)" ] || packages+=(fonts-noto-cjk fontconfig)
fi
if [[ " $* " == *' test '* || " $* " == *' fuzz '* ]]; then
  [ -n "$(ls -d /usr/lib/postgresql/*/bin/initdb 2>/dev/null)" ] || has initdb || packages+=(postgresql)
  [ -x /usr/sbin/pgbouncer ] || has pgbouncer || packages+=(pgbouncer)
  has python3 && python3 -c 'import ensurepip, venv' 2>/dev/null || packages+=(python3 python3-venv)
  has curl || packages+=(curl)
fi
[ ${#packages[@]} -gt 0 ] || [ ${#wishes[@]} -gt 0 ] || exit 0

# Fails if a required package is missing. Optional packages alone are skipped, so that nobody is asked to install them.
fail_or_go_on() {
  [ ${#packages[@]} -eq 0 ] || fail "$1"
  exit 0
}
has apt-get || fail_or_go_on "Missing: ${packages[*]} (names of Debian packages). Install them with your package manager."
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  has sudo && { [ ${#packages[@]} -gt 0 ] || sudo -n true 2>/dev/null; } ||
    fail_or_go_on "Missing: ${packages[*]}. Install them as root: apt-get install ${packages[*]}"
  as_root=(sudo)
fi
install() {
  say "Installing Debian packages: $*"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >&2
}
"${as_root[@]}" apt-get update -qq >&2 || fail_or_go_on 'The lists of Debian packages could not be fetched.'
[ ${#packages[@]} -eq 0 ] || install "${packages[@]}"
[ ${#wishes[@]} -eq 0 ] || install "${wishes[@]}" || say "Not to be had: ${wishes[*]}"
