"""Mirrors `mindspore.ops._grad_experimental`: where programs register gradients of operators of their own."""
