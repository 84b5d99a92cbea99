"""Settings of the dataset pipelines."""
