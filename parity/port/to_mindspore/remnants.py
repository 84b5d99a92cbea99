"""What only torch's compiler, tracer or devices need: removed, and decisions about it taken."""

from __future__ import annotations

from collections.abc import Mapping

import libcst as cst
import torch

from parity.port.engine.context import Context
from parity.port.engine.engine import (
    Pass,
    converting,
    converting_attribute,
    converting_call,
    converting_name,
    entering,
    finishing,
)
from parity.port.rows.choose import live
from parity.port.syntax.pieces import alone, dotted, expression, operand, text
from parity.port.to_mindspore.steps import CASTS

# What a call of these is, when nothing is scripted, traced or compiled and MindSpore places the tensors.
_VALUES: Mapping[str, str] = {
    "torch.jit.is_scripting": "False",
    "torch.jit.is_tracing": "False",
    "torch._C._get_tracing_state": "None",
    "torch.compiler.is_compiling": "False",
    "torch.compiler.is_dynamo_compiling": "False",
    "torch.compiler.is_exporting": "False",
    "torch.onnx.is_in_onnx_export": "False",
    "torch.overrides.has_torch_function": "False",
    "torch.overrides.has_torch_function_unary": "False",
    "torch.overrides.has_torch_function_variadic": "False",
    "torch.fx._symbolic_trace.is_fx_tracing": "False",
    "torch.fx.experimental.proxy_tensor.get_proxy_mode": "None",
    "torch.is_grad_enabled": "True",
    "torch.is_autocast_enabled": "False",
    "torch.is_autocast_cpu_enabled": "False",
    "torch.cuda.is_available": "False",
    "torch.backends.mps.is_available": "False",
    "torch.backends.cudnn.is_available": "False",
    "torch.accelerator.is_available": "False",
    "torch.accelerator.current_accelerator": "None",
    "torch.accelerator.device_count": "0",
    "torch.distributed.is_available": "False",
    "torch.xpu.is_available": "False",
    "torch.cuda.device_count": "0",
    "torch.cuda.is_initialized": "False",
    "torch._C._is_tracing": "False",
    "torch._C._are_functorch_transforms_active": "False",
    "torch._C._functorch.peek_interpreter_stack": "None",
    "torch.backends.mkldnn.is_available": "False",
    "torch.backends.cuda.is_built": "False",
    "torch.backends.mps.is_built": "False",
    "torch.backends.openmp.is_available": "False",
    "torch.backends.xnnpack.is_available": "False",
    "torch.is_autocast_cache_enabled": "False",
    "torch.is_inference_mode_enabled": "False",
    "torch.is_deterministic": "False",
    "torch.are_deterministic_algorithms_enabled": "False",
}
_SPELLED: Mapping[str, str] = {
    "torch.get_default_dtype": "mindspore.float32",
    "torch.distributed.is_initialized": "mindspore.communication.GlobalComm.INITED",
}
# What these are where nothing of torch runs; the version is that of the torch by whose rules the file was read.
_CONSTANTS: Mapping[str, str] = {
    "torch.__version__": f'"{torch.__version__.partition("+")[0]}"',
    "torch.version.__version__": f'"{torch.__version__.partition("+")[0]}"',
    "torch.version.cuda": "None",
    "torch.version.hip": "None",
    "torch.cuda._initialized": "False",
    "torch.backends.cudnn.enabled": "False",
    "torch.backends.mkldnn.enabled": "False",
}
_FIRST_ARGUMENT = frozenset({
    "torch.device", "torch.jit.script", "torch.jit.script_if_tracing", "torch.jit.ignore", "torch.jit.unused",
    "torch.jit.export",
    "torch.compile", "torch.compiler.disable", "torch.fx.wrap", "torch.jit._overload_method", "torch.jit.interface",
    "torch._dynamo.disable", "torch.nn.DataParallel", "torch.jit.annotate", "torch.jit.Final",
    "torch.fx.experimental.symbolic_shapes.guard_size_oblivious",
})  # fmt: skip
_STATEMENTS = frozenset({
    "torch.fx.wrap", "torch._assert", "torch._assert_async", "torch._C._log_api_usage_once", "torch.cuda.empty_cache",
    "torch.cuda.synchronize", "torch.set_grad_enabled", "torch.cuda.set_device", "torch._dynamo.config",
    "torch.cuda.manual_seed", "torch.cuda.manual_seed_all", "torch.set_num_threads", "torch.mps.manual_seed",
    "torch.set_float32_matmul_precision", "torch.cuda.reset_peak_memory_stats", "torch.autograd.set_detect_anomaly",
})  # fmt: skip
_ASSERTIONS = frozenset({"torch._assert", "torch._assert_async"})
_DECORATORS = (
    "torch.jit.", "torch.compile", "torch.fx.", "torch.compiler.", "torch._dynamo.", "torch.cuda.amp.custom_",
    "torch.amp.custom_", "torch.library.", "torch.autograd.function.once_differentiable", "torch._jit_internal.",
)  # fmt: skip


def value(ctx: Context, full: str, call: cst.Call) -> cst.BaseExpression | None:
    """Return what a call is without a compiler; None where it is another call."""
    if full in _VALUES:
        ctx.done()
        return expression(_VALUES[full])
    if full in _SPELLED:
        ctx.done()
        return expression(ctx.spell(_SPELLED[full]))
    if full in _FIRST_ARGUMENT and call.args and not call.args[0].star:
        ctx.done()
        chosen = call.args[1 if full.endswith("annotate") and len(call.args) > 1 else 0]
        return alone(chosen.value)
    return None


def is_type_of_device(node: cst.Attribute) -> bool:
    """Tell whether an expression is ``x.device.type``: a device of MindSpore is a text, ``CPU`` or ``Ascend:0``."""
    of = node.value.attr if isinstance(node.value, cst.Attribute) else node.value
    return node.attr.value == "type" and isinstance(of, cst.Name) and of.value == "device"


def recomputed(ctx: Context, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    """Return the plain call that ``checkpoint(function, x)`` makes: it saves memory and changes no value."""
    del original
    if full != "torch.utils.checkpoint.checkpoint" or not call.args or call.args[0].star:
        return None
    own = {"use_reentrant", "preserve_rng_state", "context_fn", "determinism_check", "debug"}
    rest = [entry for entry in call.args[1:] if entry.keyword is None or entry.keyword.value not in own]
    ctx.done()
    if rest:
        rest[-1] = rest[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
    return call.with_changes(func=expression(operand(call.args[0].value)), args=rest)


def is_setting(ctx: Context, node: cst.Assign) -> bool:
    """Tell whether an assignment sets what only torch's backends read: ``torch.backends.cudnn.benchmark = True``."""
    found = [ctx.scopes.full(entry.target) for entry in node.targets]
    return all(
        full.startswith(("torch.backends.", "torch._dynamo.config.", "torch._inductor.config.")) for full in found
    )


def says_nothing(before: cst.BaseExpression, after: cst.BaseExpression) -> bool:
    """Tell whether of a call as a statement its receiver alone is left: ``net`` of ``net.to(device)``."""
    if not (isinstance(before, cst.Call) and isinstance(before.func, cst.Attribute)):
        return False
    return not isinstance(after, cst.Call) and bool(dotted(after)) and text(after) == text(before.func.value)


def binds_itself(node: cst.Assign) -> bool:
    """Tell whether an assignment binds names to what they are: ``x, y = x, y``."""
    target, value = node.targets[0].target, node.value
    if len(node.targets) != 1:
        return False
    if isinstance(target, cst.Tuple) and isinstance(value, cst.Tuple):
        left = [text(element.value) for element in target.elements]
        return left == [text(element.value) for element in value.elements]
    names = (cst.Name, cst.Attribute)
    return isinstance(target, names) and isinstance(value, names) and text(target) == text(value)


def is_statement(full: str) -> bool:
    """Tell whether a call as a statement is removed."""
    return full in _STATEMENTS


def assertion(ctx: Context, full: str, call: cst.Call) -> cst.BaseSmallStatement | None:
    """Return ``torch._assert(condition, message)`` as an assertion; None where it is another call."""
    if full not in _ASSERTIONS or not 1 <= len(call.args) <= 2 or any(entry.star for entry in call.args):
        return None
    ctx.done()
    return cst.Assert(test=alone(call.args[0].value), msg=alone(call.args[1].value) if len(call.args) == 2 else None)


def has(ctx: Context, call: cst.Call) -> bool | None:
    """Return what ``hasattr(torch.nn.functional, "silu")`` is with the torch that is installed; None for another."""
    if text(call.func) != "hasattr" or len(call.args) != 2:
        return None
    full, name = ctx.scopes.full(call.args[0].value), call.args[1].value
    if not (full == "torch" or full.startswith("torch.")) or not isinstance(name, cst.SimpleString):
        return None
    return live(f"{full}.{name.raw_value}") is not None


def listed(ctx: Context, node: cst.Comparison) -> bool | None:
    """Return what ``"silu" in dir(torch.nn.functional)`` is; None for another comparison."""
    target = node.comparisons[0] if len(node.comparisons) == 1 else None
    if target is None or not isinstance(target.operator, cst.In) or not isinstance(node.left, cst.SimpleString):
        return None
    inner = target.comparator
    if not (isinstance(inner, cst.Call) and text(inner.func) == "dir" and len(inner.args) == 1):
        return None
    full = ctx.scopes.full(inner.args[0].value)
    return live(f"{full}.{node.left.raw_value}") is not None if full.startswith("torch.") else None


def casts_nothing(call: cst.Call) -> bool:
    """Tell whether a call of ``autocast``, or a ``partial`` of it, says that nothing is cast: ``enabled=False``."""
    return any(e.keyword is not None and e.keyword.value == "enabled" and text(e.value) == "False" for e in call.args)


def is_decorator(full: str) -> bool:
    """Tell whether a decorator is removed: it is for torch's compiler."""
    return full.startswith(_DECORATORS)


class Remnants(Pass):
    """Removes what only torch's compiler, tracer or devices need, and says what its questions are answered."""

    def _is_removed(self, node: cst.Decorator) -> bool:
        inner = node.decorator
        full = self.ctx.scopes.full(inner.func if isinstance(inner, cst.Call) else inner)
        return is_decorator(full) or (full in CASTS and isinstance(inner, cst.Call) and casts_nothing(inner))

    @entering(cst.Decorator)
    def enter_decorator(self, node: cst.Decorator) -> bool:
        """Do not look into what is removed."""
        return not self._is_removed(node)

    @converting(cst.Decorator)
    def decorator(self, original: cst.Decorator, updated: cst.Decorator) -> cst.RemovalSentinel | None:
        """Remove a decorator."""
        del updated
        return cst.RemoveFromParent() if self._is_removed(original) else None

    @converting(cst.Expr)
    def statement(self, original: cst.Expr, updated: cst.Expr) -> cst.BaseSmallStatement | cst.RemovalSentinel | None:
        """Remove a statement, or write it as the assertion that it is."""
        before, after = original.value, updated.value
        if not isinstance(before, cst.Call):
            return None
        full = self.ctx.scopes.full(before.func)
        asserted = assertion(self.ctx, full, after) if isinstance(after, cst.Call) else None
        if asserted is not None:
            return asserted
        if is_statement(full) or says_nothing(before, after):
            self.ctx.done()
            return cst.RemoveFromParent()
        return None

    @entering(cst.Assign)
    def enter_setting(self, node: cst.Assign) -> None:
        """Leave what is set alone."""
        if is_setting(self.ctx, node):
            self.engine.claim(*(entry.target for entry in node.targets))

    @converting(cst.Assign)
    def setting(self, original: cst.Assign, updated: cst.Assign) -> cst.RemovalSentinel | None:
        """Remove what torch's backends alone read."""
        del updated
        if not is_setting(self.ctx, original):
            return None
        self.ctx.done()
        return cst.RemoveFromParent()

    @finishing(cst.Assign)
    def nothing(self, original: cst.Assign, updated: cst.Assign, made: cst.Assign) -> cst.Assign | cst.RemovalSentinel:
        """Remove what has become ``x = x``."""
        if made is updated and binds_itself(updated) and not binds_itself(original):
            return cst.RemoveFromParent()
        return made

    @converting_name
    def constant(
        self, full: str, original: cst.BaseExpression, updated: cst.BaseExpression
    ) -> cst.BaseExpression | None:
        """Write what a name is where nothing of torch runs."""
        del original, updated
        if full not in _CONSTANTS:
            return None
        self.ctx.done()
        return expression(_CONSTANTS[full])

    @converting_attribute
    def device(self, original: cst.Attribute, updated: cst.Attribute) -> cst.BaseExpression | None:
        """Write ``x.device.type``."""
        if not is_type_of_device(original):
            return None
        self.ctx.done()
        return expression(f'{text(updated.value)}.partition(":")[0].lower()')

    @entering(cst.Comparison)
    def enter_comparison(self, node: cst.Comparison) -> None:
        """Leave the module alone of which the names are asked for."""
        if listed(self.ctx, node) is not None:
            self.engine.claim(cst.ensure_type(node.comparisons[0].comparator, cst.Call).args[0].value)

    @converting(cst.Comparison)
    def comparison(self, original: cst.Comparison, updated: cst.Comparison) -> cst.BaseExpression | None:
        """Answer ``"silu" in dir(F)``."""
        del updated
        known = listed(self.ctx, original)
        return None if known is None else expression(str(known))

    @entering(cst.Call)
    def enter_call(self, node: cst.Call) -> None:
        """Leave the module alone that is asked for a name."""
        if has(self.ctx, node) is not None:
            self.engine.claim(node.args[0].value)

    @converting(cst.Call)
    def question(self, original: cst.Call, updated: cst.Call) -> cst.BaseExpression | None:
        """Answer ``hasattr(F, "silu")``."""
        del updated
        known = has(self.ctx, original)
        return None if known is None else expression(str(known))

    @converting_call
    def plain(self, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Write what a call is without a compiler; leave a statement to be removed."""
        found = value(self.ctx, full, call)
        if found is not None:
            return found
        return call if is_statement(full) else recomputed(self.ctx, full, original, call)
