"""Mathematics by element, and over dimensions: arithmetic, comparisons, reductions, special functions."""
