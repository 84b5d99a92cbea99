"""Fine-tuning: a frozen trunk, a head with a larger rate, two batches accumulated, a loss scale, clipping."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

ACCUMULATE = 2


class Trunk(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Linear(12, 16)
        self.bn = nn.BatchNorm1d(16)
        self.body = nn.Linear(16, 16)
        self.norm = nn.LayerNorm(16)

    def forward(self, x):
        x = torch.relu(self.bn(self.stem(x)))
        return self.norm(x + torch.relu(self.body(x)))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = Trunk()
        self.head = nn.Linear(16, 4)

    def forward(self, x):
        return self.head(self.trunk(x))


def freeze(model):
    for parameter in model.trunk.stem.parameters():
        parameter.requires_grad = False


def train():
    torch.manual_seed(7)
    model = Model()
    freeze(model)
    model.train()
    model.trunk.bn.eval()
    generator = torch.Generator().manual_seed(8)
    data = TensorDataset(torch.randn(128, 12, generator=generator), torch.randn(128, 4, generator=generator))
    loader = DataLoader(data, batch_size=4, shuffle=True)
    body = [p for p in model.trunk.parameters() if p.requires_grad]
    settings = [{"params": body, "lr": 1e-3}, {"params": model.head.parameters(), "lr": 1e-2}]
    optimizer = torch.optim.AdamW(settings, weight_decay=0.01)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=12, eta_min=1e-5)
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
    criterion = nn.SmoothL1Loss(beta=0.5)
    for number, (inputs, targets) in enumerate(loader, 1):
        loss = criterion(model(inputs), targets) / ACCUMULATE
        scaler.scale(loss).backward()
        if number % ACCUMULATE == 0:
            scaler.unscale_(optimizer)
            nn.utils.clip_grad_norm_(model.parameters(), 0.3)
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()
            scheduler.step()
