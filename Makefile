# Two commands: `make demo` and `make test`. Everything they need goes into .venv.
PYTHON ?= python3
VENV   ?= .venv
BIN     = $(VENV)/bin
# For the site, with the packages of the fields that it has pages of: they may want another pandas than the tests.
SITE    = $(VENV)-site
# Folders too: a module that is new has to be made known to the environment.
CPP     = $(wildcard cpp/*.cpp cpp/*/*.cpp cpp/*/*.hpp)
CHECKED = $(CPP) tests/kernel/races.cpp
SOURCES = $(CPP) CMakeLists.txt $(shell find src -type d -not -name __pycache__)

.PHONY: demo picture docs test lint format types unit slow soak soak-sanitized kills warnings sanitize races plain cells page dist clean
.DEFAULT_GOAL := test

demo: $(VENV)/.built
	$(BIN)/python examples/demo.py

picture: $(VENV)/.built
	$(BIN)/cecib cluster examples/finches.csv --labels diet --plot docs/images/demo.png

# The site, into build/site; QUICK=1 runs only the examples whose text has changed.
docs: $(SITE)/.built
	rm -rf build/site build/doctrees docs/reference docs/borrowed $(if $(QUICK),,docs/gallery)
	$(SITE)/bin/sphinx-build -W --keep-going -n -q -b html -d build/doctrees -c docs/site docs build/site
	@echo "open build/site/index.html"

test: lint types unit

lint: $(VENV)/.built $(VENV)/.tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $(CHECKED)

format: $(VENV)/.tools
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CHECKED)

types: $(VENV)/.built $(VENV)/.tools
	$(BIN)/mypy

unit: $(VENV)/.built $(VENV)/.tools
	$(BIN)/pytest -q -n 2 -m "not slow"

slow: $(VENV)/.built $(VENV)/.tools
	$(BIN)/pytest -q -m slow

# The long tests: docs/reliability.md.
MINUTES ?= 10
SEED    ?= 0
KILLS   ?= 100
DISKS   ?= 25

soak: $(VENV)/.built $(VENV)/.tools
	PYTHONPATH=tests $(BIN)/python -m soak --minutes $(MINUTES) --seed $(SEED) $(if $(CASES),--cases $(CASES))

soak-sanitized: $(VENV)/.tools
	PATH="$(CURDIR)/$(BIN):$$PATH" sh tests/sanitize.sh -m soak --rows 60 --minutes $(MINUTES) --seed $(SEED)

kills: $(VENV)/.built $(VENV)/.tools
	PYTHONPATH=tests $(BIN)/python -m kills --kills $(KILLS)
	PYTHONPATH=tests $(BIN)/python -m full_disks --tries $(DISKS)

warnings: $(VENV)/.tools
	PATH="$(CURDIR)/$(BIN):$$PATH" sh tests/warnings.sh

sanitize: $(VENV)/.tools
	PATH="$(CURDIR)/$(BIN):$$PATH" sh tests/sanitize.sh
	PATH="$(CURDIR)/$(BIN):$$PATH" sh tests/races.sh

races: $(VENV)/.tools
	PATH="$(CURDIR)/$(BIN):$$PATH" sh tests/races.sh

plain: $(VENV)/.tools
	PATH="$(CURDIR)/$(BIN):$$PATH" sh tests/plain.sh

# AnnData objects, with the packages of that field.
cells: $(SITE)/.built
	$(SITE)/bin/python -m pytest -q tests/test_anndata.py src/cecib/anndata.py

# The page of `cecib explore`, bundled into the package; needs node.
page:
	cd web && npm ci && npm run build

# What is released: built, checked, and tried with the Pythons that are on the PATH, or PYTHONS="...".
dist: $(VENV)/.releasing
	$(BIN)/python release/dist.py $(foreach python,$(PYTHONS),--python $(python))

# What is needed to build and to run; the rest of the extra "dev" is for tests.
BUILDERS = scikit-build-core nanobind cmake ninja
REQUIREMENTS = import re, sys, tomllib; \
    x = tomllib.load(open('pyproject.toml', 'rb'))['project']; e = x['optional-dependencies']; \
    tools = [r for r in e['dev'] if not r.startswith('cecib')]; \
    builders = [r for r in tools if re.match('[a-z-]+', r)[0] in '$(BUILDERS)'.split()]; \
    runtime = x['dependencies'] + e['cli'] + e['plot'] + builders; \
    print(*{'runtime': runtime, 'tools': tools, 'release': e['release']}[sys.argv[1]], sep='\n')
INSTALL = $(BIN)/pip install --quiet --disable-pip-version-check

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -c "$(REQUIREMENTS)" runtime > $(VENV)/requirements.txt
	$(INSTALL) -r $(VENV)/requirements.txt
	touch $@

$(VENV)/.tools: $(VENV)/.installed
	$(BIN)/python -c "$(REQUIREMENTS)" tools > $(VENV)/tools.txt
	$(INSTALL) -r $(VENV)/tools.txt
	touch $@

$(SITE)/.built: pyproject.toml $(SOURCES)
	$(PYTHON) -m venv $(SITE)
	$(SITE)/bin/pip install --quiet --disable-pip-version-check -C build-dir=build/for-site --editable '.[docs,gallery]' pytest hypothesis
	touch $@

$(VENV)/.releasing: $(VENV)/.installed
	$(BIN)/python -c "$(REQUIREMENTS)" release > $(VENV)/release.txt
	$(INSTALL) -r $(VENV)/release.txt
	touch $@

$(VENV)/.built: $(VENV)/.installed $(SOURCES)
	$(INSTALL) --no-build-isolation --no-deps --editable .
	touch $@

clean:
	rm -rf build dist out demo docs/gallery docs/reference docs/borrowed $(VENV) $(SITE)
