"""The signatures of both frameworks: read from live names, and recorded."""
