#!/usr/bin/env bash
# Checks that the kept document is OpenAPI 3.1. That it is the one of the declarations, and that every
# answer is as it says, is checked by the native tests.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/env.sh

commands=$(scripts/python-tools.sh)
"$commands/openapi-spec-validator" --schema 3.1 docs/openapi.json | cut -c 1-2000
