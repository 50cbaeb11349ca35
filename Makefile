# The two commands are `make run` and `make test`; `make help` lists the others.
SHELL := /bin/bash
.DEFAULT_GOAL := help
CATALOG ?= .build/catalog.db
MINUTES ?= 5
ROWS ?= 10000000
PREFIX ?= $(HOME)/.local
BIN := .build/release/lazygrid

.PHONY: help setup setup-tests run test test-release test-live test-scale test-package test-wasm test-chromium build install bench stress

help: ## what there is to make
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

setup: ## check for swift and install the system packages that run and test need
	@Scripts/setup libsqlite3-dev zlib1g-dev pkg-config

setup-tests: setup ## install what only the special tests need
	@Scripts/setup libsqlite3-dev zlib1g-dev pkg-config sqlite3 gcc valgrind python3 chromium \
	  lld wasi-libc 'libclang-rt-14-dev-wasm32|libclang-rt-*-dev-wasm32' $$(command -v node >/dev/null || echo nodejs)

build: setup
	@swift build -c release --product lazygrid 2>&1 | grep -E 'error|warning: unre|Compiling|Build' | tail -3
	@test -x $(BIN)

run: build ## a catalog of a million products, and windows over it
	@Scripts/run $(BIN) $(CATALOG)

test: setup ## lint and run all tests
	@Scripts/test

test-release: setup ## the exhaustive and random suites, built in release
	@Scripts/test release

test-live: build ## exact while two other processes write and checkpoint
	@Scripts/test-live

test-scale: build ## open a catalog of ROWS (default 10,000,000; 12 GB at 100,000,000) to an exact window
	@Scripts/test-scale $(ROWS) $(BIN) $(SCALE_FILE)

test-package: setup ## a package that depends on this one by URL and tag, without zlib
	@Scripts/test-package

test-wasm: setup ## the geometry as a WebAssembly module without imports, its vectors in node
	@Scripts/test-wasm

test-chromium: build ## random track grids where the browser puts them, if there is a Chromium
	@Scripts/test-chromium $(BIN)

stress: setup ## follow files for MINUTES (default 5) while other processes write, and are killed
	@Scripts/stress $(MINUTES)

install: setup ## a binary that needs no toolchain, in PREFIX/bin (default ~/.local)
	@swift build -c release --product lazygrid --static-swift-stdlib --scratch-path .build/static 2>&1 | tail -1
	@install -d "$(PREFIX)/bin"
	@install -m 755 .build/static/release/lazygrid "$(PREFIX)/bin/lazygrid"
	@echo "installed $(PREFIX)/bin/lazygrid"

bench: build ## the benchmarks, on a catalog of ten million products
	@swift build -c release 2>&1 | tail -1
	@Benchmarks/run
