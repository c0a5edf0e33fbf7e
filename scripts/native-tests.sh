#!/usr/bin/env bash
# The native tests, on both databases. A test that fails is run once more when the others are done, as those of the
# console and of the browser are: what passes then has met a slow machine, or a race, and is named; what fails twice
# fails. Nothing is tried again where more fail than chance explains, or where not every failure and every program of
# tests has said its end: what was killed has tests that nobody ran.
set -uo pipefail
cd "$(dirname "$0")/.."
most=5
# Tests wait for servers, for moments that pass and for each other: more of them than processors run at once.
export RUST_TEST_THREADS=${RUST_TEST_THREADS:-4}
tests() { cargo test --release --workspace --no-fail-fast "$@" 2>&1; }

log=$(mktemp)
trap 'rm -f "$log"' EXIT
# The sums of what the runners count: "test result: FAILED. 12 passed; 1 failed; …".
counted() {
  awk -v what="$1;" '/^test result: / { for (i = 2; i <= NF; i++) if ($i == what) sum += $(i - 1) } END { print sum + 0 }' "$log"
}
programs() { grep -cE '^ +(Running|Doc-tests) ' "$log"; }
ends() { grep -c '^test result: ' "$log"; }

tests | tee "$log"
status=("${PIPESTATUS[@]}")
[ "${status[1]}" -eq 0 ] || exit 1
[ "${status[0]}" -ne 0 ] || exit 0

mapfile -t failed < <(sed -n 's/^test \(.*\) \.\.\. FAILED$/\1/p' "$log")
if [ "${#failed[@]}" -eq 0 ] || [ "${#failed[@]}" -gt "$most" ]; then exit 1; fi
if [ "$(counted failed)" -ne "${#failed[@]}" ] || [ "$(programs)" -ne "$(ends)" ]; then exit 1; fi

mapfile -t names < <(printf '%s\n' "${failed[@]}" | sort -u)
echo "Once more: ${names[*]}"
# Of this run the ends are not to be counted with those of the first.
tests -- --exact "${names[@]}" >"$log"
status=$?
sed 's/^test result: /of these: /' "$log"
if [ "$status" -ne 0 ] || [ "$(counted passed)" -ne "${#failed[@]}" ]; then exit 1; fi
printf 'failed, and passed when tried again: %s\n' "${failed[@]}"
