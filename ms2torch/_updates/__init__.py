"""Formulas of optimizers on lists of torch tensors, once each: for `nn`, `experimental`, `mint` and the Primitives."""
