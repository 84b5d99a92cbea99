"""The stages of a comparison, in order: prepare, forward, gradients, training, diagnose. Each is one file."""
