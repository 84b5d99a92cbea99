"""Sharded programs: right ones, and what is replaced in their text to plant a mistake that should be named."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Program:
    """A sharded port beside its unsharded reference.

    Args:
        name (str): its file, without the ending.
        reference (str): the class in ``references.py``.
        ranks (int): how many run it.
        inputs (tuple[str, ...]): as ``--input`` takes them.
        options (dict[str, object]): of the comparison.
        changes (tuple[tuple[str, str], ...]): what is replaced in the text, and by what; none of a right program.
        rules (tuple[str, ...]): of which one should be reported, and nothing else.
    """

    name: str
    reference: str
    ranks: int
    inputs: tuple[str, ...]
    options: tuple[tuple[str, object], ...] = ()
    changes: tuple[tuple[str, str], ...] = ()
    rules: tuple[str, ...] = ()

    def applied(self, text: str) -> str:
        """Return the text with the changes made.

        Raises:
            ValueError: if one of them is not there exactly once.
        """
        for old, new in self.changes:
            if text.count(old) != 1:
                raise ValueError(f"{self.name}: {old!r} stands there {text.count(old)} times")
            text = text.replace(old, new)
        return text


_FLOATS: dict[str, tuple[str, ...]] = {
    "Mlp": ("float32[4,8,16]",), "Grouped": ("float32[2,8,32]",), "Fused": ("float32[2,8,32]",),
    "Language": ("int64[2,8]<48",), "Tied": ("int64[2,8]<24",), "LabelLoss": ("int64[4,8]<24", "int64[4,8]<3"),
    "Experts": ("float32[2,8,16]",), "Normed": ("float32[8,16]",),
}  # fmt: skip


def _right(name: str, reference: str, ranks: int, **options: object) -> Program:
    return Program(name, reference, ranks, _FLOATS[reference], tuple(options.items()))


RIGHT = (
    _right("mlp_tp_ms", "Mlp", 2),
    _right("mlp_tp_ms", "Mlp", 4),
    _right("mlp_tp_torch", "Mlp", 2, grad=True),
    _right("mlp_tp_torch", "Mlp", 2, grad=True, steps=2),
    _right("mlp_plan_torch", "Mlp", 2),
    _right("grouped_tp_ms", "Grouped", 2),
    _right("grouped_tp_ms", "Grouped", 4),
    _right("language_tp_ms", "Language", 2),
    _right("language_tp_ms", "Language", 4),
    _right("loss_tp_torch", "LabelLoss", 2),
    _right("fused_tp_torch", "Fused", 2),
    _right("mlp_sp_ms", "Mlp", 2),
    _right("mlp_sp_torch", "Mlp", 2, grad=True),
    _right("fused_ulysses_ms", "Fused", 2),
    _right("fused_ulysses_ms", "Fused", 4),
    _right("fused_context_torch", "Fused", 4),
    _right("language_sp_ms", "Language", 2),
    _right("loss_dp_ms", "LabelLoss", 2),
    _right("mlp_dp_torch", "Mlp", 2, grad=True),
    _right("normed_dp_ms", "Normed", 2, mode="train"),
    _right("tied_pp_ms", "Tied", 2),
    _right("tied_pp_torch", "Tied", 4),
    _right("experts_ep_ms", "Experts", 2),
    _right("experts_ep_ms", "Experts", 4),
    _right("experts_alltoall_torch", "Experts", 2),
    _right("mlp_mesh_torch", "Mlp", 4),
)


def _wrong(base: Program, old: str, new: str, *rules: str) -> Program:
    return Program(base.name, base.reference, base.ranks, base.inputs, base.options, ((old, new),), rules)


def _of(name: str, ranks: int = 2, **options: object) -> Program:
    return next(
        one
        for one in RIGHT
        if one.name == name and one.ranks == ranks and (not options or dict(one.options) == options)
    )


_REDUCED = "y = reduce_from_region(y)"
_OWN_BIAS = "return F.linear(x, self.weight, self.bias)"
WRONG = (
    _wrong(_of("mlp_tp_ms"), _REDUCED, "y = reduce_from_region(reduce_from_region(y))", "reduced-twice"),
    _wrong(_of("mlp_tp_ms", 4), "return x + self.down(h)", "return x + reduce_from_region(self.down(h))", "reduced-twice"),
    _wrong(_of("mlp_tp_ms"), _REDUCED + "\n", "\n", "not-reduced"),
    _wrong(_of("mlp_tp_ms", 4), "y = F.linear(x, self.weight)\n", "y = F.linear(x, self.weight, self.bias)\n        return reduce_from_region(y)\n", "bias-on-every-rank"),
    _wrong(_of("mlp_tp_ms"), "dist.all_reduce(y)", 'dist.all_reduce(y, "max")', "rank-argument"),
    _wrong(_of("mlp_tp_torch"), "        grad = grad.clone()\n        dist.all_reduce(grad)\n        return grad", "        return grad", "not-reduced"),
    _wrong(_of("mlp_tp_torch"), "        x = x.clone()\n        dist.all_reduce(x)\n        return x\n\n    @staticmethod\n    def backward(ctx, grad):\n        return grad", "        x = x.clone()\n        dist.all_reduce(x)\n        return x\n\n    @staticmethod\n    def backward(ctx, grad):\n        grad = grad.clone()\n        dist.all_reduce(grad)\n        return grad", "reduced-twice", "scaled-by-world-size"),
    _wrong(_of("mlp_tp_torch"), "Reduce.apply(y) + self.bias", "Reduce.apply(y + self.bias)", "bias-on-every-rank"),
    _wrong(_of("grouped_tp_ms"), "return self.reduce(y)", "return y", "not-reduced"),
    _wrong(_of("grouped_tp_ms", 4), "/ self.size**0.5", "/ (self.size * self.heads) ** 0.5", "*"),
    _wrong(_of("grouped_tp_ms"), "return self.reduce(y)", "return self.reduce(y) / get_group_size()", "scaled-by-world-size"),
    _wrong(_of("language_tp_ms"), "get_rank() * self.part", "get_rank() * (self.part - 1)", "vocabulary-offset"),
    _wrong(_of("language_tp_ms"), "whole.permute(1, 2, 0)", "whole.flip(0).permute(1, 2, 0)", "*"),
    _wrong(_of("language_tp_ms"), "y = y.masked_fill(outside.unsqueeze(-1), 0.0)", "", "vocabulary-offset", "*"),
    _wrong(_of("language_tp_ms", 4), "ids < self.start", "ids <= self.start", "vocabulary-offset", "*"),
    _wrong(_of("loss_tp_torch"), "        dist.all_reduce(total)\n", "", "not-reduced"),
    _wrong(_of("loss_tp_torch"), "labels - start, 0", "labels - start + 1, 0", "vocabulary-offset", "*"),
    _wrong(_of("fused_tp_torch"), "parts = zip(self.qkv.weight.chunk(3), self.qkv.bias.chunk(3))\n        projected = [F.linear(x, self.own(weight), self.own(bias)) for weight, bias in parts]", "projected = F.linear(x, self.own(self.qkv.weight), self.own(self.qkv.bias)).chunk(3, -1)", "cut-through-heads"),
    _wrong(_of("fused_tp_torch"), "return y + self.o.bias", "return y", "*"),
    _wrong(_of("mlp_sp_ms"), "return self.gather(mine)", "return self.gather(mine + self.bias)", "*"),
    _wrong(_of("mlp_sp_ms"), "y = self.scatter(y)\n        mine = mine + y + self.bias", "y = self.scatter(y + self.bias)\n        mine = mine + y", "bias-on-every-rank"),
    _wrong(_of("mlp_sp_torch"), "        self.norm.weight.register_hook(summed)\n        self.norm.bias.register_hook(summed)\n", "", "norm-not-reduced"),
    _wrong(_of("mlp_sp_torch"), "        self.norm.bias.register_hook(summed)\n", "", "norm-not-reduced"),
    _wrong(_of("fused_context_torch", 4), "torch.arange(t) + rank * t", "torch.arange(t)", "rank-offset"),
    _wrong(_of("language_sp_ms"), "mint.arange(part) + first", "mint.arange(part)", "rank-offset"),
    _wrong(_of("loss_dp_ms"), "return total / count", "return self.reduce((losses * counted).sum() / counted.sum()) / self.size", "loss-over-padding"),
    _wrong(_of("loss_dp_ms"), "return total / count", "return self.reduce(losses.mean()) / self.size", "loss-over-padding"),
    _wrong(_of("mlp_dp_torch"), "return grad / dist.get_world_size()", "return grad", "scaled-by-world-size"),
    _wrong(_of("mlp_dp_torch"), "for weight in self.parameters():", "for weight in list(self.parameters())[1:]:", "norm-not-reduced", "not-reduced"),
    _wrong(_of("normed_dp_ms"), "mean = mean_of_all(h)", "mean = h.mean(0)", "not-reduced"),
    _wrong(_of("tied_pp_ms"), "first = self.rank * self.per", "first = self.rank * (self.per - 1)", "rank-offset", "*"),
    _wrong(_of("tied_pp_torch", 4), "F.linear(self.norm(x), self.embed.weight)", "F.linear(x, self.embed.weight)", "*"),
    _wrong(_of("experts_ep_ms"), "self.first + number", "number", "rank-offset"),
    _wrong(_of("experts_ep_ms", 4), "return x + self.reduce(y)", "return self.reduce(x + y)", "*", "reduced-twice"),
    _wrong(_of("experts_ep_ms"), "shares = mint.softmax(self.router(h), -1)", "shares = mint.softmax(self.router(h) * (1 + get_rank()), -1)", "router-not-replicated"),
    _wrong(_of("experts_alltoall_torch"), "back = self.exchange(y).sum(0)", "back = y.sum(0)", "*"),
    _wrong(_of("mlp_mesh_torch", 4), "dist.all_reduce(y, group=self.group)", "dist.all_reduce(y)", "rank-argument"),
    _wrong(_of("mlp_mesh_torch", 4), "x.chunk(self.batches)[self.batch]", "x.chunk(self.batches)[dist.get_rank() % 2]", "*"),
)  # fmt: skip
