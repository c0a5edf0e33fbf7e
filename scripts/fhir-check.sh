#!/usr/bin/env bash
# Starts the server with demonstration data and checks its FHIR resources against the base definitions, with a validator
# that is independent of this project. Takes about ten seconds once its tools are installed.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/env.sh

server=${UNO_FHIR_SERVER:-target/release/uno}
commands=$(scripts/python-tools.sh)
folder=$(mktemp -d "${TMPDIR:-/tmp}/uno-fhir.XXXXXX")
process=
stop() { [ -z "$process" ] || { kill "$process" && wait "$process"; } 2>/dev/null || true; }
trap 'stop; rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM

base=http://127.0.0.1:$(scripts/free-port.sh)
"$server" serve --listen "${base#http://}" --database-url "sqlite://$folder/fhir.db" --demo >"$folder/server.log" 2>&1 &
process=$!
curl --silent --fail --retry 120 --retry-connrefused --retry-delay 1 "$base/readyz" >/dev/null ||
  { cat "$folder/server.log"; fail 'the server did not start'; }
PYTHONDONTWRITEBYTECODE=1 "$commands/python" scripts/api/fhir_check.py "$base" admin 'Uno-demo-2026!' ||
  { tail -n 20 "$folder/server.log"; fail 'what is told as FHIR is not as its definitions say'; }
