#!/bin/sh
# Compiles a crate of the workspace with the lints, in place of rustc: cargo calls it so for `make test`.
#
# What is tested is what ships, optimised as it ships; the tests themselves are not optimised, which would take a third
# of all compiling: the tests of the server, and once more each crate that has tests within it.
case " $* " in
  *' --test '*) set -- "$@" -C opt-level=0 -C debug-assertions=off ;;
esac
exec clippy-driver "$@"
