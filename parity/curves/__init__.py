"""Two trainings compared: at which step they diverge, in which stage, by which argument and line."""
