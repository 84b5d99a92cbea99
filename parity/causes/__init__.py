"""From what was measured to findings: what is at fault, shown by trying the correction."""
