"""The mappings table as the comparison reads it."""
