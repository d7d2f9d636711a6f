# Eddyline's make targets. Each installs what it needs; the machine itself needs Python 3.11 or newer, git and make.
#
# tools/setup.sh makes .venv and tools/install.py fills it, with what is needed to play (play) or with everything (dev);
# tools/web.py runs npm, tools/chromium.sh finds the browser for the end-to-end tests. Each first checks whether there is
# anything to do.

PY = .venv/bin/python
PYTEST = $(PY) -m pytest
# All cores. A worker that is done takes tests from another, so that no long test is left to the end.
SHARED = -n auto --dist worksteal
# For targets that need one core each.
TWO_AT_A_TIME = @$(MAKE) PARALLEL=1 --no-print-directory --jobs=2 $(if $(filter output-sync,$(.FEATURES)),--output-sync)
# Runs a command; `test` has it noted how long it took, for a table at the end.
part = $(if $(PARTS),$(PY) tools/parts.py run $(1))
BEGAN := $(shell date +%s)
# Processes of the project are started by the hundred, and would each compile their sources anew.
unexport PYTHONDONTWRITEBYTECODE
ifndef PARALLEL
.NOTPARALLEL:
endif
.DEFAULT_GOAL = help

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-7s %s\n", $$1, $$2 }' Makefile

.PHONY: play
play: web ## build the web client, start a local server and print its address
	.venv/bin/eddyline serve

# The suites that every game must pass; the example games run through them, too, and have tests of their own.
EVERY_GAME = tests/engine/test_game.py tests/engine/test_batch.py tests/engine/test_resampling.py \
	tests/engine/test_options.py tests/properties/test_invariants.py tests/properties/test_observations.py \
	tests/properties/test_secrecy.py tests/records/test_record.py tests/server/table/test_table.py \
	tests/server/room/test_room.py tests/server/web/test_crash.py

# First what needs one core each; then the end-to-end tests, which have processes of their own: while Playwright runs in
# one, no asynchronous test can. A browser waits for its server and for the next frame a good part of the time, and many
# other tests wait for processes of their own; so they share two cores in threes. pytest comes last, so that its closing
# line does; above that it tells what each part took.
.PHONY: test
test: export PARTS = .venv/parts.tsv
test: dev node ## everything: check, the client's unit tests, the rules run three ways, all of pytest
	@$(PY) tools/parts.py begin $(BEGAN)
	$(TWO_AT_A_TIME) chromium check-python check-client test-client compile rules-checked rules-plain examples
	$(call part,e2e) $(PYTEST) -q -n 3 --dist worksteal --durations=25 tests/e2e
	$(PYTEST) -n 3 --dist worksteal -m "not e2e" --rules-complete --durations=25 \
		--ignore=tests/test_architecture.py

.PHONY: quick
quick: dev ## the fast tests only, for use while you work
	$(PYTEST) -q $(SHARED) -m "not slow and not e2e"

.PHONY: check
check: dev node ## style, types, import order, documentation; runs no game
	$(TWO_AT_A_TIME) check-python check-client

.PHONY: check-python check-client test-client compile rules-checked rules-plain examples
check-python:
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(call part,$@) $(PY) -m mypy
	$(call part,$@) $(PYTEST) -q tests/test_architecture.py
	$(PY) tools/check_docs.py

check-client:
	$(call part,$@) $(PY) tools/web.py check

test-client: check-client
	$(call part,$@) $(PY) tools/web.py build test

# The tests would compile on their own; here it is done while other targets leave a core idle. To find all tests once keeps
# them as pytest rewrites them, which takes longer than to find them: each worker would do it for itself, at the same time.
compile: check-python
	PYTHONPATH=tests $(call part,$@) $(PY) -m support.compiled
	$(call part,$@) $(PYTEST) -qq --collect-only > .venv/found.txt || { cat .venv/found.txt; exit 1; }

# One process each: to find these tests takes as long as to run a third of them.
rules-checked: check-python
	NUMBA_BOUNDSCHECK=1 $(call part,$@) $(PYTEST) -q -m "not slow" tests/rules

rules-plain: check-python
	EDDYLINE_PLAIN=1 $(call part,$@) $(PYTEST) -q -m "not slow" tests/rules

# Their tests in a browser need the built client.
examples: compile test-client
	@for game in $(patsubst examples/%/,%,$(wildcard examples/*/)); do \
		EDDYLINE_GAMES=$$game PYTHONPATH=examples/$$game \
		$(call part,$@) $(PYTEST) -q $(EVERY_GAME) examples/$$game -k $$game || exit 1; done

.PHONY: docs
docs: dev ## build the API reference from the docstrings, site/index.html
	$(PY) tools/reference.py

.PHONY: bench
bench: dev web chromium ## all benchmarks, one or more lines of JSON each; needs what test needs
	@for file in benchmarks/[a-z]*.py; do echo "$$file" >&2; $(PY) "$$file" || exit 1; done

.PHONY: campaign
campaign: dev ## an hour of kills, bad disks and hostile clients against real servers; writes tests/campaign/results.json
	PYTHONPATH=tests $(PY) -m campaign

.PHONY: fmt
fmt: dev node ## format the code as `check` expects it
	$(PY) -m ruff check --fix-only
	$(PY) -m ruff format
	$(PY) tools/web.py format

.PHONY: lock
lock: dev ## lock the newest packages that pyproject.toml allows, in requirements/
	$(call compile,dev) pyproject.toml --all-extras
	$(call compile,play) pyproject.toml --extra serve --constraint requirements/dev.txt
	$(call compile,uv) --constraint requirements/dev.txt
	$(call compile,node) --no-deps

# Hashes instead of addresses: the lock works with every registry and names none.
define compile
.venv/bin/uv pip compile --quiet --upgrade --universal --generate-hashes --no-annotate \
	--custom-compile-command "make lock" --group pyproject.toml:$(1) --output-file requirements/$(1).txt
endef

.PHONY: site
site: dev web ## write dist/site, a folder of static files on which games need no server
	.venv/bin/eddyline site dist/site

.PHONY: wheel
wheel: dev web ## build dist/eddyline-….whl, the one file that a server needs
	.venv/bin/uv build --quiet --wheel
	@ls dist/*.whl

.PHONY: clean
clean: ## remove what these targets created, but no game data
	rm -rf .venv web/node_modules src/eddyline/server/static dist site .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +

.PHONY: setup dev node web chromium
setup:
	@bash tools/setup.sh play

# Includes all of setup: once this has run, setup does nothing.
dev:
	@bash tools/setup.sh dev

# Node from PyPI, unless the machine has a suitable one.
node: setup
	@$(PY) tools/web.py --has-node || $(PY) tools/install.py node

web: node
	@$(PY) tools/web.py build

chromium:
	@bash tools/chromium.sh
