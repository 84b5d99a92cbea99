"""Source of torch written as source of MindSpore: converted by the table, proved by the comparison."""
