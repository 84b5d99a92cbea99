"""The figures of `ms2torch port` over the model zoos of torch."""
