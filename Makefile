# The project's commands; `make` lists them.
#
# Targets depend on files and their timestamps, so that nothing unchanged is built again. The
# scripts in scripts/ do the work.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

LISTEN ?= 127.0.0.1:8080
PHONE ?= 127.0.0.1:8081
TRANSLATION ?= 127.0.0.1:8082
DATABASE_URL ?= sqlite://data/uno-demo.db

WASM := pkg/dist/uno_core_bg.wasm
PACKAGE := pkg/dist/uno-core.iife.js
CONSOLE := frontend/dist/index.html
SERVER := target/release/uno
PKG_MODULES := pkg/node_modules/.package-lock.json
CONSOLE_MODULES := frontend/node_modules/.package-lock.json

WASM_SOURCES := $(shell find core-wasm/src -type f) core-wasm/Cargo.toml Cargo.toml Cargo.lock rust-toolchain.toml pkg/build/shrink.js
PACKAGE_SOURCES := $(wildcard pkg/*.js pkg/build/*.js)
CONSOLE_SOURCES := $(shell find frontend \( -name node_modules -o -name dist -o -name e2e -o -name test-results -o -name playwright-report \) -prune -o -type f -print)

.PHONY: help
help: ## Lists the commands.
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

.PHONY: run
run: build ## Builds what has changed and serves the console with demonstration data at http://127.0.0.1:8080.
	@mkdir -p data
	@exec $(SERVER) serve --listen $(LISTEN) --database-url $(DATABASE_URL) --demo --trusted-origins http://$(PHONE)

.PHONY: phone
phone: package ## Serves the example of a member's phone, for QR sign-in with a running `make run`.
	@echo 'A member’s phone: http://$(PHONE)/examples/webview/?api=http://$(LISTEN)'
	@exec pkg/node_modules/.bin/vite preview . --outDir pkg --host $(firstword $(subst :, ,$(PHONE))) --port $(lastword $(subst :, ,$(PHONE))) --strictPort --logLevel warn

.PHONY: run-translated
run-translated: build ## Like run, with a stand-in for the machine-translation widget beside the language menu.
	@mkdir -p data
	@npm --prefix frontend run --silent translation -- $(lastword $(subst :, ,$(TRANSLATION))) & \
	  trap "kill $$!" EXIT; \
	  $(SERVER) serve --listen $(LISTEN) --database-url $(DATABASE_URL) --demo --trusted-origins http://$(PHONE) \
	    --translation-script http://$(TRANSLATION)/widget.js --translation-hosts http://$(TRANSLATION)

.PHONY: build
build: requirements ## Builds the wasm, the console and the server (target/release/uno).
	@$(MAKE) --jobs=2 --output-sync=none prepared
	@$(MAKE) $(CONSOLE)
	@$(MAKE) server

.PHONY: test
test: requirements ## Runs everything that continuous integration runs.
	@scripts/test.sh

.PHONY: package
package: requirements ## Builds the npm package in pkg/, ready for npm pack.
	@$(MAKE) $(PACKAGE)

.PHONY: test-package
test-package: package ## Tests the npm package as users install it: in Node, Vite and plain pages.
	@scripts/package-test.sh

.PHONY: fuzz
fuzz: build ## Sends thousands of valid and invalid requests to the API, on both databases.
	@scripts/packages.sh server fuzz
	@scripts/fuzz.sh

.PHONY: bench
bench: build ## Measures against the targets and prints the ratios.
	@scripts/bench.sh

.PHONY: clean
clean: ## Removes what was built and installed here; keeps data/.
	rm -rf target pkg/dist pkg/node_modules frontend/dist frontend/node_modules

# Internal targets, used by the commands above and by the tests.

.PHONY: requirements
requirements:
	@scripts/requirements.sh
	@scripts/compiled.sh restore

.PHONY: prepared
prepared: tools modules packages

.PHONY: tools
tools:
	@scripts/tools.sh

.PHONY: packages
packages:
	@scripts/packages.sh server

.PHONY: modules
modules: $(CONSOLE_MODULES)

.PHONY: wasm
wasm: $(WASM)

.PHONY: console
console: $(CONSOLE)

# Always run: cargo itself detects what has changed.
.PHONY: server
server:
	@mkdir -p frontend/dist
	@echo 'Building the server'
	@cargo build --release --package uno
	@scripts/compiled.sh keep

$(PKG_MODULES): pkg/package.json pkg/package-lock.json
	@echo 'Installing the npm packages of pkg'
	@npm ci --prefix pkg --no-audit --no-fund --loglevel=error
	@touch $@

# After the modules of pkg, because the console links to it.
$(CONSOLE_MODULES): frontend/package.json frontend/package-lock.json $(PKG_MODULES)
	@echo 'Installing the npm packages of the console'
	@npm ci --prefix frontend --no-audit --no-fund --loglevel=error
	@touch $@

$(WASM): $(WASM_SOURCES) $(PKG_MODULES) | tools
	@echo 'Building the wasm'
	@scripts/wasm.sh
	@touch $@

$(PACKAGE): $(WASM) $(PACKAGE_SOURCES)
	@echo 'Building the npm package'
	@scripts/package.sh
	@touch $@

$(CONSOLE): $(CONSOLE_SOURCES) $(PACKAGE) $(CONSOLE_MODULES)
	@echo 'Building the console'
	@npm --prefix frontend run --silent build -- --logLevel=warn
	@touch $@
