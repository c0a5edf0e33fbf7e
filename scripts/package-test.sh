#!/usr/bin/env bash
# Tests the npm package: first its sources, then the packed package, installed into fresh folders.
set -euo pipefail
cd "$(dirname "$0")/../pkg"

node_modules/.bin/tsc
npm test --silent
