"""Muon for the matrices (Jordan et al., 2024; update scaled to AdamW's RMS as Liu et al., 2025), AdamW for the rest."""

import torch


def orthogonalize(g, steps=5):
    """Newton-Schulz iteration on a stack of matrices [n, rows, cols]; singular values move towards 1."""
    a, b, c = 3.4445, -4.7750, 2.0315
    x = (g / (g.norm(dim=(1, 2), keepdim=True) + 1e-7)).bfloat16()
    tall = x.shape[1] > x.shape[2]
    if tall:
        x = x.mT
    for _ in range(steps):
        s = x @ x.mT
        x = a * x + (b * s + c * (s @ s)) @ x
    return (x.mT if tall else x).float()


class Optimizer:
    def __init__(self, model, adam_scale=0.5, momentum=0.95, decay=0.05):
        matrices = [p for name, p in model.named_parameters() if p.ndim == 2 and name != "embed"]
        self.groups = {}
        for p in matrices:
            self.groups.setdefault(tuple(p.shape), []).append(p)
        self.buffers = {shape: torch.zeros(len(ps), *shape) for shape, ps in self.groups.items()}
        self.momentum, self.decay, self.adam_scale = momentum, decay, adam_scale
        rest = [p for name, p in model.named_parameters() if p.ndim != 2 or name == "embed"]
        self.adam = torch.optim.AdamW(rest, lr=1e-3, betas=(0.9, 0.95), weight_decay=0.0)

    @torch.no_grad()
    def step(self, lr):
        for shape, params in self.groups.items():
            buffer = self.buffers[shape]
            grad = torch.stack([p.grad for p in params])
            buffer.mul_(self.momentum).add_(grad)
            update = orthogonalize(grad.add(buffer, alpha=self.momentum)) * (0.2 * max(shape) ** 0.5)
            for p, u in zip(params, update):
                p.mul_(1 - lr * self.decay).add_(u, alpha=-lr)
        for group in self.adam.param_groups:
            group["lr"] = lr * self.adam_scale
        self.adam.step()

    def state_dict(self):
        return {"buffers": self.buffers, "adam": self.adam.state_dict()}

    def load_state_dict(self, state):
        self.buffers = state["buffers"]
        self.adam.load_state_dict(state["adam"])
