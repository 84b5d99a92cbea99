"""How much of a small change in the sources the tests notice: `make mutants`."""
