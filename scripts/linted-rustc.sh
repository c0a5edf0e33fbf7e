#!/bin/sh
# Compiles a crate of the workspace with the lints, in place of rustc: cargo calls it so for `make test`.
#
# The tests themselves are not optimised, which would take a third of all compiling: the tests of the server, and once
# more each crate that has tests within it. The crates that they test are optimised for size, in two thirds to half of the
# time, and lists are a fifth slower than in what ships. All others are optimised as they ship.
#
# What looks whether the console has changed, before the server is compiled, waits for it where it is being built beside.
if [ "$CARGO_PKG_NAME" = uno ] && [ -n "${CONSOLE_IS_BUILT-}" ]; then
  case " $* " in
    *' --crate-name build_script_build '*) until [ -e "$CONSOLE_IS_BUILT" ]; do sleep 0.2; done ;;
  esac
fi
case " $* " in
  *' --test '*) set -- "$@" -C opt-level=0 -C debug-assertions=off ;;
  *' --crate-name '*) set -- "$@" -C opt-level=s ;;
esac
exec clippy-driver "$@"
