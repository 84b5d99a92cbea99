"""Recorded nets: read from their directory, played back, compared."""
