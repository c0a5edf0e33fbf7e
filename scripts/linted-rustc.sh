#!/bin/sh
# Compiles a crate of the workspace with the lints, in place of rustc: cargo calls it so for `make test`.
#
# The tests themselves are not optimised, which would take a third of all compiling: the tests of the server, and once
# more each crate that has tests within it. The crates that they test are optimised for size, in two thirds to half of the
# time, and lists are a fifth slower than in what ships. All others are optimised as they ship.
case " $* " in
  *' --test '*) set -- "$@" -C opt-level=0 -C debug-assertions=off ;;
  *' --crate-name '*) set -- "$@" -C opt-level=s ;;
esac
exec clippy-driver "$@"
