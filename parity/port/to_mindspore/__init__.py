"""torch's source written as MindSpore's: a file for each concern."""
