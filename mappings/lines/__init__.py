"""Lines of code by the rows: what is called, with which arguments, and what is written instead."""
