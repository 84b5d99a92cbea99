"""The rows of the table as a conversion uses them: which one, and what becomes of its arguments."""
