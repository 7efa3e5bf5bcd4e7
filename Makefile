# Needs Python 3.11 or later and make; everything else is installed into $(VENV).
#   make demo       perturbed Japanese questions through lm-evaluation-harness, and the report
#   make test       all tests but the slow ones
#   make check      what CI checks besides: lint, types, layers, docs
#   make slow       the slow tests, with more examples a law
#   make laws-slow  every law for every transform in every language on its own

VENV ?= .venv
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := $(VENV)/bin
READY := $(VENV)/.ready

CONDITIONS := original transposition replacement homophone ime fullwidth
comma := ,
empty :=
space := $(empty) $(empty)
DEMO_TASKS := $(subst $(space),$(comma),$(patsubst %,jademo_typo_%,$(CONDITIONS)))

.PHONY: help demo test check lint types layers docs slow laws-slow format lock clean

help:
	@sed -n '2,6s/^#   //p' Makefile

# Hashed: what is installed is what was tested. The lock is complete, so nothing is resolved (--no-deps): the pip that
# comes with Python 3.11 refuses in hash mode what a package asks of another with an extra.
$(READY): requirements/dev.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "make: no Python 3.11 or later was found; set PYTHON=/path/to/python" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements/dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

demo: $(READY)
	rm -rf build/demo && mkdir -p build
	HF_HUB_OFFLINE=1 $(BIN)/typo-eval --model typo-demo --tasks $(DEMO_TASKS) \
		--log_samples --output_path build/demo > build/demo.log 2>&1 || { cat build/demo.log; exit 1; }
	@$(BIN)/typo-eval report build/demo

test: $(READY)
	$(BIN)/python -m pytest -m "not slow"

slow: $(READY)
	HYPOTHESIS_PROFILE=slow $(BIN)/python -m pytest

laws-slow: $(READY)
	$(BIN)/python -m pytest tests/laws tests/edge -m slow

check: lint types layers docs

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

layers: $(READY)
	$(BIN)/lint-imports

docs: $(READY)
	$(BIN)/sphinx-build --fail-on-warning --nitpicky --quiet docs docs/_build/html

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Needs uv; the results name no index, and their hashes hold for every platform.
COMPILE := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url pyproject.toml
lock:
	$(COMPILE) --extra ja --extra report --extra lmeval --extra dev -o requirements/dev.lock
	$(COMPILE) --extra ja-paper --constraints requirements/dev.lock -o requirements/ja-paper.lock

clean:
	rm -rf $(VENV) build dist docs/_build
