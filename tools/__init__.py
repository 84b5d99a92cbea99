"""Tools for those who work on the project; not part of the distribution."""
