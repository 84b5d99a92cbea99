"""What is replaced in a recipe's text, and which stage and cause should be named then; none for a right variant."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of a recipe.

    Args:
        recipe (str): its file, without the ending.
        changes (tuple[tuple[str, str], ...]): what is replaced, and by what.
        stage (str): the stage that differs then; "" if the recipe stays right.
        causes (tuple[str, ...]): the causes of which one should be named.
    """

    recipe: str
    changes: tuple[tuple[str, str], ...]
    stage: str = ""
    causes: tuple[str, ...] = ()

    def applied(self, text: str) -> str:
        """Return the text with the changes made.

        Raises:
            ValueError: if one of them is not there exactly once.
        """
        for old, new in self.changes:
            if text.count(old) != 1:
                raise ValueError(f"{self.recipe}: {old!r} stands there {text.count(old)} times")
            text = text.replace(old, new)
        return text


def wrong(recipe: str, old: str, new: str, stage: str, *causes: str) -> Edit:
    """Return a mistake."""
    return Edit(recipe, ((old, new),), stage, causes)


def right(recipe: str, *changes: str) -> Edit:
    """Return a harmless change, given as what is replaced and by what in turn."""
    return Edit(recipe, tuple(zip(changes[::2], changes[1::2], strict=True)))


_PLAIN = '{"params": plain, "weight_decay": 0.0}'
CNN = (
    wrong("cnn", _PLAIN, '{"params": plain, "weight_decay": 5e-4}', "optimizer", "weight-decay-mask"),
    wrong("cnn", '"weight_decay": 5e-4}', '"weight_decay": 5e-3}', "optimizer", "weight-decay"),
    wrong("cnn", "momentum=0.9", "momentum=0.95", "optimizer", "momentum"),
    wrong("cnn", ", nesterov=True", "", "optimizer", "nesterov"),
    wrong("cnn", "LR = 0.1", "LR = 0.05", "schedule", "learning-rate"),
    wrong("cnn", "return (step + 1) / warmup", "return step / warmup", "schedule", "warmup", "schedule-offset"),
    wrong("cnn", "warmup = 4", "warmup = 2", "schedule", "warmup"),
    wrong("cnn", "total = EPOCHS * len(loader)", "total = EPOCHS * len(loader) // 2 + 4", "schedule", "decay"),
    wrong("cnn", "            scheduler.step()", "        scheduler.step()", "schedule", "schedule-step"),
    wrong("cnn", ", label_smoothing=0.1", "", "loss", "label-smoothing"),
    wrong("cnn", "label_smoothing=0.1", 'label_smoothing=0.1, reduction="sum"', "loss", "reduction"),
    wrong("cnn", "0.406]", "0.456]", "data", "normalisation"),
    wrong("cnn", "shuffle=True", "shuffle=False", "data", "order"),
    wrong("cnn", "drop_last=True", "drop_last=False", "data", "last-batch", "batch-size"),
    wrong("cnn", "    net.train()\n", "    net.train()\n    net.bn1.eval()\n    net.bn2.eval()\n", "forward", "mode"),
    wrong("cnn", "self.bn2 = nn.BatchNorm2d(8)", "self.bn2 = nn.BatchNorm2d(8, momentum=0.9)", "statistics",
          "statistics"),
)  # fmt: skip
_CLIP = "        nn.utils.clip_grad_norm_(model.parameters(), 0.5)\n"
_SHIFT = ("    labels = tokens[:, 1:].clone()", "    labels = tokens[:, :-1].clone()")
TRANSFORMER = (
    wrong("transformer", '"weight_decay": 0.0}', '"weight_decay": 0.1}', "optimizer", "weight-decay-mask"),
    wrong("transformer", '"weight_decay": 0.1}', '"weight_decay": 0.01}', "optimizer", "weight-decay"),
    wrong("transformer", "betas=(0.9, 0.95)", "betas=(0.9, 0.999)", "optimizer", "beta2"),
    wrong("transformer", "betas=(0.9, 0.95)", "betas=(0.8, 0.95)", "optimizer", "beta1"),
    wrong("transformer", "eps=1e-8", "eps=1e-4", "optimizer", "epsilon"),
    wrong("transformer", "torch.optim.AdamW(", "torch.optim.Adam(", "optimizer", "decoupled-decay", "optimizer"),
    wrong("transformer", "eps=1e-8", "eps=1e-8, amsgrad=True", "optimizer", "amsgrad"),
    wrong("transformer", "lr=3e-3", "lr=1e-3", "schedule", "learning-rate"),
    wrong("transformer", "return (step + 1) / (WARMUP + 1)", "return step / (WARMUP + 1)", "schedule", "warmup",
          "schedule-offset"),
    wrong("transformer", "WARMUP = 5", "WARMUP = 8", "schedule", "warmup"),
    wrong("transformer", "        scheduler.step()\n", "", "schedule", "schedule-missing"),
    wrong("transformer", "TOTAL = 20", "TOTAL = 40", "schedule", "decay"),
    wrong("transformer", _CLIP, "", "clipping", "clip-missing"),
    wrong("transformer", "model.parameters(), 0.5", "model.parameters(), 1.0", "clipping", "clip-max-norm"),
    wrong("transformer", "clip_grad_norm_(model.parameters(), 0.5)", "clip_grad_value_(model.parameters(), 0.01)",
          "clipping", "clip-kind"),
    wrong("transformer", "clip_grad_norm_(model.parameters(), 0.5)",
          "clip_grad_norm_(model.parameters(), 0.5, norm_type=1.0)", "clipping", "clip-norm-type"),
    wrong("transformer", *_SHIFT, "data", "label-shift"),
    wrong("transformer", "labels[labels == PAD] = -100", "pass", "data", "padding"),
    wrong("transformer", "nn.Dropout(0.1)", "nn.Dropout(0.2)", "forward", "dropout"),
)  # fmt: skip
GAN = (
    wrong("gan", "g.parameters(), lr=2e-4, betas=(0.5, 0.999)", "g.parameters(), lr=2e-4, betas=(0.9, 0.999)",
          "optimizer", "beta1"),
    wrong("gan", "d.parameters(), lr=4e-4", "d.parameters(), lr=2e-4", "optimizer", "learning-rate"),
    wrong("gan", "d(fake.detach())", "d(g(torch.randn(len(real), LATENT)).detach())", "forward", "passes"),
    wrong("gan", "        g_optimizer.zero_grad()\n", "", "accumulation", "zero-grad"),
    wrong("gan", "        d_optimizer.zero_grad()\n", "", "accumulation", "zero-grad"),
    wrong("gan", "real_loss + fake_loss", "(real_loss + fake_loss) / 2", "loss", "factor"),
    wrong("gan", "d(real), ones)", "d(real), ones * 0.9)", "data", "normalisation", "label", "content"),
    wrong("gan", "(d(fake), ones)", "(d(fake), zeros)", "data", "content", "target"),
    wrong("gan", "nn.Dropout(0.3)", "nn.Dropout(0.1)", "forward", "dropout"),
    wrong("gan", "nn.LeakyReLU(0.2)", "nn.LeakyReLU(0.02)", "forward", "net"),
    wrong("gan", "    g, d = generator(), discriminator()\n",
          "    g, d = generator(), discriminator()\n    d.requires_grad_(False)\n    d[0].requires_grad_(True)\n",
          "gradients", "frozen", "no-gradient"),
    wrong("gan", "torch.optim.Adam(d.parameters()", "torch.optim.Adam(d[3:].parameters()", "optimizer",
          "parameters-left-out"),
)  # fmt: skip
_UNSCALE = "            scaler.unscale_(optimizer)\n"
FINETUNE = (
    wrong("finetune", "    freeze(model)\n", "", "gradients", "not-frozen"),
    wrong("finetune", "in model.trunk.stem.parameters()", "in model.trunk.body.parameters()", "gradients",
          "frozen", "not-frozen"),
    wrong("finetune", "    model.trunk.bn.eval()\n", "", "forward", "mode"),
    wrong("finetune", " / ACCUMULATE", "", "accumulation", "accumulation-mean"),
    wrong("finetune", "ACCUMULATE = 2", "ACCUMULATE = 4", "accumulation", "accumulation-steps"),
    wrong("finetune", "            optimizer.zero_grad()\n", "", "accumulation", "zero-grad"),
    wrong("finetune", _UNSCALE, "", "clipping", "clip-before-unscale"),
    wrong("finetune", "model.parameters(), 0.3", "model.parameters(), 3.0", "clipping", "clip-max-norm"),
    wrong("finetune", "clip_grad_norm_(model.parameters()", "clip_grad_norm_(model.head.parameters()", "clipping",
          "clip-weights"),
    wrong("finetune", '"lr": 1e-2}', '"lr": 1e-3}', "schedule", "learning-rate"),
    wrong("finetune", "weight_decay=0.01", "weight_decay=0.1", "optimizer", "weight-decay"),
    wrong("finetune", "T_max=12", "T_max=24", "schedule", "decay"),
    wrong("finetune", "nn.SmoothL1Loss(beta=0.5)", "nn.SmoothL1Loss()", "loss", "beta"),
)  # fmt: skip
MISTAKES: tuple[Edit, ...] = (*CNN, *TRANSFORMER, *GAN, *FINETUNE)

RIGHT: tuple[Edit, ...] = (
    right("cnn"),
    right("cnn", "total = EPOCHS * len(loader)", "total = 20"),
    right("cnn", "            optimizer.zero_grad()\n            loss.backward()\n            optimizer.step()\n",
          "            loss.backward()\n            optimizer.step()\n            optimizer.zero_grad()\n"),
    right("cnn", "F.cross_entropy(logits, labels, label_smoothing=0.1)",
          "nn.CrossEntropyLoss(label_smoothing=0.1)(logits, labels)"),
    right("cnn", "x.mean((2, 3))", "F.adaptive_avg_pool2d(x, 1).flatten(1)"),
    right("cnn", "optimizer.zero_grad()", "optimizer.zero_grad(set_to_none=False)"),
    right("cnn", "nesterov=True", "nesterov=True, foreach=False"),
    right("cnn", "return [{", "return [{", "momentum=0.9, nesterov=True", "momentum=0.9, dampening=0.0, nesterov=True"),
    right("transformer"),
    right("transformer", "F.scaled_dot_product_attention(q, k, v, is_causal=True)",
          "(q @ k.mT / q.shape[-1] ** 0.5 + torch.full((q.shape[1], q.shape[1]), -torch.inf).triu(1)).softmax(-1) @ v"),
    right("transformer", "nn.utils.clip_grad_norm_(model.parameters(), 0.5)",
          "norm = sum(p.grad.norm() ** 2 for p in model.parameters()).sqrt()\n        for p in model.parameters():\n"
          "            p.grad.mul_((0.5 / (norm + 1e-6)).clamp(max=1.0))"),
    right("transformer", "F.cross_entropy(logits.reshape(-1, VOCABULARY), labels.reshape(-1), ignore_index=-100)",
          "F.cross_entropy(logits.transpose(1, 2), labels)"),
    right("transformer", "        scheduler.step()\n        optimizer.zero_grad()\n",
          "        optimizer.zero_grad(set_to_none=True)\n        scheduler.step()\n"),
    right("transformer", "torch.optim.AdamW(settings, lr=3e-3, betas=(0.9, 0.95), eps=1e-8)",
          "torch.optim.AdamW(settings[::-1], lr=3e-3, betas=(0.9, 0.95), eps=1e-8)"),
    right("transformer", "    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)\n", "    step = 0\n",
          "        optimizer.step()\n        scheduler.step()\n",
          "        for group in optimizer.param_groups:\n            group['lr'] = 3e-3 * rate(step)\n"
          "        optimizer.step()\n        step += 1\n"),
    right("transformer", "        loss.backward()\n",
          "        (loss * 256).backward()\n        for p in model.parameters():\n            p.grad /= 256\n"),
    right("gan"),
    right("gan", "        d_loss = real_loss + fake_loss\n        d_loss.backward()\n",
          "        real_loss.backward()\n        fake_loss.backward()\n"),
    right("gan", "F.binary_cross_entropy_with_logits(d(fake), ones)", "F.softplus(-d(fake)).mean()"),
    right("gan", "d_loss = real_loss + fake_loss", "d_loss = torch.stack([real_loss, fake_loss]).sum()"),
    right("gan", "        g_optimizer.zero_grad()\n", "        g.zero_grad()\n"),
    right("gan", "torch.ones(len(real), 1), torch.zeros(len(real), 1)",
          "torch.full((len(real), 1), 1.0), torch.full((len(real), 1), 0.0)"),
    right("gan", "betas=(0.5, 0.999)\n", "betas=(0.5, 0.999)\n") if False else
    right("gan", "lr=2e-4, betas=(0.5, 0.999)", "lr=0.0002, betas=(0.5, 0.999), eps=1e-08"),
    right("finetune"),
    right("finetune", "init_scale=1024.0", "init_scale=256.0"),
    right("finetune", 'torch.amp.GradScaler("cpu", init_scale=1024.0)', 'torch.amp.GradScaler("cpu", enabled=False)'),
    right("finetune", "parameter.requires_grad = False", "parameter.requires_grad_(False)"),
    right("finetune", "            optimizer.zero_grad()\n            scheduler.step()\n",
          "            scheduler.step()\n            model.zero_grad()\n"),
    right("finetune", "criterion = nn.SmoothL1Loss(beta=0.5)",
          "criterion = lambda a, b: nn.functional.huber_loss(a, b, delta=0.5) / 0.5"),
    right("finetune", '{"params": body, "lr": 1e-3}', '{"params": iter(body), "lr": 1e-3}'),
)  # fmt: skip
