# On a fresh machine with python3 >= 3.11, git >= 2.38 and make, `make demo` alone and `make test` alone are enough.

VENV := .venv
BIN := $(VENV)/bin
# What the installed command depends on besides the sources, which the editable install reads in place.
FRAME := pyproject.toml tools/venv.sh
export PYTHON
# Outside the tree: hundreds of megabytes that nothing else should walk through.
CONTRACTS := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/syncline-contracts

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:

help: ## say what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

# The stamps are written last: an interrupted install is done again, a finished one only when a lock changes.
$(VENV)/run.stamp: requirements/run.lock $(FRAME)
	@tools/venv.sh $(VENV) requirements/run.lock
	@touch $@

# The development lock holds the run-time lock too, so one install serves both.
$(VENV)/dev.stamp: requirements/dev.lock requirements/run.lock $(FRAME)
	@tools/venv.sh $(VENV) requirements/dev.lock
	@touch $(VENV)/run.stamp $@

.PHONY: help demo test test-full check format accept docs replay soak bench bench-inject bench-seam rule lock clean

demo: $(VENV)/run.stamp ## install, then sync a small repository made for the purpose and show the report
	@$(BIN)/syncline demo

test: $(VENV)/dev.stamp ## install, then run the tests (ARGS=... is handed to pytest)
	@$(BIN)/pytest -n auto $(ARGS)

check: $(VENV)/dev.stamp ## format, lint, types, import contracts, generated pages
	@$(BIN)/ruff format --check --quiet . || { echo "run: make format" >&2; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python tools/pages.py --check

format: $(VENV)/dev.stamp ## format the code and apply the safe fixes
	@$(BIN)/ruff check --fix --quiet --exit-zero .
	@$(BIN)/ruff format --quiet .

accept: $(VENV)/dev.stamp ## write the goldens anew; read the diff before you commit it
	@SYNCLINE_ACCEPT=1 $(BIN)/pytest tests/golden $(ARGS)
	@git --no-pager diff --stat -- tests/golden README.md

docs: $(VENV)/dev.stamp ## write docs/rules and docs/checks from the modules and their cases
	@$(BIN)/python tools/pages.py

# Node packages for the contract tests, exactly as locked.
$(CONTRACTS)/node_modules/.stamp: tools/contracts/package.json tools/contracts/package-lock.json
	@mkdir -p $(CONTRACTS)
	@cp tools/contracts/package.json tools/contracts/package-lock.json tools/contracts/graphql.mjs $(CONTRACTS)
	@cd $(CONTRACTS) && npm ci --no-audit --no-fund --silent
	@touch $@

test-full: $(VENV)/dev.stamp $(CONTRACTS)/node_modules/.stamp ## hold our requests against GitHub's own descriptions, and fail at every call (needs node)
	@SYNCLINE_CONTRACTS=$(abspath $(CONTRACTS)) SYNCLINE_FULL=1 $(BIN)/pytest -n auto tests/contracts tests/publish/test_failures.py tests/publish/test_over_forges.py $(ARGS)

replay: $(VENV)/dev.stamp ## judge historic merges again (SYNCLINE_MIRRORS=DIR names the folder of mirrors; without it everything is skipped)
	@SYNCLINE_REPLAY_MERGES=$${SYNCLINE_REPLAY_MERGES:-100} $(BIN)/pytest -n auto -rs tests/replay $(ARGS)

soak: $(VENV)/dev.stamp ## publish a thousand times with racing, sleeping and dying runners, and on real git
	@SYNCLINE_SOAK=1000 $(BIN)/pytest -n auto tests/publish/test_rehearsals.py tests/publish/test_killed.py tests/publish/test_races.py $(ARGS)

bench: $(VENV)/dev.stamp ## measure against the limits (SYNCLINE_MIRRORS=DIR names the folder of mirrors)
	@$(BIN)/python tools/bench.py

bench-inject: $(VENV)/dev.stamp ## damage clean merges on purpose and count what the audit finds (ARGS="--seed 7 <owner>+<name>")
	@$(BIN)/python tools/inject.py $(ARGS)

bench-seam: $(VENV)/dev.stamp ## ask the seam about merges that people made elsewhere (ARGS="--count 45 <owner>+<name> ...")
	@$(BIN)/python tools/bystanders.py $(ARGS)

rule: $(VENV)/dev.stamp ## scaffold a rule: make rule NAME=import-union, or a check: make rule NAME=lost-hunk KIND=check
	@$(BIN)/python tools/scaffold.py --kind "$(or $(KIND),rule)" "$(NAME)"

lock: ## renew requirements/*.lock from pyproject.toml (ARGS=--upgrade takes newer versions)
	@tools/lock.sh $(ARGS)

clean: ## remove what the other targets made
	@rm -rf $(VENV) .venv-lock .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis build dist
