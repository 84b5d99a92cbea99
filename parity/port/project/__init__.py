"""What is known of the files before one is converted: names, kinds, layers, and what of a package is needed."""
