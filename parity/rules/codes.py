"""The one list of rules, by their files, and old codes that still work."""

from __future__ import annotations

import importlib

from parity.rules._base import Rule

_FILES = (
    "pad_mode",
    "has_bias",
    "epsilon",
    "momentum",
    "approximate",
    "pool_stride",
    "init_distribution",
    "argument",
    "layer_type",
    "layer_mode",
    "layer_order",
    "layer_output",
    "body",
    "tied_weights",
    "weights",
    "weights_not_loaded",
    "weights_differ",
    "unmatched_layer",
    "outputs",
    "precision",
    "compute_type",
    "raises",
    "gradient",
    "loss",
    "optimizer",
    "training",
    "rotary_pairs",
    "rotary_angles",
    "attention_scale",
    "attention_mask",
    "causal_offset",
    "softmax_axis",
    "grouped_heads",
    "qkv_packing",
    "head_layout",
    "cache_order",
    "norm_placement",
    "norm_epsilon",
    "gated_unit",
    "router",
    "shared_experts",
    "tied_head",
    "label_shift",
    "logits_scale",
    "reduced_twice",
    "not_reduced",
    "bias_on_every_rank",
    "rank_argument",
    "cut_through_heads",
    "rank_offset",
    "router_not_replicated",
    "loss_over_padding",
    "scaled_by_world_size",
    "norm_not_reduced",
)
"""The files of this folder that hold a rule. Those that recognise their mistake themselves look in this order."""


def _rule_in(file: str) -> type[Rule]:
    """Return the one rule that a file defines."""
    module = importlib.import_module(f"parity.rules.{file}")
    own = [value for value in vars(module).values() if getattr(value, "__module__", "") == module.__name__]
    (found,) = [value for value in own if isinstance(value, type) and issubclass(value, Rule)]
    return found


RULES: tuple[type[Rule], ...] = tuple(_rule_in(file) for file in _FILES)
"""Every rule."""

CODES: dict[str, type[Rule]] = {entry.code: entry for entry in RULES}

REDIRECTS: dict[str, str] = {"init-law": "init-distribution"}


def rule(code: str) -> type[Rule]:
    """Return the rule with this code, or the one that replaced it.

    Raises:
        KeyError: if there is none.
    """
    return CODES[REDIRECTS.get(code, code)]
