"""Checks and functions that distributions and bijectors share."""
