#!/usr/bin/env bash
# Installs what builds the wasm, if it is missing or has another version: the compilation target,
# wasm-pack and wasm-bindgen. The commands are kept in the user's cache, which checkouts share.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/env.sh

toolchain=$(sed -n 's/^channel = "\(.*\)"$/\1/p' rust-toolchain.toml)
target=wasm32-unknown-unknown
if [ ! -d "$(rustc --print sysroot)/lib/rustlib/$target" ]; then
  say "Installing the Rust target $target"
  rustup target add "$target"
fi

# Not optimised, because that takes twice as long as compiling: they are slower by half a second for each wasm.
export CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16

# install COMMAND CRATE VERSION OPTIONS...
install() {
  local command=$1 crate=$2 version=$3
  shift 3
  [ "$("$command" --version 2>/dev/null)" != "$command $version" ] || return 0
  local folder="$cache/$crate-$version" log
  log=$(mktemp)
  say "Installing $crate $version into $folder (takes a few minutes, once)"
  mkdir -p "$folder"
  # Runs outside the project, because its toolchain file and settings do not apply to the tools.
  if ! (cd "$folder" && RUSTUP_TOOLCHAIN="${RUSTUP_TOOLCHAIN:-$toolchain}" cargo install "$crate" --version "$version" --root "$folder" --quiet "$@") >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    fail "$crate $version could not be installed: cargo install $crate --version $version $*"
  fi
  rm -f "$log"
}

install wasm-pack wasm-pack "$wasm_pack_version" --locked &
first=$!
# Without --locked, because its lock file requires a crate that the registry does not have.
install wasm-bindgen wasm-bindgen-cli "$wasm_bindgen_version" &
second=$!
wait "$first" || { kill "$second" 2>/dev/null || true; exit 1; }
wait "$second"
