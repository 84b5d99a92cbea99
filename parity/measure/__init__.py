"""How far two tensors are apart, and when that counts as the same."""
