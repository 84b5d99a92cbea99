"""The lines to write: edits of the port that make the whole net the same, searched for and proved by a comparison."""
