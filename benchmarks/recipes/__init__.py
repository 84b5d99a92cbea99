"""Four training recipes, 60 mistakes and 30 harmless changes of them: what `train-compare` is measured on."""
