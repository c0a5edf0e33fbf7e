# Shared by the scripts. To be sourced, with the project's root as working directory.

cache=${XDG_CACHE_HOME:-$HOME/.cache}/uno/tools
wasm_pack_version=0.15.1
# The command must have the version that the crate is pinned to.
wasm_bindgen_version=$(sed -n 's/^wasm-bindgen = "=\(.*\)"$/\1/p' core-wasm/Cargo.toml)
export PATH="$cache/wasm-pack-$wasm_pack_version/bin:$cache/wasm-bindgen-cli-$wasm_bindgen_version/bin:$PWD/pkg/node_modules/.bin:$PATH"

# Keeps make's job server from cargo, which limits its jobs itself.
unset MAKEFLAGS MFLAGS

say() {
  printf '%s\n' "$*" >&2
}

fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

has() {
  command -v "$1" >/dev/null 2>&1
}
