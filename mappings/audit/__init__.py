"""What the table promises about itself, what it answers, and whether a corrupted statement is noticed."""
