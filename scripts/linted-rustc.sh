#!/bin/sh
# Compiles a crate of the workspace with the lints, in place of rustc: cargo calls it so for `make test`.
#
# The tests themselves are not optimised, which would take a third of all compiling: the tests of the server, and once
# more each crate that has tests within it. The crates above the kernel, which are most of the rest, are optimised for
# size: in half the time, and lists are a fifth slower than in what ships. Everything else is optimised as it ships.
case " $* " in
  *' --test '*) set -- "$@" -C opt-level=0 -C debug-assertions=off ;;
  *' --crate-name uno_core '* | *' --crate-name kernel '*) ;;
  *' --crate-name '*) set -- "$@" -C opt-level=s ;;
esac
exec clippy-driver "$@"
