"""Dumps of several ranks of one net: whether they agree where they must, and joined to what one device computes."""
