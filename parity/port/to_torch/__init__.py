"""MindSpore's source written as torch's: the rows of the table turned round, and what no row says in `written.toml`."""
