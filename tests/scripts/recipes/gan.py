"""A generator and a discriminator, each with an Adam of its own."""

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader

LATENT = 6


def generator():
    return nn.Sequential(nn.Linear(LATENT, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 10), nn.Tanh())


def discriminator():
    return nn.Sequential(nn.Linear(10, 16), nn.LeakyReLU(0.2), nn.Dropout(0.3), nn.Linear(16, 1))


def train():
    torch.manual_seed(4)
    g, d = generator(), discriminator()
    data = torch.randn(80, 10, generator=torch.Generator().manual_seed(6)).tanh()
    g_optimizer = torch.optim.Adam(g.parameters(), lr=2e-4, betas=(0.5, 0.999))
    d_optimizer = torch.optim.Adam(d.parameters(), lr=4e-4, betas=(0.5, 0.999))
    for real in DataLoader(data, batch_size=8, shuffle=True):
        ones, zeros = torch.ones(len(real), 1), torch.zeros(len(real), 1)
        fake = g(torch.randn(len(real), LATENT))
        d_optimizer.zero_grad()
        real_loss = F.binary_cross_entropy_with_logits(d(real), ones)
        fake_loss = F.binary_cross_entropy_with_logits(d(fake.detach()), zeros)
        d_loss = real_loss + fake_loss
        d_loss.backward()
        d_optimizer.step()
        g_optimizer.zero_grad()
        g_loss = F.binary_cross_entropy_with_logits(d(fake), ones)
        g_loss.backward()
        g_optimizer.step()
