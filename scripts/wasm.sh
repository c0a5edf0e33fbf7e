#!/usr/bin/env bash
# Builds the npm package's wasm from the shared crate into pkg/dist and shrinks it.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/env.sh

# Left over from an earlier name of the crate.
rm -rf pkg/dist/snippets
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! wasm-pack build core-wasm --mode no-install --target bundler --profile wasm --no-pack --out-dir ../pkg/dist >"$log" 2>&1; then
  cat "$log" >&2
  fail 'the wasm could not be built'
fi
node pkg/build/shrink.js
