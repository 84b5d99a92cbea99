"""Recording a net where ms2torch is not installed: one file to copy, which depends on numpy alone."""
