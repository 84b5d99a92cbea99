"""Python's `multiprocessing`, by MindSpore's name."""

from multiprocessing import *  # noqa: F403 - the whole of it is the point
