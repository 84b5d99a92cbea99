"""Layers written in terms of the operations they hold and the methods they call on themselves.

One file for each kind of layer. `PARTS` gives by layer the methods that a changed instance or class goes on with
(`ms2torch/nn/_extension_points.py` says when); nothing here is imported before one is changed.
"""
