"""The stages of a training step, a file each: what it did on the reference's values, and what a difference says."""
