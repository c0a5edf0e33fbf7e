#!/usr/bin/env bash
# Tests the npm package: its types, then what npm pack makes of it, installed into folders of its own.
set -euo pipefail
cd "$(dirname "$0")/.."

pkg/node_modules/.bin/tsc --project pkg/test/tsconfig.json
npm --prefix pkg test --silent
