"""MindSpore's placeholder for a result that is still computed. There is none here; no Tensor is an instance of it."""


class StubTensor:
    """Stand for a result under way, in `isinstance` checks of model code: always False."""
