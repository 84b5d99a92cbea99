"""Random tensors, choices and candidates."""
