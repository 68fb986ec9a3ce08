"""The embedded model's shape in PyTorch: Qwen3 (RMSNorm, per-head q/k norms, RoPE, SwiGLU, tied embeddings)."""

import torch
import torch.nn.functional as F
from torch import nn


class Block(nn.Module):
    def __init__(self, width, heads, head_dim, inner):
        super().__init__()
        self.heads, self.head_dim, self.inner = heads, head_dim, inner
        self.input_norm = nn.Parameter(torch.ones(width))
        self.post_norm = nn.Parameter(torch.ones(width))
        self.q_norm = nn.Parameter(torch.ones(head_dim))
        self.k_norm = nn.Parameter(torch.ones(head_dim))
        self.q = nn.Parameter(torch.randn(heads * head_dim, width) * width**-0.5)
        self.k = nn.Parameter(torch.randn(heads * head_dim, width) * width**-0.5)
        self.v = nn.Parameter(torch.randn(heads * head_dim, width) * width**-0.5)
        self.o = nn.Parameter(torch.randn(width, heads * head_dim) * 0.5 * (heads * head_dim) ** -0.5)
        self.gate = nn.Parameter(torch.randn(inner, width) * width**-0.5)
        self.up = nn.Parameter(torch.randn(inner, width) * width**-0.5)
        self.down = nn.Parameter(torch.randn(width, inner) * 0.5 * inner**-0.5)

    def forward(self, x, cos, sin, past=None):
        batch, length, width = x.shape
        h = rms(x, self.input_norm)
        q, k, v = (F.linear(h, w).view(batch, length, self.heads, self.head_dim) for w in (self.q, self.k, self.v))
        q = rotate(rms(q, self.q_norm), cos, sin).transpose(1, 2)
        k = rotate(rms(k, self.k_norm), cos, sin).transpose(1, 2)
        v = v.transpose(1, 2)
        mask = None
        if past is not None:
            mask = past.append(k, v)
            k, v = past.k, past.v
        # Attention stays in float32: its bfloat16 backward pass is several times slower on a CPU.
        with torch.autocast("cpu", enabled=False):
            q, k, v = q.float(), k.float(), v.float()
            a = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, is_causal=past is None)
        x = x + F.linear(a.transpose(1, 2).reshape(batch, length, -1), self.o)
        h = rms(x, self.post_norm)
        return x + F.linear(F.silu(F.linear(h, self.gate)) * F.linear(h, self.up), self.down)


class Model(nn.Module):
    def __init__(self, vocab=1024, width=128, layers=5, heads=4, head_dim=32, inner=384, base=10000.0, longest=1024):
        super().__init__()
        self.embed = nn.Parameter(torch.randn(vocab, width) * 0.02)
        self.blocks = nn.ModuleList(Block(width, heads, head_dim, inner) for _ in range(layers))
        self.norm = nn.Parameter(torch.ones(width))
        angles = torch.outer(torch.arange(longest).float(), base ** (-torch.arange(0, head_dim, 2) / head_dim))
        self.register_buffer("cos", torch.cat([angles, angles], -1).cos()[:, None, :], persistent=False)
        self.register_buffer("sin", torch.cat([angles, angles], -1).sin()[:, None, :], persistent=False)

    def hidden(self, ids):
        """Final normalised states [batch, length, width] of token ids [batch, length]."""
        length = ids.shape[1]
        x = F.embedding(ids, self.embed)
        for block in self.blocks:
            x = block(x, self.cos[:length], self.sin[:length])
        return rms(x, self.norm)

    def loss(self, ids, rows, targets):
        """Sum of the cross-entropy at flat positions `rows`, whose next tokens are `targets`."""
        h = self.hidden(ids).flatten(0, 1)[rows]
        return F.cross_entropy(F.linear(h, self.embed).float(), targets, reduction="sum")


def rms(x, weight):
    return F.rms_norm(x, weight.shape, weight, 1e-6)


def rotate(x, cos, sin):
    half = x.shape[-1] // 2
    turned = torch.cat([-x[..., half:], x[..., :half]], -1)
    return x * cos.to(x.dtype) + turned * sin.to(x.dtype)


def hugging_face_state(model):
    """Weights under Hugging Face's Qwen3 names, float32 and contiguous."""
    state = {"model.embed_tokens.weight": model.embed, "model.norm.weight": model.norm}
    for i, block in enumerate(model.blocks):
        at = f"model.layers.{i}."
        state |= {
            at + "input_layernorm.weight": block.input_norm,
            at + "post_attention_layernorm.weight": block.post_norm,
            at + "self_attn.q_norm.weight": block.q_norm,
            at + "self_attn.k_norm.weight": block.k_norm,
            at + "self_attn.q_proj.weight": block.q,
            at + "self_attn.k_proj.weight": block.k,
            at + "self_attn.v_proj.weight": block.v,
            at + "self_attn.o_proj.weight": block.o,
            at + "mlp.gate_proj.weight": block.gate,
            at + "mlp.up_proj.weight": block.up,
            at + "mlp.down_proj.weight": block.down,
        }
    return {name: tensor.detach().float().contiguous() for name, tensor in state.items()}
