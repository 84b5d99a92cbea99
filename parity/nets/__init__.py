"""Nets of either framework: loaded, adapted, given inputs, traced."""
