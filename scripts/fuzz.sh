#!/usr/bin/env bash
# Sends requests that the OpenAPI document allows, and some that it does not, to a real server with
# demonstration data, without an account and as accounts of every kind. Checks every response
# against the document. Arguments: the databases, `sqlite` and `postgres`; both by default.
# UNO_FUZZ_ROLES names the accounts, UNO_FUZZ_EXAMPLES is the number of requests of each kind per
# endpoint.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/env.sh

server=${UNO_FUZZ_SERVER:-target/release/uno}
roles=${UNO_FUZZ_ROLES:-nobody member operator retailer vendor admin}
examples=${UNO_FUZZ_EXAMPLES:-20}
commands=$(scripts/python-tools.sh)
folder=$(mktemp -d "${TMPDIR:-/tmp}/uno-fuzz.XXXXXX")
process=
stop() {
  [ -z "$process" ] || { kill "$process" && wait "$process"; } 2>/dev/null || true
  process=
}
trap 'stop; rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM

# Prints an access token of the account. It stays valid for longer than the run on one database.
token() {
  curl --silent --fail --json "{\"grantType\":\"password\",\"loginId\":\"$1\",\"password\":\"Uno-demo-2026!\"}" \
    "$base/api/v1/auth/token" | sed -E 's/.*"accessToken":\{"token":"([^"]+)".*/\1/'
}

# run ROLE TOKEN OPTIONS...
run() {
  local role=$1 token=$2
  shift 2
  say "  $database as $role"
  UNO_FUZZ_TOKEN=$token SCHEMATHESIS_HOOKS=hooks PYTHONPATH=scripts/api PYTHONDONTWRITEBYTECODE=1 \
    "$commands/schemathesis" --config-file scripts/api/schemathesis.toml run "$base/api/openapi.json" \
    --seed 1 --max-examples "$examples" "$@" >"$folder/$role.log" 2>&1 && return
  cat "$folder/$role.log"
  tail -n 20 "$folder/server.log"
  fail "something differs from the document: $database as $role"
}

fuzz() {
  local role tokens=() spare=() index=0
  base=http://127.0.0.1:$(scripts/free-port.sh)
  "$server" serve --listen "${base#http://}" --database-url "$1" --demo >"$folder/server.log" 2>&1 &
  process=$!
  curl --silent --fail --retry 120 --retry-connrefused --retry-delay 1 "$base/readyz" >/dev/null ||
    { cat "$folder/server.log"; fail 'the server did not start'; }
  # Gets all tokens before the first test, because wrong passwords pause an account and an address.
  for role in $roles; do
    [ "$role" = nobody ] && tokens+=(none) spare+=(none) && continue
    tokens+=("$(token "$role")") spare+=("$(token "$role")")
  done
  for role in $roles; do
    # Signing out ends the session of the other requests, so it is tested with a session of its own.
    run "$role" "${tokens[$index]}" --exclude-operation-id SignOut
    run "$role" "${spare[$index]}" --include-operation-id SignOut
    index=$((index + 1))
  done
  stop
}

[ $# -gt 0 ] || set -- sqlite postgres
for database in "$@"; do
  case $database in
    sqlite) fuzz "sqlite://$folder/fuzz.db" ;;
    postgres)
      if [ -z "${UNO_TEST_POSTGRES_URL:-}" ]; then scripts/with-postgres.sh scripts/fuzz.sh postgres; else fuzz "$UNO_TEST_POSTGRES_URL"; fi
      ;;
    *) fail "no such database: $database" ;;
  esac
done
