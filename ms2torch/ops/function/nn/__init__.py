"""What networks are made of: activations, convolutions, pooling, normalisation, attention, losses."""
