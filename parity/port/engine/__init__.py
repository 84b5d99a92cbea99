"""What the conversions of both directions share: the walk over a file, its names, marks and imports."""
