"""Names that MindSpore keeps for older code and for its compiler."""
