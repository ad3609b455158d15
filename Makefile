# Everything a newcomer needs: `make play` and `make test`. The rest is for those who build.
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PEERS := .venv-peers/.ready
PYTHON ?= python3
N ?= 1000

.PHONY: play serve test test-compiled test-plain check format bench bench-peers golden soak crash load fuzz cluster clean

# A server with its tables in your data folder; Ctrl-C ends it. `make play PORT=0` takes any free port.
PORT ?= 8000
play serve: $(READY)
	@$(BIN)/hexade serve --port $(PORT)

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

# Side by side with other environments, which bring much with them: in a folder of their own.
bench-peers: $(PEERS)
	$(dir $(PEERS))bin/python -m bench.peers

$(PEERS): pyproject.toml $(READY)
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python $(dir $(PEERS))
	$(BIN)/uv pip install --quiet --python $(dir $(PEERS))bin/python -e '.[peers]' -c constraints.txt
	@touch $(PEERS)

golden: $(READY)
	$(BIN)/python -m tests.golden

soak: $(READY)
	$(BIN)/python -m tests.soak $(N)

# The server: killed N times (DB=postgresql for the other database), with 200 to 4,000 players, and
# with 100,000 hostile messages and whatever its OpenAPI description allows.
DB ?= sqlite
crash: $(READY)
	$(BIN)/python -m tests.server.crash $(N) --database $(DB)

load: $(READY)
	$(BIN)/python -m tests.server.load 200 500 1000 2000 3000 4000

fuzz: $(READY)
	$(BIN)/python -m tests.server.fuzz 100000
	$(BIN)/python -m tests.server.schema 300

# The arena on a local Ray cluster; installs Ray, which is large.
cluster: $(READY)
	$(BIN)/uv pip install --quiet --python $(BIN)/python -e '.[dev,cluster]' -c constraints.txt
	$(BIN)/python -m tests.lab.cluster

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv==0.13.7
	$(BIN)/uv pip install --quiet --python $(BIN)/python -e '.[dev]' -c constraints.txt
	@touch $(READY)

clean:
	rm -rf $(VENV)
