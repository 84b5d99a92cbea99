"""Minimisation of a function of a vector."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import UnsupportedArgumentError, require_default
from ms2torch.scipy.optimize._quasi_newton import FullMatrix, LimitedMemory, descend
from ms2torch.scipy.optimize.line_search import value_and_gradient

_OP = "scipy.optimize.minimize"
_OPTIONS = frozenset(inspect.signature(descend).parameters) - {"f", "start", "curvature"}


class OptimizeResults(NamedTuple):
    """What a minimisation found.

    Args:
        x (Tensor): the solution.
        success (bool): whether it converged.
        status (int): 0 converged, 1 too many steps, 3 the bracket of a line search did not close, 5 too many lengths
            tried in one.
        fun (float): value at `x`.
        jac (Tensor): gradient at `x`.
        hess_inv (Tensor, None): estimate of the inverse Hessian, with BFGS.
        nfev (int): how often the function was evaluated.
        njev (int): how often its gradient.
        nit (int): number of steps.
    """

    x: Tensor
    success: bool
    status: int
    fun: float
    jac: Tensor
    hess_inv: Tensor | None
    nfev: int
    njev: int
    nit: int


def minimize(
    func: Callable[..., Any],
    x0: Tensor,
    args: tuple[Any, ...] = (),
    method: str | None = None,
    jac: Callable[..., Any] | None = None,
    hess: Any = None,
    hessp: Any = None,
    bounds: Any = None,
    constraints: Any = (),
    tol: Any = None,
    callback: Any = None,
    options: Mapping[str, Any] | None = None,
) -> OptimizeResults:
    """Find a minimum of a function of a vector.

    Args:
        func (Callable): the function: ``func(x, *args)`` gives a number.
        x0 (Tensor): floating-point, where to start, of shape :math:`(n,)`.
        args (tuple): further arguments of `func` and `jac`. Default: ``()``.
        method (str): ``'BFGS'`` or ``'LBFGS'``, in any case. Default: ``None``, an error.
        jac (Callable, None): the gradient: ``jac(x, *args)``; ``None``: computed automatically. Default: ``None``.
        hess (Any): only ``None``. Default: ``None``.
        hessp (Any): only ``None``. Default: ``None``.
        bounds (Any): only ``None``. Default: ``None``.
        constraints (Any): only ``()``. Default: ``()``.
        tol (Any): only ``None``; use ``options=dict(gtol=...)``. Default: ``None``.
        callback (Any): only ``None``. Default: ``None``.
        options (Mapping, None): `maxiter`, `norm`, `gtol`, `line_search_maxiter`; `history_size` with LBFGS (20).
            Default: ``None``.

    Returns:
        OptimizeResults.

    Raises:
        TypeError: if `args` is no tuple or an option is unknown.
        ValueError: if `method` is missing or unknown.
        UnsupportedArgumentError: for ``method='LAGRANGE'``, and for arguments that MindSpore accepts and ignores.

    Differs from MindSpore: its `jac` does not get `args`, against its documentation; ``'LAGRANGE'`` (documented for
    GPUs only) does not exist here.

    Source: mindspore.scipy.optimize.minimize, MindSpore 2.10
    """
    if method is None:
        msg = f"{_OP}: name a method: 'BFGS' or 'LBFGS'"
        raise ValueError(msg)
    if not isinstance(args, tuple):
        msg = f"{_OP}: args must be a tuple, got {args!r}"
        raise TypeError(msg)
    name = method.lower()
    if name == "lagrange":
        remedy = "use 'BFGS' or 'LBFGS', with a penalty for the constraints in the function"
        raise UnsupportedArgumentError(_OP, "method", method, remedy)
    if name not in ("bfgs", "lbfgs"):
        msg = f"{_OP}: method must be 'BFGS' or 'LBFGS', got {method!r}"
        raise ValueError(msg)
    for argument, value in {"hess": hess, "hessp": hessp, "bounds": bounds, "callback": callback}.items():
        require_default(_OP, argument, value, None, "leave it out: MindSpore ignores it too")
    require_default(_OP, "tol", tol, None, "set options=dict(gtol=...)")
    require_default(_OP, "constraints", constraints, (), "put a penalty into the function")
    return _run(name, func, x0, args, jac, dict(options or {}))


def _run(
    name: str,
    func: Callable[..., Any],
    x0: Tensor,
    args: tuple[Any, ...],
    jac: Callable[..., Any] | None,
    options: dict[str, Any],
) -> OptimizeResults:
    def value(x: Tensor) -> Any:
        return func(x, *args)

    def gradient(x: Tensor) -> Any:
        return None if jac is None else jac(x, *args)

    start = unwrap(x0)
    curvature = FullMatrix(start) if name == "bfgs" else LimitedMemory(options.pop("history_size", 20))
    unknown = options.keys() - _OPTIONS
    if unknown:
        msg = f"{_OP}: unknown options {sorted(unknown)} for {name.upper()}; there are {sorted(_OPTIONS)}"
        raise TypeError(msg)
    end = descend(value_and_gradient(value, None if jac is None else gradient), start, curvature, **options)
    inverse = curvature.inverse_hessian()
    return OptimizeResults(
        x=wrap(end.x),
        success=end.status == 0,
        status=end.status,
        fun=float(end.value),
        jac=wrap(end.gradient),
        hess_inv=None if inverse is None else wrap(inverse),
        nfev=end.calls,
        njev=end.calls,
        nit=end.steps,
    )
