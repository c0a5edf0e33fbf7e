#!/bin/sh
# Compiles a crate of the workspace with the lints. `make test` has cargo call this in place of rustc.
#
# To save time, the workspace is not optimised as shipped. Tests are not optimised at all: the tests of the server, and
# the second build of each crate that has unit tests. Optimising them would take a third of the total compile time. The
# crates under test are optimised for size, in half to two thirds of the time; lists are a fifth slower than in the
# shipped build. Dependencies are optimised as shipped.
#
# The server's build script checks whether the console has changed, so its compilation waits until the parallel build of
# the console is done.
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
