#!/usr/bin/env bash
# Installs the Python tools, which check the API from outside and provide the tests' mail server, into an environment of
# their own in the user's cache. scripts/api/requirements.txt lists them. Prints the folder of their commands.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/env.sh

wanted=scripts/api/requirements.txt
folder=$cache/python-$(sha256sum <"$wanted" | cut -c1-16)
if [ ! -e "$folder/done" ]; then
  has python3 && python3 -c 'import ensurepip, venv' 2>/dev/null || fail 'Python 3 with venv is missing: apt-get install python3-venv'
  say "Installing schemathesis, the validator of OpenAPI and the tests' mail server into $folder"
  rm -rf "$folder"
  python3 -m venv "$folder"
  "$folder/bin/pip" install --quiet --disable-pip-version-check --requirement "$wanted" >&2
  touch "$folder/done"
fi
echo "$folder/bin"
