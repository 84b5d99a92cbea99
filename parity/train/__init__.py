"""Gradients, losses, training steps, initial distributions."""
