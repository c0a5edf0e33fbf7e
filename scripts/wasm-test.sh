#!/usr/bin/env bash
# Tests the wasm in Node and in Chromium.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/env.sh

CHROMEDRIVER=$(command -v chromedriver) || fail 'chromedriver is missing: apt-get install chromium-driver'
export CHROMEDRIVER
# A busy machine starts a browser slowly.
export WASM_BINDGEN_TEST_TIMEOUT=120
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER=wasm-bindgen-test-runner
tests=(cargo test -p uno-core --target wasm32-unknown-unknown --profile wasm)

"${tests[@]}" --test node "$@"
"${tests[@]}" --test browser "$@"
