"""Which weight goes where, what it holds, and the files it comes from."""
