"""Each recorded call alone: run again in float64 and on ms2torch, and judged by its own rounding."""
