"""What the parts of a transformer do, measured in a recorded run."""
