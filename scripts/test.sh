#!/usr/bin/env bash
# Runs all checks. Two lanes, Rust and web, run in parallel. The first failure stops both and is shown in full; so is a
# step that hangs. Ends with the time of each step and the test counts of the runners.
set -uo pipefail
cd "$(dirname "$0")/.."
. scripts/env.sh
say() { printf '%s\n' "$*"; }
set -m # a process group for each lane, so that a lane is stopped with its children

logs=$(mktemp -d "${TMPDIR:-/tmp}/uno-test.XXXXXX")
lanes=()
stop_lanes() {
  local lane
  # Hides the shell's report of each killed lane.
  {
    for lane in "${lanes[@]}"; do kill -TERM -- "-$lane"; done
    wait
  } 2>/dev/null
}
trap 'stop_lanes; rm -rf "$logs"' EXIT
trap 'exit 130' INT TERM

seconds_since() { awk -v from="$1" -v to="$EPOCHREALTIME" 'BEGIN { printf "%.1f", to - from }'; }

# step NAME COMMAND...
step() {
  local name=$1 start=$EPOCHREALTIME status=0
  shift
  say "  …     $name"
  touch "$logs/$name.running"
  "$@" >"$logs/$name.log" 2>&1 </dev/null || status=$?
  rm -f "$logs/$name.running"
  [ ! -e "$logs/failed" ] || return 1
  if [ "$status" -ne 0 ]; then
    echo "$name" >"$logs/failed"
    say "FAILED  $name ($(seconds_since "$start") s): $*"
    return 1
  fi
  printf '%8s s  %s\n' "$(seconds_since "$start")" "$name" >>"$logs/times"
  touch "$logs/$name.done"
  say "  ok    $name ($(seconds_since "$start") s)"
}

# Fails a step that takes longer than any step takes on a slow machine, so that the output of a hanging step is shown
# before the user gives up.
step_minutes=45
guard() {
  local late
  while sleep 1; do
    late=$(find "$logs" -name '*.running' -mmin "+$step_minutes" -printf '%f' -quit)
    [ -n "$late" ] || continue
    late=${late%.running}
    echo "$late" >"$logs/failed"
    say "FAILED  $late: not done after $step_minutes minutes"
    return 1
  done
}

# Waits for steps of the other lane.
await() {
  local name
  for name in "$@"; do
    until [ -e "$logs/$name.done" ]; do
      [ ! -e "$logs/failed" ] || return 1
      sleep 0.2
    done
  done
}

in_console() { npm --prefix frontend run --silent "$@"; }

# Compiling with the lints saves a separate compilation for them. The driver is the one that `cargo clippy` starts.
# `lints_bite` first checks that it rejects a violation and accepts clean code.
lints_bite() {
  ! printf 'fn main() {\n    print!("{}", 1.max(2) as i32 as i32);\n}\n' |
    CLIPPY_ARGS=$clippy_arguments clippy-driver --edition 2024 --emit metadata -o "$logs/lints" - || return 1
  printf 'fn main() {}\n' |
    CLIPPY_ARGS=$clippy_arguments clippy-driver --edition 2024 --emit metadata -o "$logs/lints" -
}
clippy_arguments='-Dwarnings__CLIPPY_HACKERY__'
linted() {
  RUSTC_WORKSPACE_WRAPPER=$PWD/scripts/linted-rustc.sh CLIPPY_ARGS=$clippy_arguments \
    CONSOLE_IS_BUILT="$logs/console build.done" "$@"
}
# The wasm is linted when it is compiled for its tests. The compiler builds the shipped wasm, because the driver
# optimises differently.
linted_wasm() { RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=$clippy_arguments "$@"; }

rust_lane() {
  mkdir -p frontend/dist
  step 'rust format' cargo fmt --all --check &&
    step 'debian packages' scripts/packages.sh server test &&
    step 'python tools' scripts/python-tools.sh &&
    step 'rust lints are on' lints_bite &&
    # Also builds the server for the tests of the command line and of the browser, with the console that the other lane
    # builds meanwhile. `--lib` and `--all-targets` would compile crates without unit tests a second time, as tests.
    step 'native build' linted cargo test --release --workspace --no-run &&
    step 'benchmark build' linted cargo test --release --workspace --bench lists --no-run &&
    step 'native tests' linted scripts/with-postgres.sh scripts/native-tests.sh &&
    # Waits for the other check that uses the Python tools.
    await 'openapi document' &&
    step 'fhir definitions' scripts/fhir-check.sh
}

web_lane() {
  step 'npm packages' make modules &&
    step 'wasm tools' scripts/tools.sh &&
    step 'wasm build' make wasm &&
    step 'wasm size' scripts/wasm-size.sh &&
    step 'package build' make pkg/dist/uno-core.iife.js &&
    step 'console build' make console &&
    step 'console size' in_console size &&
    step 'console types' in_console typecheck &&
    step 'console lints' in_console lint &&
    step 'console tests' in_console test &&
    await 'python tools' &&
    step 'openapi document' scripts/openapi-check.sh &&
    step 'wasm tests' linted_wasm scripts/wasm-test.sh &&
    step 'package tests' scripts/package-test.sh
}

# Prints the numbers of passed and failed tests, as counted by the runners.
count() {
  sed 's/\x1b\[[0-9;]*m//g' "$logs"/*.log | awk '
    # cargo, wasm-bindgen-test: "test result: ok. 12 passed; 0 failed; …"
    /^test result: / { for (i = 2; i <= NF; i++) { if ($i == "passed;") passed += $(i - 1); if ($i == "failed;") failed += $(i - 1) } next }
    # node: "# pass 3"
    /^(#|ℹ) pass / { passed += $3; next }
    /^(#|ℹ) fail / { failed += $3; next }
    # vitest: "Tests  1 failed | 12 passed (13)"
    /^ *Tests  / { for (i = 2; i <= NF; i++) { if ($i == "passed") passed += $(i - 1); if ($i == "failed") failed += $(i - 1) } next }
    # vitest, of those it has counted as passed
    /^passed only when tried again: / { flaky++; next }
    # cargo, of those it has counted as failed
    /^failed, and passed when tried again: / { failed--; passed++; flaky++; next }
    # playwright: "  12 passed (3.4s)", "  1 failed"
    /^  [0-9]+ (passed|failed|flaky)/ { if ($2 == "failed") failed += $1; else passed += $1; if ($2 == "flaky") flaky += $1 }
    END { printf "%d passed, %d failed", passed, failed; if (flaky) printf " (%d passed only when tried again)", flaky; print "" }'
}

finish() {
  local status=$1 name=''
  if [ -s "$logs/times" ]; then
    say ''
    say 'Time of the steps:'
    sort -rn "$logs/times"
  fi
  if [ -s "$logs/failed" ]; then
    name=$(cat "$logs/failed")
    say ''
    say "Output of the failed step, $name:"
    # Omits the names of the thousands of tests that passed.
    grep -v '^test .* \.\.\. ok$' "$logs/$name.log"
    status=1
  fi
  say ''
  sed -n '/^wasm: /p; s/^ *\(.*first load.*\)/console: \1/p' "$logs"/*size.log 2>/dev/null
  printf 'Everything took %s s.\n' "$(seconds_since "$begin")"
  if [ "$status" -eq 0 ]; then echo 'Every step passed.'; else echo "Failed: ${name:-interrupted}."; fi
  grep -hE '^(failed, and )?passed (only )?when tried again: ' "$logs"/*.log
  count
  exit "$status"
}

browser_lane() {
  UNO_E2E_PORT=$(scripts/free-port.sh)
  UNO_E2E_PHONE_PORT=$(scripts/free-port.sh)
  export UNO_E2E_PORT UNO_E2E_PHONE_PORT
  step 'end to end tests' in_console e2e
}

begin=$EPOCHREALTIME
guard &
lanes+=($!)
rust_lane &
lanes+=($!)
web_lane &
lanes+=($!)
# The guard only ends by failing. The browser lane runs last, because it needs what the others build.
status=0
wait -n && wait -n || status=1
if [ "$status" -eq 0 ]; then
  browser_lane &
  lanes+=($!)
  wait -n || status=1
fi
stop_lanes
# The next clone on this machine need not compile the external crates again.
[ "$status" -ne 0 ] || scripts/compiled.sh keep
finish "$status"
