"""Matrices: products, decompositions, solvers, distances."""
