# Needs: GNU make, python3.11 or newer. Everything else is set up in .venv on first use.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= $(shell command -v python3.11 || command -v python3.12 || command -v python3)
CONFORMANCE ?= ../shared/conformance
PYTEST_ARGS ?= -q -n auto --dist worksteal

RECORDERS := checkpoints data_files data_loader data_orders dataset exports init_bits kernel_draws layer_operations metrics mindrecord_files modules optimizers tensor_goldens traces training videos

READY := .venv/.ready
ORACLE_READY := .oracle/.ready
BIN := .venv/bin
ORACLE := .oracle/bin/python

.PHONY: help setup demo test quick lint format oracle record record-all signatures docs site matrix stubs coverage table wild bench scale figures defects adversarial fuzz mutants conformance docexamples docexamples-names zoo port port-defects release-check clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' Makefile

setup: $(READY) ## set up .venv (done by the targets that need it)

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "make: ms2torch needs Python 3.11 or newer; say which with  make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -c 'import torch' 2>/dev/null || echo "make: installing torch and the rest; on Linux without a CPU build already there this fetches gigabytes of CUDA (docs/install.md)"
	$(BIN)/python -m pip install --progress-bar on --disable-pip-version-check -c constraints.txt -e '.[test,lint]'
	@touch $@

demo: $(READY) ## compare two pairs of networks: one the same, one different, because ...
	$(BIN)/python examples/demo.py

test: $(READY) ## run the tests (PYTEST_ARGS='...' to choose)
	$(BIN)/python -m pytest $(PYTEST_ARGS)

quick: $(READY) ## run the tests of one room, or of what has changed, without the slow ones (ROOM=pair)
	$(BIN)/python -m tools.quick $(ROOM)

lint: $(READY) ## ruff, mypy (parity cli mappings) and basedpyright (ms2torch)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy & mypy=$$!; code=0; $(BIN)/basedpyright || code=$$?; wait $$mypy || code=$$?; exit $$code

format: $(READY) ## rewrite the sources in the project's format
	$(BIN)/ruff check --fix --quiet . || true
	$(BIN)/ruff format .

oracle: $(ORACLE_READY) ## set up .oracle, an environment with real MindSpore 2.10.0

$(ORACLE_READY):
	@test -x $(ORACLE) || $(PYTHON) -m venv .oracle
	$(ORACLE) -m pip install --quiet mindspore==2.10.0 'numpy<2' torch==2.13.0 safetensors
	@touch $@

record: $(ORACLE_READY) ## record what real MindSpore answers to new or changed samples (RECORD_ARGS='--family math')
	$(ORACLE) -m tools.record goldens $(RECORD_ARGS)

record-all: record signatures ## record everything else too: scripts, initial weights, optimizers, checkpoints, training
	for name in $(RECORDERS); do echo "$$name"; $(ORACLE) tools/record/$$name.py; done
	$(PYTHON) tools/record/scripts.py

signatures: $(ORACLE_READY) ## record MindSpore's public names and signatures
	$(ORACLE) -m tools.record signatures

docs: $(READY) ## write what the documents take from data and from runs: pages, picture, outputs of commands
	$(BIN)/python -m tools.differences
	$(BIN)/python -m tools.rules_page
	$(BIN)/python -m tools.schemas
	$(BIN)/python -m tools.pictures
	$(BIN)/python -m tools.documents

site: $(READY) ## the documents as pages that open from a folder (build/site/index.html)
	$(BIN)/python -m tools.site

matrix: $(READY) ## the wheel in fresh environments: Python 3.11 to 3.13, torch 2.6 to the newest (MATRIX_ARGS='3.12:2.6.0')
	$(BIN)/python -m tools.matrix $(MATRIX_ARGS)

stubs: $(READY) ## write the lists of exports of ops and mint (after adding or moving an op)
	$(BIN)/python -m tools.stubs

coverage: $(READY) ## how much of MindSpore's API exists here and has samples, by family
	$(BIN)/python -m tools.coverage

table: $(READY) ## the API table: lint, every case executed, MindSpore's own mapping, corruptions noticed
	$(BIN)/python -m mappings lint
	$(BIN)/python -m mappings verify
	$(BIN)/python -m mappings official
	$(BIN)/python -m mappings mutate

wild: $(READY) ## public ports against their originals (fetches torchvision, timm and mindcv into build/wild)
	@test -x build/wild/bin/python || $(PYTHON) -m venv build/wild
	build/wild/bin/python -m pip install --quiet -c constraints.txt -e '.[test]' torchvision timm tqdm pyyaml
	build/wild/bin/python -m pip install --quiet --no-deps mindcv==0.3.0
	build/wild/bin/python -m pytest -q tests/wild

bench: $(READY) ## measure the cost over plain torch
	$(BIN)/python -m benchmarks

scale: $(READY) ## memory and time of large nets and checkpoints: 1 B, 7 B, 15 GB (SCALE_ARGS='--only 1B')
	$(BIN)/python -m benchmarks.scale $(SCALE_ARGS)

defects: $(READY) ## our own planted mistakes and correct ports: seen, named, left alone (DEFECTS_ARGS='--seeds 20')
	$(BIN)/python -m tools.defects $(DEFECTS_ARGS)

adversarial: $(READY) ## pairs made to fool the comparison, in a plain and in a thorough run (ADVERSARIAL_ARGS='--only mask')
	$(BIN)/python -m tools.adversarial $(ADVERSARIAL_ARGS)
	$(BIN)/python -m tools.adversarial --thorough $(ADVERSARIAL_ARGS)

fuzz: $(READY) ## 2000 broken nets, specs, targets, traces and files: does every comparison end well (FUZZ_ARGS='--count 100')
	$(BIN)/python -m tools.fuzz $(FUZZ_ARGS)

mutants: $(READY) ## change the sources a little at random, report what no test notices (MUTANTS_ARGS='parity/pair --seed 3')
	$(BIN)/python -m tools.mutants $(MUTANTS_ARGS)

figures: $(READY) ## measure what the README claims, and write its table (FIGURES_ARGS='zoo' for one row)
	$(BIN)/python -m tools.figures $(FIGURES_ARGS)

conformance: docexamples zoo port-defects ## measure against what nobody here wrote (../shared/conformance)

docexamples: $(READY) build/docexamples.json ## MindSpore's own docstring examples
	$(BIN)/python $(CONFORMANCE)/docexamples/run.py --backend ms2torch --cache build/docexamples.json \
	  --baseline $(CONFORMANCE)/docexamples/counted.tsv --out build/docexamples-result.json --failures

docexamples-names: $(READY) ## which of MindSpore's names exist
	$(BIN)/python $(CONFORMANCE)/docexamples/run.py --backend ms2torch --names $(CONFORMANCE)/../facts/api_inventory.tsv

build/docexamples.json: | $(ORACLE_READY)
	@mkdir -p build
	$(ORACLE) $(CONFORMANCE)/docexamples/run.py --extract --out $@

zoo: $(READY) build/zoo/.ready ## real model code, unmodified
	$(BIN)/python $(CONFORMANCE)/zoo/run.py --root build/zoo --backend ms2torch

build/zoo/.ready: | $(READY)
	PATH="$(CURDIR)/$(BIN):$$PATH" sh $(CONFORMANCE)/zoo/prepare.sh build/zoo
	grep -v '^numpy' $(CONFORMANCE)/zoo/requirements.txt > build/zoo/requirements.txt
	$(BIN)/python -m pip install --quiet -c constraints.txt -r build/zoo/requirements.txt six
	@touch $@

port: $(READY) ## convert torchvision's and timm's models, prove each the same (PORT_ARGS='--only resnet --forward')
	$(BIN)/python -m tools.port $(PORT_ARGS)

port-defects: $(READY) ## mistakes in ports from elsewhere: seen, and named?
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python $(CONFORMANCE)/defects/run.py

release-check: $(READY) ## build wheel and sdist as a release does, and check both
	@test -x build/release/bin/python || $(PYTHON) -m venv build/release
	build/release/bin/python -m pip install --quiet build twine check-wheel-contents
	rm -rf dist
	build/release/bin/python -m build --outdir dist .
	build/release/bin/python -m twine check --strict dist/*
	build/release/bin/check-wheel-contents dist/*.whl

clean: ## remove build products and caches (environments stay)
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache
	find . -name __pycache__ -not -path './.venv/*' -not -path './.oracle/*' -prune -exec rm -rf {} +
