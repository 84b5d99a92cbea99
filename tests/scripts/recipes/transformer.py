"""A small language model: AdamW, decay on weights alone, linear warm-up and decay, clipping, padded batches."""

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader

VOCABULARY = 23
PAD = 0
WARMUP = 5
TOTAL = 20


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm1 = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.norm2 = nn.LayerNorm(width)
        self.up = nn.Linear(width, 2 * width)
        self.down = nn.Linear(2 * width, width)

    def forward(self, x):
        q, k, v = self.qkv(self.norm1(x)).chunk(3, -1)
        x = x + self.out(F.scaled_dot_product_attention(q, k, v, is_causal=True))
        return x + self.down(F.gelu(self.up(self.norm2(x))))


class Model(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.embed = nn.Embedding(VOCABULARY, width)
        self.drop = nn.Dropout(0.1)
        self.blocks = nn.ModuleList([Block(width), Block(width)])
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, VOCABULARY, bias=False)

    def forward(self, tokens):
        x = self.drop(self.embed(tokens))
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


def sentences():
    generator = torch.Generator().manual_seed(5)
    return [torch.randint(1, VOCABULARY, (5 + n % 6,), generator=generator) for n in range(96)]


def collate(rows):
    tokens = torch.full((len(rows), 12), PAD)
    for n, row in enumerate(rows):
        tokens[n, : len(row)] = row
    labels = tokens[:, 1:].clone()
    labels[labels == PAD] = -100
    return tokens[:, :-1], labels


def optimizer_of(model):
    decay = [p for p in model.parameters() if p.ndim >= 2]
    plain = [p for p in model.parameters() if p.ndim < 2]
    settings = [{"params": decay, "weight_decay": 0.1}, {"params": plain, "weight_decay": 0.0}]
    return torch.optim.AdamW(settings, lr=3e-3, betas=(0.9, 0.95), eps=1e-8)


def rate(step):
    if step < WARMUP:
        return (step + 1) / (WARMUP + 1)
    return max(0.0, (TOTAL - step) / (TOTAL - WARMUP))


def train():
    torch.manual_seed(2)
    model = Model()
    model.train()
    loader = DataLoader(sentences(), batch_size=6, shuffle=True, collate_fn=collate)
    optimizer = optimizer_of(model)
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    for tokens, labels in loader:
        logits = model(tokens)
        loss = F.cross_entropy(logits.reshape(-1, VOCABULARY), labels.reshape(-1), ignore_index=-100)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 0.5)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
