# Two commands: `make demo` and `make test`. Everything they need goes into .venv.
PYTHON ?= python3
VENV   ?= .venv
BIN     = $(VENV)/bin
SOURCES = $(wildcard cpp/*.cpp cpp/*.hpp) CMakeLists.txt

.PHONY: demo picture test lint types unit slow sanitize benchmark clean
.DEFAULT_GOAL := test

demo: $(VENV)/.built
	$(BIN)/python examples/demo.py

picture: $(VENV)/.built
	$(BIN)/cecib cluster examples/finches.csv --labels diet --beta 0.5 --plot docs/images/demo.png

test: lint types unit

lint: $(VENV)/.built
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.built
	$(BIN)/mypy

unit: $(VENV)/.built
	$(BIN)/pytest -q -n 2 -m "not slow"

slow: $(VENV)/.built
	$(BIN)/pytest -q -m slow

sanitize: $(VENV)/.installed
	PATH="$(CURDIR)/$(BIN):$$PATH" sh tests/sanitize.sh

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -c "import tomllib; p = tomllib.load(open('pyproject.toml', 'rb')); x = p['project']['optional-dependencies']; print(*(p['project']['dependencies'] + p['build-system']['requires'] + [r for e in ('cli', 'plot', 'dev') for r in x[e] if not r.startswith('cecib')]), sep='\n')" > $(VENV)/requirements.txt
	$(BIN)/pip install --quiet --disable-pip-version-check -r $(VENV)/requirements.txt
	touch $@

$(VENV)/.built: $(VENV)/.installed $(SOURCES)
	$(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	touch $@

clean:
	rm -rf build dist out demo $(VENV)
