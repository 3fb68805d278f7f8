# Two commands matter: `make demo` and `make test`. Both install what is missing first.
.PHONY: demo test dev check setup clean

demo: setup
	@TESSERA_WATCH_PARENT=1 node_modules/.bin/node tools/demo.ts

dev: setup
	@TESSERA_WATCH_PARENT=1 node_modules/.bin/node tools/demo.ts --reload

test: setup
	@TESSERA_WATCH_PARENT=1 node_modules/.bin/node tools/test.ts

check: setup
	@TESSERA_WATCH_PARENT=1 node_modules/.bin/node tools/test.ts --only check

setup:
	@node tools/setup.mjs

clean:
	rm -rf .data .venv node_modules apps/web/dist engine/build
