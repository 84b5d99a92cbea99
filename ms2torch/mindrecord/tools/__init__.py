"""Writing MindRecord files from other formats."""
