#!/usr/bin/env bash
# The native tests, on both databases. A test that fails is run once more when the others are done, as those of the
# console and of the browser are: what passes then has met a slow machine, or a race, and is named; what fails twice
# fails. Where more fail than chance explains, none is.
set -uo pipefail
cd "$(dirname "$0")/.."
most=5
tests() { cargo test --release --workspace --no-fail-fast "$@"; }

log=$(mktemp)
trap 'rm -f "$log"' EXIT
tests 2>&1 | tee "$log" && exit
mapfile -t failed < <(sed -n 's/^test \(.*\) \.\.\. FAILED$/\1/p' "$log" | sort -u)
if [ "${#failed[@]}" -eq 0 ] || [ "${#failed[@]}" -gt "$most" ]; then exit 1; fi
echo "Once more: ${failed[*]}"
tests -- --exact "${failed[@]}" || exit 1
printf 'failed, and passed when tried again: %s\n' "${failed[@]}"
