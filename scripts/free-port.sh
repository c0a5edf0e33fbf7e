#!/usr/bin/env bash
# Prints a free port of the loopback address.
exec node -e 'const s = require("node:net").createServer(); s.listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
