"""Differentiation and vectorisation of functions and Cells; MindSpore's own paths to them are shims elsewhere."""
