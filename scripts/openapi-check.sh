#!/usr/bin/env bash
# Checks that docs/openapi.json is valid OpenAPI 3.1. The native tests check that it matches the
# declarations and that every response conforms to it.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/env.sh

commands=$(scripts/python-tools.sh)
"$commands/openapi-spec-validator" --schema 3.1 docs/openapi.json | cut -c 1-2000
