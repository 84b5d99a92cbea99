"""What the project claims about its cost, measured: `python -m benchmarks`."""
