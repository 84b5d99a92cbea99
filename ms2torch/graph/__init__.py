"""Where MindSpore keeps what concerns its compiler; here code runs eagerly.

Source: mindspore.graph, MindSpore 2.10
"""
