#!/usr/bin/env bash
# Keeps the compiled external crates outside the checkout, so that a fresh clone on the same machine does not compile
# them again.
#
# compiled.sh restore: copies what was kept into a target folder that has nothing yet.
# compiled.sh keep: replaces what is kept by the external crates of the target folder.
#
# Only external crates are kept. Cargo recognises them by their version, features and flags, wherever they lie. It
# recognises the project's own crates by the times of their files, which differ between checkouts.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/env.sh

target=${CARGO_TARGET_DIR:-target}
kept=${cache%/tools}/compiled/$(rustc -vV | sha256sum | cut -c1-16)

# Prints the folders of profiles below a target folder, such as release and wasm32-unknown-unknown/wasm.
profiles() {
  (cd "$1" && find . -mindepth 2 -maxdepth 3 -name .fingerprint -printf '%h\n' | sed 's|^\./||')
}

restore() {
  [ ! -e "$target/release/.fingerprint" ] && [ -d "$kept" ] || return 0
  mkdir -p "$target"
  cp -a "$kept/." "$target/"
}

# What decides which units there are: if it is the same, so is what is kept.
state() {
  { cat Cargo.lock Cargo.toml .cargo/config.toml; profiles "$target" | sort; } | sha256sum
}

keep() {
  local own profile unit new state
  state=$(state)
  [ "$state" != "$(cat "$kept/.state" 2>/dev/null)" ] || return 0
  own=$(cargo metadata --no-deps --format-version 1 --offline | node -e '
    const { packages } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
    console.log(packages.map(({ name }) => name).join("|"));
  ')
  new=$(mktemp -d "$(dirname "$(dirname "$kept")")/compiled.XXXXXX")
  trap 'rm -rf "$new"' EXIT
  for profile in $(profiles "$target"); do
    mkdir -p "$new/$profile"/{.fingerprint,build,deps}
    for unit in "$target/$profile/.fingerprint"/*; do
      unit=${unit##*/}
      # A unit is a package with a hash, which all its files carry.
      [[ ! $unit =~ ^($own)-[0-9a-f]{16}$ ]] || continue
      cp -a "$target/$profile/.fingerprint/$unit" "$new/$profile/.fingerprint/"
      [ ! -d "$target/$profile/build/$unit" ] || cp -a "$target/$profile/build/$unit" "$new/$profile/build/"
    done
    # The files of an own unit end in its hash; all others are external.
    find "$target/$profile/deps" -maxdepth 1 -type f -printf '%f\n' |
      awk -v units="$(ls "$new/$profile/.fingerprint")" '
        BEGIN { count = split(units, names, "\n"); for (i = 1; i <= count; i++) known[substr(names[i], length(names[i]) - 15)] }
        { file = $0; sub(/\..*$/, ""); if (substr($0, length($0) - 15) in known) print file }' |
      (cd "$target/$profile/deps" && xargs -r cp -a -t "$new/$profile/deps")
  done
  printf '%s\n' "$state" >"$new/.state"
  mkdir -p "$(dirname "$kept")"
  rm -rf "$kept"
  mv "$new" "$kept"
  trap - EXIT
}

case ${1-} in
  restore | keep) "$1" ;;
  *) fail "what is to be done: restore or keep" ;;
esac
