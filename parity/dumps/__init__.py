"""msprobe's dumps read as recorded executions, and what can be said of recorded executions."""
