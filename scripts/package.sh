#!/usr/bin/env bash
# Completes the npm package in pkg/dist from what scripts/wasm.sh has put there.
set -euo pipefail
cd "$(dirname "$0")/.."

npm --prefix pkg run --silent build
