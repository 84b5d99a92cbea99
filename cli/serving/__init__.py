"""The server that assistants and editors reach: typed tools over the same functions as the commands."""
