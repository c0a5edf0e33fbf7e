#!/usr/bin/env bash
# Runs a command with a temporary PostgreSQL cluster. UNO_TEST_POSTGRES_URL is its address, and
# UNO_TOKEN_SECRET_FILE the file with the token secret that all servers share.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/env.sh

binaries=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1 || true)
[ -n "$binaries" ] || binaries=$(dirname "$(command -v initdb || true)")
[ -x "$binaries/initdb" ] || fail 'PostgreSQL is missing: apt-get install postgresql'

folder=$(mktemp -d "${TMPDIR:-/tmp}/uno-postgres.XXXXXX")
as_owner=()
if [ "$(id -u)" -eq 0 ]; then
  # PostgreSQL refuses to run as root.
  as_owner=(runuser -u postgres --)
  chown postgres "$folder"
fi
# Runs in a folder that the owner can enter.
owner() { (cd "$folder" && "${as_owner[@]}" "$@"); }

stop() {
  owner "$binaries/pg_ctl" -D "$folder/data" -m immediate -w stop >/dev/null 2>&1 || true
  rm -rf "$folder"
}
trap stop EXIT
trap 'exit 130' INT TERM

owner "$binaries/initdb" -D "$folder/data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync >"$folder/initdb.log" 2>&1 ||
  { cat "$folder/initdb.log" >&2; fail 'the PostgreSQL cluster could not be made'; }

for attempt in 1 2 3; do
  port=$(scripts/free-port.sh)
  options="-c listen_addresses=127.0.0.1 -c port=$port -c unix_socket_directories=$folder -c max_connections=3000"
  options+=' -c fsync=off -c synchronous_commit=off -c full_page_writes=off'
  ! owner "$binaries/pg_ctl" -D "$folder/data" -l "$folder/server.log" -o "$options" -w start >/dev/null 2>&1 || break
  [ "$attempt" -lt 3 ] || { cat "$folder/server.log" >&2; fail 'PostgreSQL did not start'; }
done

export UNO_TOKEN_SECRET_FILE="$folder/token-secret"
(umask 077 && head -c 32 /dev/urandom | base64 >"$UNO_TOKEN_SECRET_FILE")
export UNO_TEST_POSTGRES_URL="postgres://postgres@127.0.0.1:$port/postgres"
"$@"
