#!/usr/bin/env bash
# Fails if something is missing that cannot be installed here, and says what to install. Installs
# the project's Rust toolchain.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/env.sh

has cargo && has rustup || fail 'Rust is missing: install rustup from https://rustup.rs, then open a new shell.'
has cc || fail 'A C compiler is missing: apt-get install build-essential.'
has node && has npm || fail 'Node.js 20.19 or newer and npm are missing: apt-get install nodejs npm, or https://nodejs.org.'
printf '20.19\n%s\n' "$(node --version | sed 's/^v//')" | sort --version-sort --check=quiet ||
  fail "Node.js 20.19 or newer is needed, this is $(node --version)."

# Runs before anything parallel, because rustup can install only one toolchain at a time.
toolchain=$(sed -n 's/^channel = "\(.*\)"$/\1/p' rust-toolchain.toml)
if ! rustup toolchain list | grep -q "^$toolchain"; then
  say "Installing Rust $toolchain"
  rustup toolchain install "$toolchain" --profile minimal --component clippy --component rustfmt --target wasm32-unknown-unknown >&2 ||
    fail "Rust $toolchain could not be installed: rustup toolchain install $toolchain"
fi
