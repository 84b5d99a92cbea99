"""Trainings known by their logs alone: read, aligned, and what the shape of a difference says."""
