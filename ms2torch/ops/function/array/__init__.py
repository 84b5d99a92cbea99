"""Arrays: made, shaped, indexed, joined, sorted, written into."""
