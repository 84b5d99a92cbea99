"""MindSpore's generator of operator sources: the readers of its YAML files, which its test helpers import.

Source: mindspore.ops_generate, MindSpore 2.10
"""
