#!/usr/bin/env bash
# Runs the native tests on both databases. A failed test is run again after all others, like the tests of the console
# and of the browser. If it passes then, it met a slow machine or a race, and its name is printed. A test that fails
# twice counts as failed. There is no second run if more tests failed than chance explains, or if not every failure and
# every test program reported its result: a killed program has tests that did not run.
set -uo pipefail
cd "$(dirname "$0")/.."
most=5
# Tests wait for servers, for time to pass and for each other, so more of them than processors run at once.
export RUST_TEST_THREADS=${RUST_TEST_THREADS:-4}
tests() { cargo test --release --workspace --no-fail-fast "$@" 2>&1; }

log=$(mktemp)
trap 'rm -f "$log"' EXIT
# counted WHAT: the sum over all test programs, from "test result: FAILED. 12 passed; 1 failed; …".
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
# Relabels the results of this run, so that they are not counted with those of the first.
tests -- --exact "${names[@]}" >"$log"
status=$?
sed 's/^test result: /of these: /' "$log"
if [ "$status" -ne 0 ] || [ "$(counted passed)" -ne "${#failed[@]}" ]; then exit 1; fi
printf 'failed, and passed when tried again: %s\n' "${failed[@]}"
