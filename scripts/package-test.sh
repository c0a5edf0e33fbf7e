#!/usr/bin/env bash
# Tests the npm package: what it is written in, then what npm pack makes of it, installed into folders of its own.
set -euo pipefail
cd "$(dirname "$0")/../pkg"

node_modules/.bin/tsc
npm test --silent
