#!/usr/bin/env bash
# Completes the npm package in pkg/dist, after scripts/wasm.sh.
set -euo pipefail
cd "$(dirname "$0")/.."

npm --prefix pkg run --silent build
