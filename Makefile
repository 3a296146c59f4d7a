# Every task of the project. `make` alone lists them. `make test` and `make demo` need only Rust, Python >= 3.10
# (3.11 preferred) and make: everything else is set up in .venv and reused.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules
# Targets share virtual environments, and trainers share the memory, so targets run one after the other, except the
# parts of `make test` and `make test-long`.
ifndef PAIRED
.NOTPARALLEL:
endif

VENV := .venv
PY := $(VENV)/bin/python
LOCK := requirements/dev.txt
EXTENSION := python/eights/_eights.abi3.so
# The extension comes from one of two builds, and the newest of these files names it. `make build` compiles one for speed,
# which takes a core for minutes. Tests take the library that cargo compiles for the Rust tests, with debug assertions and
# two of the engine's compilations. Cargo keeps both, so a change from one to the other takes seconds.
RELEASE := build/extension/release
DEBUG := build/extension/debug
ALLOWLIST := tests/python/stubtest-allowlist.txt
SOURCES := $(shell find src) Cargo.toml Cargo.lock pyproject.toml
# Trainers pin different versions of the same packages, so each has its own virtual environment under .venvs.
# `make test-trainers TRAINERS=sb3` tests one of them.
TRAINERS ?= sb3 rlcard torchrl ray rllib tianshou agilerl minari textarena kaggle inspect_ai verifiers openenv nemo_gym train_torch
UV := $(VENV)/bin/uv
# The wheel for every Linux, as tools/wheels.py names it.
LINUX := manylinux2014-x86_64

# Interpreters to try for the virtual environment, best first. `make PYTHON=python3.12 test` chooses one.
PYTHON ?= python3.11 python3 python3.14 python3.13 python3.12 python3.10 python
# Cargo.lock is used unchanged; `make CARGO_FLAGS= test` lets cargo update it.
CARGO_FLAGS ?= --locked
PYTEST_FLAGS ?= -n 2
# Arguments for the script or command that a target runs: `make demo ARGS="--seed 2"`.
ARGS ?=

# The user's own pip and Python settings must not affect the environment. Without compiled files every process would compile
# the packages that it imports anew, half a second for NumPy alone.
unexport PYTHONHOME PYTHONPATH PYTHONDONTWRITEBYTECODE
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1
export PIP_USER := 0
export VIRTUAL_ENV := $(CURDIR)/$(VENV)
# Settings of PyO3's build script: the interpreter, and no link with libpython.
export PYO3_PYTHON := $(CURDIR)/$(PY)
export PYO3_BUILD_EXTENSION_MODULE := 1
# Incremental builds take half as long again from nothing. `cargo test` by hand has them, for the build after an edit.
export CARGO_INCREMENTAL ?= 0

##@ The two commands

.PHONY: demo
demo: build ## train by self-play, play every bot, write curve, policy and a record to runs/
	$(PY) examples/ppo_selfplay.py $(ARGS)

# Two parts run at a time, in this order. Cargo builds one thing at a time in a folder, so what needs no cargo comes second.
TEST_PARTS := test-rust lint-python lint-workflows test-python lint-stub

.PHONY: test
test: need-cargo $(VENV)/lock ## every test and check except those of `make test-long`
	+$(call in-pairs,$@,$(TEST_PARTS))

# Two parts run at a time here too, so each gets one core. The first two compile for release, each in a folder of its own, so
# that neither waits for the other; long parts come before short ones. The wheel for every Linux is the wheel of all parts.
# Most trainers wait for the site, so that its tests are not left for the end.
LONG_PARTS := wheel-manylinux test-compilations test-soak test-fingerprints test-fuzz lint-rust test-examples \
	test-instructions test-web $(TRAINERS:%=test-trainer-%) lint-core lint-benches docs

.PHONY: test-long
test-long: need-cargo rust-components $(VENV)/lock ## what takes longer: wheels, examples, the site, trainers, lints of Rust, soak test; part of .ci/run
	+$(call in-pairs,$@,PYTEST_FLAGS= LINUX_WHEEL=1 $(LONG_PARTS))

# The output of a part is printed when it ends (make before 4.0 mixes the parts). After a failure no further part starts.
define in-pairs
$(MAKE) -j2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target) --no-print-directory PAIRED=1 $(2) \
	|| { echo "make $(1) has failed: see what is above each line with ***" >&2; exit 1; }
endef

##@ Parts of `make test`

.PHONY: lint
lint: lint-rust lint-python lint-stub lint-workflows ## formatting, lints and types: Rust, Python, workflows

# Rust is tested, linted and documented with the Python bindings, so one compiled library serves Rust tests and Python
# tests, and dependencies are compiled once. That needs a folder of its own: plain `cargo test` would write a library without
# bindings to the same file.
WITH_BINDINGS := $(CARGO_FLAGS) --features python
FOR_TESTS := target/tests

.PHONY: lint-rust
lint-rust: rust-components $(VENV)/lock ## formatting and lints of Rust; part of test-long
	cargo fmt --all --check
	cargo clippy $(WITH_BINDINGS) --target-dir $(FOR_TESTS) --all-targets -- -D warnings

PYODIDE_TARGET := wasm32-unknown-emscripten

.PHONY: lint-core
lint-core: rust-components ## lint the Rust library without Python, and crates for browsers, and check it for Pyodide; part of test-long
	cargo clippy $(CARGO_FLAGS) --target-dir $(FOR_TESTS) --lib -- -D warnings
	cargo clippy $(CARGO_FLAGS) --target-dir $(FOR_TESTS) --package eights-web --package eights-web-bindgen -- -D warnings
	$(call need-target,$(PYODIDE_TARGET))
	PYO3_CROSS_PYTHON_VERSION=3.14 PYO3_PYTHON= cargo check $(WITH_BINDINGS) --target-dir $(FOR_TESTS) --lib \
		--target $(PYODIDE_TARGET)

.PHONY: lint-benches
lint-benches: rust-components ## lint the Rust benchmarks, the soak test and the fuzz targets; part of test-long
	cargo clippy $(CARGO_FLAGS) --target-dir $(FOR_TESTS) --package eights-benches --benches --bins -- -D warnings
	cargo clippy $(CARGO_FLAGS) --target-dir $(FOR_TESTS) --package eights-soak -- -D warnings
	cargo clippy $(CARGO_FLAGS) --target-dir $(FOR_TESTS) --package eights-fuzz --lib --bins -- -D warnings

.PHONY: lint-python
lint-python: $(VENV)/lock
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m mypy

SCRIPTS = $(shell grep -l '^\#!/usr/bin/env bash' .ci/* tools/*)
FORMS = $(filter-out %/config.yml,$(wildcard .github/ISSUE_TEMPLATE/*.yml))
CHECK_SCHEMA := $(VENV)/bin/check-jsonschema --quiet --builtin-schema

.PHONY: lint-workflows
lint-workflows: $(VENV)/lock ## check workflows and scripts, and what GitHub and citation managers read
	$(VENV)/bin/actionlint -shellcheck $(VENV)/bin/shellcheck -pyflakes=
	$(VENV)/bin/shellcheck $(SCRIPTS)
	$(VENV)/bin/zizmor --offline --quiet --persona pedantic .
	$(CHECK_SCHEMA) vendor.github-workflows .github/workflows/*.yml
	$(CHECK_SCHEMA) vendor.github-issue-forms $(FORMS)
	$(CHECK_SCHEMA) vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
	$(CHECK_SCHEMA) vendor.dependabot .github/dependabot.yml
	$(CHECK_SCHEMA) vendor.citation-file-format CITATION.cff

.PHONY: lint-stub
lint-stub: $(DEBUG)
	$(PY) -m mypy.stubtest eights._eights --mypy-config-file pyproject.toml $(addprefix --allowlist ,$(wildcard $(ALLOWLIST)))

.PHONY: test-rust
test-rust: need-cargo $(VENV)/lock ## Rust tests and doctests (plain `cargo test` needs no Python)
	cargo test $(WITH_BINDINGS) --target-dir $(FOR_TESTS) --lib --tests $(ARGS)
	cargo test $(WITH_BINDINGS) --target-dir $(FOR_TESTS) --doc $(ARGS)

.PHONY: test-compilations
test-compilations: need-cargo ## check that every compilation of the engine plays alike (debug builds have two); part of test-long
	cargo test $(CARGO_FLAGS) --release --target-dir target/compilations --package eights-soak --test compilations

# The three targets below take the library that `test-compilations` compiles, which takes minutes.

.PHONY: test-instructions
test-instructions: test-compilations build ## check that no ruleset's decisions take more instructions than before; part of test-long
	tools/need-valgrind
	$(PY) benchmarks/instructions.py $(ARGS)

.PHONY: test-fingerprints
test-fingerprints: test-compilations $(VENV)/lock ## check that seeds mean the same games as before, with any threads and vectors; part of test-long
	$(PY) benchmarks/fingerprints.py $(ARGS)

SOAK := cargo run $(CARGO_FLAGS) --release --target-dir target/compilations --quiet --package eights-soak --

# The same cases every time, so that a failure is that of a change.
.PHONY: test-soak
test-soak: test-compilations ## random games of random rulesets, each decision checked; part of test-long
	$(SOAK) --cases 100

# Random decisions in all: a run goes on where the last one stopped.
DECISIONS ?= 1_000_000_000
.PHONY: soak
soak: need-cargo ## play a billion random decisions on all cores (hours; goes on where it stopped)
	$(SOAK) --decisions $(DECISIONS) --state runs/soak.json $(ARGS)

# `make fuzz TIME=3600 TARGETS="record texts"` runs two of them for an hour each, `JOBS=1` one at a time.
TIME := 60
TARGETS :=
JOBS := 2

.PHONY: fuzz
fuzz: need-cargo ## run each fuzz target for TIME=60 seconds, from where it was left
	CARGO_FLAGS="$(CARGO_FLAGS)" JOBS=$(JOBS) tools/fuzz $(TIME) $(TARGETS)

.PHONY: fuzz-corpus
fuzz-corpus: ## keep a few of the inputs that fuzzing has found in fuzz/corpus, where later runs begin
	tools/fuzz-corpus $(TARGETS)

# The same inputs every time, for 20 seconds a target at most.
.PHONY: test-fuzz
test-fuzz: need-cargo ## run each fuzz target on its seeds, kept inputs, and some more; part of test-long
	FEW=1 CARGO_FLAGS="$(CARGO_FLAGS)" JOBS=1 tools/fuzz 20

.PHONY: mutants
mutants: need-cargo $(VENV)/lock ## see whether tests notice small changes of the engine (days; goes on where it stopped)
	$(PY) tools/mutants.py $(ARGS)

.PHONY: test-python
test-python: $(DEBUG) ## Python tests and doctests
	$(PY) -m pytest $(PYTEST_FLAGS) $(ARGS)

# Tests that train, measure or render are not in `make test`, since they take as long as all others.
EXAMPLE_TESTS := tests/examples benchmarks examples

.PHONY: test-examples
test-examples: build envpool ## test examples, benchmarks and the Python blocks of the pages; part of test-long
	$(PY) -m pytest $(PYTEST_FLAGS) $(EXAMPLE_TESTS) $(ARGS)

.PHONY: test-wheel
test-wheel: wheel ## test the wheel with only NumPy, on every Python >= 3.10 of this machine
	tools/test-wheel dist/eights-*.whl $(LOCK)

.PHONY: test-web
test-web: build site ## test the pages and the site in real Chromium (root on Debian installs it); part of test-long
	tools/need-chromium
	$(PY) -m pytest tests/web $(ARGS)

##@ Documentation

# `make site SITE_FLAGS="-D nb_execution_mode=off"` does not run the notebooks, which is faster while writing pages.
SITE_FLAGS ?=
SITE_PYTHON := PYTHONPATH="$(CURDIR)/python:$(CURDIR)/examples" .venvs/site/bin/python

# The module for browsers is small rather than fast (`profile.web`). The command wasm-bindgen is built from its library,
# which takes half as long without optimisation.
WEB_TARGET := wasm32-unknown-unknown
WEB_MODULE := target/web/$(WEB_TARGET)/web/eights_web.wasm
WEB := build/web/pkg

.PHONY: web
web: need-cargo $(VENV)/lock ## compile the engine for browsers, as a package of npm in build/web/pkg
	$(call need-target,$(WEB_TARGET))
	cargo build $(CARGO_FLAGS) --profile web --target $(WEB_TARGET) --package eights-web --target-dir target/web
	cargo run $(CARGO_FLAGS) --config profile.dev.opt-level=0 --package eights-web-bindgen --target-dir target/web --quiet \
		-- $(WEB_MODULE) $(WEB)
	$(PY) tools/web_package.py $(WEB)

.PHONY: site
site: build web ## build the documentation site in build/site/html: runs the notebooks, checks every link
	tools/setup-group $(UV) site requirements/site.txt
	$(SITE_PYTHON) tools/site_source.py build/site/source
	rm -rf build/site/html
	$(SITE_PYTHON) -m sphinx --jobs 2 --fresh-env --write-all --fail-on-warning --keep-going --quiet \
		--conf-dir website --doctree-dir build/site/doctrees $(SITE_FLAGS) build/site/source build/site/html
	$(SITE_PYTHON) tools/site_play.py build/site/html $(WEB)
	$(SITE_PYTHON) tools/site_links.py build/site/html
	@echo "the site is in build/site/html: $(PY) -m http.server --directory build/site/html"

.PHONY: notebooks
notebooks: build ## run the notebooks in an empty folder, store their outputs (4 minutes, on an idle machine)
	tools/setup-group $(UV) site requirements/site.txt
	tools/setup-group $(UV) train_torch requirements/trainers/train_torch.txt
	for notebook in examples/notebooks/*.ipynb; do \
		case $$notebook in *-torch.ipynb) group=train_torch;; *) group=site;; esac; \
		PYTHONPATH="$(CURDIR)/python" .venvs/$$group/bin/python tools/run_notebooks.py $$notebook; \
	done

# The run is kept in runs/pictures, where `make screenshots` shows it.
.PHONY: curve
curve: build ## train by self-play, measured closely (4 minutes on two busy cores); rewrites docs/learning-curve.*
	$(PY) examples/ppo_selfplay.py --evaluations 16 --curve-deals 400 --out runs/pictures/ppo_selfplay
	$(PY) benchmarks/learning_curve.py runs/pictures/ppo_selfplay

.PHONY: screenshots
screenshots: build ## take the pictures of pages in docs/images (after `make curve`; root on Debian installs Chromium)
	tools/need-chromium
	$(PY) tools/screenshots.py $(ARGS)

.PHONY: docs
docs: need-cargo $(VENV)/lock ## build the Rust documentation, with warnings as errors; part of test-long
	RUSTDOCFLAGS="-D warnings" cargo doc $(WITH_BINDINGS) --target-dir $(FOR_TESTS) --no-deps

##@ Trainers

.PHONY: test-trainers
test-trainers: $(TRAINERS:%=test-trainer-%) ## test the adapters, each with its trainer (downloads 4 GB); part of test-long

ifdef PAIRED
$(wordlist 3,99,$(TRAINERS:%=test-trainer-%)): | site
endif

.PHONY: $(TRAINERS:%=test-trainer-%)
$(TRAINERS:%=test-trainer-%): test-trainer-%: wheel
	tools/test-trainer $(UV) $* dist/eights-*.whl $(ARGS)

##@ Development

.PHONY: build
build: $(RELEASE) ## build the extension module and install it in .venv (release mode)

.PHONY: fmt
fmt: rust-components $(VENV)/lock ## format Rust and Python, apply ruff's safe fixes
	cargo fmt --all
	$(PY) -m ruff check --fix-only
	$(PY) -m ruff format

.PHONY: bless
bless: $(DEBUG) ## rewrite the golden files from the current output; review the diff
	$(PY) tools/home.py
	EIGHTS_BLESS=1 cargo test $(WITH_BINDINGS) --target-dir $(FOR_TESTS)
	EIGHTS_BLESS=1 $(PY) -m pytest
	EIGHTS_BLESS=1 $(PY) -m pytest tests/examples -k the_page_is_what_its_figures_make

.PHONY: bench
bench: build ## Rust benchmarks, then decisions per second from Python
	cargo bench $(CARGO_FLAGS) --target-dir target --package eights-benches
	target/release/decisions
	$(VENV)/bin/eights bench $(ARGS)

# EnvPool comes with large files of other games, so it has its own environment.
.PHONY: envpool
envpool: $(VENV)/lock
	tools/setup-group $(UV) envpool requirements/envpool.txt

.PHONY: performance
performance: build envpool ## measure everything (7 minutes, on an idle machine) and rewrite docs/performance.*
	$(PY) benchmarks/performance.py $(ARGS)

# The search plays three rulesets only: at others it takes minutes or hours.
SEARCHED := crazy_eights,mau_mau,zodiac

.PHONY: leaderboard
leaderboard: build ## play every bot at every ruleset (continues where it was stopped); rewrites docs/leaderboard.*
	$(VENV)/bin/eights leaderboard --search 128 --searched $(SEARCHED) --exploit 250 \
		--json docs/leaderboard.json $(ARGS)
	$(PY) tools/leaderboard_page.py

.PHONY: interfaces
interfaces: build wheel ## measure every interface to trainers (2 minutes, on an idle machine), rewrite its table
	for group in sb3 torchrl rllib; do \
		tools/setup-group $(UV) $$group requirements/trainers/$$group.txt dist/eights-*.whl; \
	done
	OMP_NUM_THREADS=1 $(PY) benchmarks/interfaces.py --write $(ARGS)

# Both need a nightly toolchain, the only one with sanitizers and Miri. ThreadSanitizer must see the standard library, too.
NIGHTLY := cargo +nightly
NIGHTLY_TARGET = $(shell rustc -vV | sed -n 's/^host: //p')
# The code with `unsafe`, and the threads that step a batch.
DELICATE := action:: batch::threads:: vector::
SANITIZERS := address thread

.PHONY: sanitize
sanitize: $(SANITIZERS:%=sanitize-%) ## play every ruleset under AddressSanitizer and ThreadSanitizer (needs Rust nightly)

.PHONY: $(SANITIZERS:%=sanitize-%)
$(SANITIZERS:%=sanitize-%): export RUSTFLAGS = -Zsanitizer=$(@:sanitize-%=%)
$(SANITIZERS:%=sanitize-%): sanitize-%: need-nightly
	$(NIGHTLY) test $(CARGO_FLAGS) -Zbuild-std --target $(NIGHTLY_TARGET) --target-dir target/$* --lib -- $(DELICATE)
	$(NIGHTLY) run $(CARGO_FLAGS) -Zbuild-std --target $(NIGHTLY_TARGET) --target-dir target/$* --quiet \
		--package eights-benches --bin fingerprints -- 2 | diff - tests/data/fingerprints.txt

# Miri has the instructions of AVX2 where the library is compiled for them. Rayon keeps to none of the rules of aliasing,
# and its threads are not joined.
VECTORS := -Ctarget-feature=+avx2,+bmi1,+bmi2,+lzcnt,+popcnt

.PHONY: miri
miri: export RUSTFLAGS = $(if $(findstring x86_64,$(NIGHTLY_TARGET)),$(VECTORS))
miri: export MIRIFLAGS = -Zmiri-disable-isolation -Zmiri-disable-stacked-borrows -Zmiri-permissive-provenance \
	-Zmiri-ignore-leaks
miri: need-nightly ## run the tests of code with `unsafe` and of threads in Miri (needs Rust nightly)
	$(NIGHTLY) miri test $(CARGO_FLAGS) --target-dir target/miri --lib -- $(DELICATE)

.PHONY: need-nightly
need-nightly: need-cargo
	@rustup component list --toolchain nightly --installed 2> /dev/null | grep -c 'miri\|rust-src' | grep -qx 2 \
		|| { echo "this needs: rustup toolchain install nightly --component miri --component rust-src" >&2; exit 1; }

.PHONY: wheel
ifdef LINUX_WHEEL
wheel: $(RELEASE)
	rm -f dist/eights-*.whl
	cp dist/wheels/$(LINUX)/eights-*.whl dist
else
wheel: $(VENV)/lock | $(RELEASE) ## build an abi3 wheel in dist/
	rm -f dist/eights-*.whl
	$(PY) -m maturin build --release $(CARGO_FLAGS) --out dist
endif

# zig provides a linker and the symbols of old C libraries. It is large, so it has its own environment (tools/maturin).
.PHONY: wheels
wheels: need-cargo $(VENV)/lock ## build wheels for every system in dist/wheels/, check them, use those that run here (an hour)
	tools/setup-group $(UV) wheels requirements/wheels.txt
	PATH="$(CURDIR)/$(VENV)/bin:$$PATH" .venvs/wheels/bin/python tools/wheels.py $(ARGS)

.PHONY: wheel-manylinux
wheel-manylinux: ARGS := --unprofiled $(LINUX)
wheel-manylinux: wheels ## build and test (with only NumPy, on every Python of this machine) a wheel for every Linux with glibc 2.17; part of test-long

COMPILE = $(UV) pip compile --quiet --universal --generate-hashes --no-emit-index-url \
	--no-emit-find-links --custom-compile-command "make lock" $(if $(UPGRADE),--upgrade)

.PHONY: learned
# Freed large arrays are returned to the system; otherwise glibc would keep them in fragments, up to 20 GB.
learned: export MALLOC_MMAP_THRESHOLD_ := 1000000
learned: export MALLOC_ARENA_MAX := 2
learned: build ## train the bot `learned` again, pack it, write its page
	$(PY) examples/train_one_policy.py $(ARGS)
	$(PY) tools/pack_learned.py runs/one_policy
	$(MAKE) build
	$(PY) benchmarks/learned.py

.PHONY: rule-bots
rule-bots: build ## measure the bots `greedy` and `heuristic` at every table (30 minutes on 2 idle cores); docs/rule-bots.*
	$(PY) benchmarks/rule_bots.py $(ARGS)

.PHONY: science
science: build ## measure PPO, CFR and the bots against equilibrium (continues where it was stopped); docs/science.*
	PYTHONPATH=examples $(PY) benchmarks/science.py $(ARGS)

.PHONY: rules
rules: build ## measure the value of knowing rules (continues where it was stopped); docs/hidden-rules.*
	PYTHONPATH=examples $(PY) benchmarks/rules.py --write $(ARGS)

.PHONY: text
text: build ## measure scripted players at the tasks of `eights.text` (15 minutes); rewrites docs/text.*
	PYTHONPATH=examples $(PY) benchmarks/text_players.py $(ARGS)

.PHONY: lock
lock: $(VENV)/lock ## write requirements/ from its .in files and pyproject.toml (UPGRADE=1: newest versions)
	$(COMPILE) pyproject.toml requirements/dev.in --extra all --python-version 3.10 --output-file $(LOCK)
	$(COMPILE) pyproject.toml requirements/site.in $(addprefix --extra ,cli collect gym pettingzoo train) \
		--python-version 3.11 --output-file requirements/site.txt
	$(COMPILE) requirements/zig.in --python-version 3.10 --output-file requirements/zig.txt
	$(COMPILE) requirements/wheels.in --python-version 3.11 --output-file requirements/wheels.txt
	$(COMPILE) requirements/envpool.in --python-version 3.11 --output-file requirements/envpool.txt
	for group in $(TRAINERS); do \
		extra=requirements/trainers/$$group.in; [[ -f $$extra ]] || extra=; \
		$(COMPILE) pyproject.toml requirements/trainers/pytest.in $$extra --extra $$group --python-version 3.11 \
			--output-file requirements/trainers/$$group.txt; \
	done

.PHONY: clean
clean: need-cargo ## remove build outputs and caches
	cargo clean
	rm -rf build dist $(EXTENSION) .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find python tests benchmarks examples -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: distclean
distclean: clean ## remove the virtual environments too
	rm -rf $(VENV) .venvs

.PHONY: help
help: ## print this list
	@awk 'BEGIN { FS = ":.*## " } \
		/^##@ / { printf "%s%s\n", (n++ ? "\n" : ""), substr($$0, 5) } \
		/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# ---- Set-up -----------------------------------------------------------------------------------

.PHONY: need-cargo rust-components
ifdef PAIRED
# Done before the parts begin: make would begin a part that waits for it after all others, and the first is the longest.
need-cargo rust-components: ;
else
need-cargo:
	@command -v cargo > /dev/null || { echo "cargo not found: install Rust, see https://rustup.rs" >&2; exit 1; }

rust-components: need-cargo
	@cargo fmt --version > /dev/null 2>&1 && cargo clippy --version > /dev/null 2>&1 \
		|| rustup component add rustfmt clippy \
		|| { echo "make needs the Rust components rustfmt and clippy" >&2; exit 1; }
endif

# The standard library for another system.
need-target = rustup target list --installed 2> /dev/null | grep -qx $(1) || rustup target add $(1)

# Compared with the lock file every time, but rewritten only after an installation, so dependants are rebuilt only then.
.PHONY: FORCE
FORCE:

$(VENV)/lock: $(if $(PAIRED),,FORCE)
	@tools/setup-venv $(VENV) $(LOCK) $(PYTHON)

# Without the extension both builds are out of date.
NO_EXTENSION := $(if $(wildcard $(EXTENSION)),,FORCE)

# `make test-long` compiles the wheel for every Linux anyway, so it takes the extension from there.
ifdef LINUX_WHEEL
$(RELEASE): wheel-manylinux $(VENV)/package
	rm -rf build/linux-wheel $(EXTENSION)
	$(PY) -m zipfile -e dist/wheels/$(LINUX)/eights-*.whl build/linux-wheel
	cp build/linux-wheel/eights/$(notdir $(EXTENSION)) $(EXTENSION)
	@mkdir -p $(@D) && rm -f $(DEBUG) && touch $@
else
$(RELEASE): $(SOURCES) $(VENV)/lock $(NO_EXTENSION) | need-cargo
	$(PY) -m maturin develop --uv --release $(CARGO_FLAGS)
	@mkdir -p $(@D) && rm -f $(DEBUG) && touch $@
endif

# Only `cargo test` compiles the library with the features of packages that the Rust tests ask for.
$(DEBUG): $(SOURCES) $(VENV)/package $(NO_EXTENSION) | need-cargo
	cargo test $(WITH_BINDINGS) --target-dir $(FOR_TESTS) --no-run --test compilations
	rm -f $(EXTENSION)
	cp $(FOR_TESTS)/debug/deps/libeights.$(if $(filter Darwin,$(shell uname)),dylib,so) $(EXTENSION)
	@mkdir -p $(@D) && rm -f $(RELEASE) && touch $@

$(VENV)/package: pyproject.toml Cargo.toml tools/link_package.py $(VENV)/lock
	$(PY) tools/link_package.py
	@touch $@
