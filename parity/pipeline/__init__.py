"""The comparison from its specification to its report."""
