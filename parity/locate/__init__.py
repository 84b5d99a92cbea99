"""The calls that introduce a difference, and the values of the worst tensors."""
