"""Recorded executions of any origin, compared call by call, run again and explained."""
