"""Differentiation functions."""
