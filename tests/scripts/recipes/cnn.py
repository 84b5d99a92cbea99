"""A classifier of small images: SGD with momentum, weight decay on weights alone, warm-up and cosine."""

import math

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset

EPOCHS = 4
LR = 0.1


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 8, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(8)
        self.conv2 = nn.Conv2d(8, 8, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(8)
        self.drop = nn.Dropout(0.1)
        self.fc = nn.Linear(8, 5)

    def forward(self, x):
        x = F.relu(self.bn1(self.conv1(x)))
        x = F.max_pool2d(F.relu(self.bn2(self.conv2(x))), 2)
        return self.fc(self.drop(x.mean((2, 3))))


def dataset():
    generator = torch.Generator().manual_seed(3)
    images = torch.rand(44, 3, 8, 8, generator=generator)
    labels = torch.randint(0, 5, (44,), generator=generator)
    mean = torch.tensor([0.485, 0.456, 0.406]).view(3, 1, 1)
    std = torch.tensor([0.229, 0.224, 0.225]).view(3, 1, 1)
    return TensorDataset((images - mean) / std, labels)


def groups(net):
    decay = [p for n, p in net.named_parameters() if p.ndim > 1]
    plain = [p for n, p in net.named_parameters() if p.ndim <= 1]
    return [{"params": decay, "weight_decay": 5e-4}, {"params": plain, "weight_decay": 0.0}]


def train():
    torch.manual_seed(1)
    net = Net()
    net.train()
    loader = DataLoader(dataset(), batch_size=8, shuffle=True, drop_last=True)
    optimizer = torch.optim.SGD(groups(net), lr=LR, momentum=0.9, nesterov=True)
    total = EPOCHS * len(loader)
    warmup = 4

    def scale(step):
        if step < warmup:
            return (step + 1) / warmup
        return 0.5 * (1 + math.cos(math.pi * (step - warmup) / (total - warmup)))

    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, scale)
    for _ in range(EPOCHS):
        for images, labels in loader:
            logits = net(images)
            loss = F.cross_entropy(logits, labels, label_smoothing=0.1)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            scheduler.step()
