# Two commands matter: `make demo` and `make test`. Both install what is missing first.
.PHONY: demo test dev check bench setup clean

demo: setup
	@exec env TESSERA_WATCH_PARENT=1 node_modules/.bin/node tools/demo.ts

dev: setup
	@exec env TESSERA_WATCH_PARENT=1 node_modules/.bin/node tools/demo.ts --reload

test: setup
	@exec env TESSERA_WATCH_PARENT=1 node_modules/.bin/node tools/test.ts

check: setup
	@exec env TESSERA_WATCH_PARENT=1 node_modules/.bin/node tools/test.ts --only check

# Figures for docs/performance.md; six minutes or more, on a machine that does nothing else.
bench: setup
	PYTHONPATH=engine:engine/tests/flower .venv/bin/python bench/rounds.py
	.venv/bin/python bench/demo.py

setup:
	@node tools/setup.mjs

clean:
	rm -rf .data .venv node_modules apps/web/dist engine/build
