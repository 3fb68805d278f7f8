# Two commands matter: `make demo` and `make test`. Both install what is missing first.
.PHONY: demo platform edge test dev check bench setup clean

# A third of a start and more is Node reading sources: it keeps what it read.
export NODE_COMPILE_CACHE ?= $(CURDIR)/node_modules/.cache/node

demo: setup
	@exec env TESSERA_WATCH_PARENT=1 node_modules/.bin/node tools/demo.ts

dev: setup
	@exec env TESSERA_WATCH_PARENT=1 node_modules/.bin/node tools/demo.ts --reload

# A real installation: README.md, "Running it". DATA_DIR says where; settings lie there in platform.env and edge.env.
platform: setup
	@exec env TESSERA_WATCH_PARENT=1 node_modules/.bin/node --disable-warning=ExperimentalWarning tools/platform.ts

# The first time with the command from the console: make edge ENROL=...
edge: setup
	@exec env TESSERA_WATCH_PARENT=1 node_modules/.bin/node --disable-warning=ExperimentalWarning tools/edge.ts

# All of it, or parts: make test ONLY=edge, make test ONLY=check,web. CONTRIBUTING.md says which part after which change.
test: setup
	@exec env TESSERA_WATCH_PARENT=1 node_modules/.bin/node tools/test.ts --only '$(ONLY)'

check: setup
	@exec env TESSERA_WATCH_PARENT=1 node_modules/.bin/node tools/test.ts --only check

# Figures for docs/evidence/performance.md; half an hour or more, on a machine that does nothing else but run PostgreSQL.
bench: setup
	PYTHONPATH=engine:engine/tests:engine/tests/flower .venv/bin/python bench/rounds.py
	.venv/bin/python -m pip install -q --upgrade --target bench/libraries -r bench/requirements.txt
	PYTHONPATH=engine:engine/tests:bench/libraries .venv/bin/python bench/algorithms.py
	PYTHONPATH=engine:engine/tests:bench/libraries .venv/bin/python bench/kinds.py
	PYTHONPATH=engine:engine/tests:engine/tests/flower .venv/bin/python bench/training.py
	node_modules/.bin/node bench/inference.ts 200 20000
	.venv/bin/python bench/demo.py
	node_modules/.bin/node bench/logins.ts
	node_modules/.bin/node bench/sockets.ts
	node_modules/.bin/node bench/tables.ts 1024
	node_modules/.bin/node bench/pictures.ts 20000
	node_modules/.bin/node bench/rows.ts 10000000
	node_modules/.bin/node bench/pool.ts 100000
	node_modules/.bin/node bench/tasks.ts 100000
	node_modules/.bin/node bench/home.ts 11 2

setup:
	@node tools/setup.mjs

clean:
	rm -rf .data .venv node_modules apps/web/dist apps/web/dist-edge-pages engine/build
