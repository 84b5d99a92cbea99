"""What the generators share.

Source: mindspore.ops_generate.common, MindSpore 2.10
"""
