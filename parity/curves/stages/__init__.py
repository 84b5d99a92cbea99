"""The stages of a training step, a file each: what a stage did on the reference's values, and what its difference says."""
