"""The lists of exports (`__init__.pyi`, `*_func.pyi`) of `ops` and `mint`, derived from what the modules define."""
