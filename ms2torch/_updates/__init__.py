"""Formulas of optimizers, on lists of torch tensors: what the optimizers of `nn`, `experimental` and `mint` share."""
