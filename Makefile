# Everything a newcomer needs: `make play` and `make test`. The rest is for those who build.
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PYTHON ?= python3
N ?= 1000

.PHONY: play test test-compiled test-plain check format bench golden soak clean

play: $(READY)
	@$(BIN)/hexade play

test: test-compiled test-plain

# The rules run compiled and as plain Python: the same tests must pass both ways.
test-compiled: $(READY)
	$(BIN)/pytest -n auto

test-plain: $(READY)
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n auto

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(READY)
	$(BIN)/python -m bench

golden: $(READY)
	$(BIN)/python -m tests.golden

soak: $(READY)
	$(BIN)/python -m tests.soak $(N)

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv==0.13.7
	$(BIN)/uv pip install --quiet --python $(BIN)/python -e '.[dev]' -c constraints.txt
	@touch $(READY)

clean:
	rm -rf $(VENV)
