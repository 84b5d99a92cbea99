"""The type that each operation computes in, on both sides of a comparison."""
