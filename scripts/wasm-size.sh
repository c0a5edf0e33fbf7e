#!/usr/bin/env bash
# Prints the compressed size of the wasm; fails above the limit.
set -euo pipefail
cd "$(dirname "$0")/.."

limit=$((60 * 1024))
wasm=pkg/dist/uno_core_bg.wasm
size=$(gzip -9 -c "$wasm" | wc -c)
raw=$(wc -c <"$wasm")
glue=$(gzip -9 -c "${wasm%.wasm}.js" | wc -c)
printf 'wasm: %d bytes gzip (limit %d), %d bytes raw; its JavaScript: %d bytes gzip\n' "$size" "$limit" "$raw" "$glue"
[ "$size" -le "$limit" ] || { echo "error: the wasm is $((size - limit)) bytes over its limit" >&2; exit 1; }
