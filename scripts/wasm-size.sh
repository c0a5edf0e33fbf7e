#!/usr/bin/env bash
# Prints the compressed size of the wasm and the size of an endpoint with its forms. Fails above the limits.
set -euo pipefail
cd "$(dirname "$0")/.."

# The wasm and the contract in it. Each endpoint with its forms may cost 80 bytes.
limit=$((80 * 1024))
endpoint_limit=80
wasm=pkg/dist/uno_core_bg.wasm
size=$(gzip -9 -c "$wasm" | wc -c)
raw=$(wc -c <"$wasm")
glue=$(gzip -9 -c "${wasm%.wasm}.js" | wc -c)
# The contract is one text in the wasm, so its size is the difference to the wasm without that text.
read -r endpoints share < <(node --input-type=module -e '
  import { readFileSync } from "node:fs";
  import { gzipSync } from "node:zlib";
  const wasm = readFileSync(process.argv[1]);
  const text = wasm.toString("latin1");
  const begin = text.indexOf("SignInForm\n");
  const length = /^(?:[\x20-\x7e]*\n)+/.exec(text.slice(begin))?.[0].length ?? 0;
  const size = (bytes) => gzipSync(bytes, { level: 9 }).length;
  const rest = Buffer.concat([wasm.subarray(0, begin), wasm.subarray(begin + length)]);
  const endpoints = text.slice(begin, begin + length).match(/^\/api\//gm)?.length ?? 0;
  console.log(endpoints, Math.round((size(wasm) - size(rest)) / endpoints));
' "$wasm")
printf 'wasm: %d bytes gzip (limit %d), %d bytes raw; its JavaScript: %d bytes gzip\n' "$size" "$limit" "$raw" "$glue"
[ "$size" -le "$limit" ] || { echo "error: the wasm is $((size - limit)) bytes over its limit" >&2; exit 1; }
printf 'contract: %d endpoints, each with its forms %d bytes gzip (limit %d)\n' "$endpoints" "$share" "$endpoint_limit"
if [ "$endpoints" -eq 0 ] || [ "$share" -gt "$endpoint_limit" ]; then
  echo 'error: the endpoints cost more than their limit' >&2
  exit 1
fi
