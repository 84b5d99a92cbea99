"""What operations need before there are any: the slot of a Tensor, types, conversion, seeds, whether to record."""
