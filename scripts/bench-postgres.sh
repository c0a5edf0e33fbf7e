#!/usr/bin/env bash
# The benchmarks that need PostgreSQL. bench.sh runs this with UNO_TEST_POSTGRES_URL set.
set -euo pipefail
cd "$(dirname "$0")/.."

SERVER=${SERVER:-target/release/uno}
. scripts/bench-requests.sh
BASE=${UNO_TEST_POSTGRES_URL%/*}
PSQL=(psql --quiet --no-psqlrc --tuples-only --no-align)
for size in "$SMALL" "$LARGE"; do
  "${PSQL[@]}" "$UNO_TEST_POSTGRES_URL" -c "CREATE DATABASE bench_$size"
  "$SERVER" demo --members "$size" --users "$size" --seed 1 --database-url "$BASE/bench_$size"
done

printf '\n== Lists on PostgreSQL\n'
cargo bench --quiet --workspace --bench lists -- "$BASE/bench_$SMALL" "$BASE/bench_$LARGE"

printf "\n== A dealer's list of 20 rows against pgbench with the same SELECT (target: 25 %%)\n"
URL=$BASE/bench_$LARGE
DEALER=$("${PSQL[@]}" "$URL" -c "SELECT company_id FROM account WHERE login_id = 'dealer'")
cat >"$WORK/list.sql" <<SQL
SELECT member.member_id, member.company_id, member.member_no, member.name, member.birth_date, member.sex,
       member.phone_number, member.email, member.address, member.created_at, member.updated_at, member.version, company.name
FROM member INNER JOIN company ON member.company_id = company.company_id
WHERE member.dealer_id = $DEALER ORDER BY member.created_at DESC, member.member_id DESC LIMIT 20;
SQL
PGBENCH=$(command -v pgbench || ls /usr/lib/postgresql/*/bin/pgbench | tail -1)
SELECT=$("$PGBENCH" --no-vacuum --protocol=prepared --client=8 --jobs=1 --time=5 --file="$WORK/list.sql" "$URL" 2>/dev/null |
  awk '/^tps/ {print $3}')
PORT=$(scripts/free-port.sh)
"$SERVER" serve --listen "127.0.0.1:$PORT" --database-url "$URL" --demo >"$WORK/log" 2>&1 &
SERVED=$!
trap 'kill $SERVED' EXIT
until curl -fs "http://127.0.0.1:$PORT/readyz" >/dev/null; do sleep 0.01; done
ADDRESS=127.0.0.1:$PORT
token() {
  curl -fs "http://$ADDRESS/api/v1/auth/token" -H 'content-type: application/json' \
    -d "{\"grantType\":\"password\",\"loginId\":\"$1\",\"password\":\"Uno-demo-2026!\"}" | sed 's/.*"accessToken":{"token":"\([^"]*\)".*/\1/'
}
TOKEN=$(token dealer)
ADMIN=$(token admin)
LIST=$(wrk -t1 -c32 -d5s -H "authorization: Bearer $TOKEN" "http://127.0.0.1:$PORT/api/v1/members" | awk '/Requests\/sec/ {print $2}')
awk -v list="$LIST" -v select="$SELECT" 'BEGIN {printf "list %s/s, pgbench %s/s: ratio %.2f\n", list, select, list / select}'

printf '\n== Lists on PostgreSQL (targets: list 8,000/s; history 6,000/s, p99 10 ms; with minAge 2,000/s)\n'
echo "list $(asked 16 "$TOKEN" /api/v1/members)"
echo "history $(asked 16 "$TOKEN" /api/v1/physical-measurements)"
echo "list with minAge $(asked 4 "$TOKEN" '/api/v1/members?minAge=60')"
printf '\n== Pages far behind on PostgreSQL (target: 1.5 times the first page, or 20 ms)\n'
deep_pages "$((LARGE / 20 * 9 / 10))"
printf '\n== Lists of users on PostgreSQL (target: 1.5 times the first page, or 20 ms)\n'
user_pages "$LARGE"
printf '\n== Registering members on PostgreSQL (targets: one client 1,500/s; 16 of one vendor 4,000/s, 80 %% of 16 of several)\n'
VENDOR=$(first_vendor "$ADMIN")
ONE=$(retailers_of "$ADMIN" "$VENDOR")
ALL=$(retailers_of "$ADMIN")
echo "one client: $(registered 1 "$ADMIN" "$ONE" P1)"
BEFORE=$(asked 16 "$TOKEN" /api/v1/members)
echo "16 of one vendor: $(registered 16 "$ADMIN" "$ONE" P16)"
echo "a dealer's list before $BEFORE; right after $(asked 16 "$TOKEN" /api/v1/members) (target: 90 %)"
echo "16 of several: $(registered 16 "$ADMIN" "$ALL" PA)"
