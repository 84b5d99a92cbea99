"""The forward stage: both nets run and compared call by call."""
