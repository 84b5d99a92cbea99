"""The data files read into rows, and the rows looked up."""
