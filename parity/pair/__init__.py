"""Which layer of the port is which layer of the reference."""
