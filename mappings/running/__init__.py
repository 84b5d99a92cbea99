"""How a case runs: its inputs, the two sides, the stages, and whether the results are equal."""
