"""Parts of the loader, by MindSpore's module path."""
