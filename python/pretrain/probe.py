"""Samples every call of recorded conversations after the true history and reports how often each slot is right."""

import argparse
import collections
import json

import torch
from model import Model
from safetensors.torch import load_file
from torch.nn import functional as F


class Cache:
    def __init__(self):
        self.k = self.v = None

    def append(self, k, v):
        first = self.k is None
        self.k = k if first else torch.cat([self.k, k], 2)
        self.v = v if first else torch.cat([self.v, v], 2)
        size = k.shape[2]
        return torch.ones(size, size, dtype=torch.bool).tril() if first else None


def load(path):
    state = load_file(path)
    model = Model()
    with torch.no_grad():
        model.embed.copy_(state["model.embed_tokens.weight"])
        model.norm.copy_(state["model.norm.weight"])
        for i, b in enumerate(model.blocks):
            at = f"model.layers.{i}."
            b.input_norm.copy_(state[at + "input_layernorm.weight"])
            b.post_norm.copy_(state[at + "post_attention_layernorm.weight"])
            b.q_norm.copy_(state[at + "self_attn.q_norm.weight"])
            b.k_norm.copy_(state[at + "self_attn.k_norm.weight"])
            for name in "qkvo":
                getattr(b, name).copy_(state[at + f"self_attn.{name}_proj.weight"])
            for name in ("gate", "up", "down"):
                getattr(b, name).copy_(state[at + f"mlp.{name}_proj.weight"])
    return model


@torch.no_grad()
def sample(model, prompt, count, temperature, longest, stop):
    """`count` continuations of one prompt; temperature 0 is greedy."""
    caches = [Cache() for _ in model.blocks]
    ids = torch.tensor([prompt] * count)
    out = [[] for _ in range(count)]
    done = [False] * count
    at = 0
    for _ in range(longest):
        x = F.embedding(ids, model.embed)
        size = ids.shape[1]
        for block, cache in zip(model.blocks, caches):
            x = block(x, model.cos[at : at + size], model.sin[at : at + size], cache)
        at += size
        h = F.rms_norm(x[:, -1], model.norm.shape, model.norm, 1e-6)
        logits = F.linear(h, model.embed)
        if temperature == 0:
            ids = logits.argmax(-1, keepdim=True)
        else:
            ids = torch.multinomial((logits / temperature).softmax(-1), 1)
        for i, token in enumerate(ids[:, 0].tolist()):
            if not done[i]:
                out[i].append(token)
                done[i] = token == stop
        if all(done):
            break
    return out


def leaves(value, path=""):
    if isinstance(value, dict):
        return {k: v for name, inner in value.items() for k, v in leaves(inner, f"{path}.{name}").items()}
    return {path: json.dumps(value)}


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--model", required=True)
    p.add_argument("--probes", required=True)
    p.add_argument("--pieces", required=True, help="JSON list: the text of each token as latin-1 bytes")
    p.add_argument("--samples", type=int, default=8)
    p.add_argument("--show", type=int, default=0)
    a = p.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    model = load(a.model)
    pieces = json.load(open(a.pieces))
    cases = json.load(open(a.probes))
    for temperature, count in ((1.0, a.samples), (0.0, 1)):
        right, total, wrong = collections.Counter(), collections.Counter(), collections.defaultdict(collections.Counter)
        for case in cases:
            gold = leaves(case["gold"]["arguments"])
            at = f"{case['name']}/{case['turn']} {case['gold']['name']}"
            for ids in sample(model, case["prompt"], count, temperature, 160, 2):
                text = b"".join(pieces[i].encode("latin-1") for i in ids).decode("utf-8", "replace")
                try:
                    call = json.loads(text.split("<tool_call>", 1)[1].split("</tool_call>")[0])
                    got, name = leaves(call["arguments"]), call["name"]
                except Exception:
                    got, name = {}, "unparsed"
                total[at] += 1
                if name != case["gold"]["name"]:
                    wrong[at][name[:30] if name != "unparsed" else text[:40]] += 1
                    continue
                right[at] += 1
                exact = at + " EXACT"
                total[exact] += 1
                right[exact] += got == gold
                for slot, value in gold.items():
                    key = f"{at} {slot}"
                    total[key] += 1
                    right[key] += got.get(slot) == value
                    if got.get(slot) != value:
                        wrong[key][f"{value} <- {got.get(slot)}"] += 1
        print(f"T={temperature}")
        for key in total:
            bad = "; ".join(f"{n}x {w}" for w, n in wrong[key].most_common(a.show))
            print(f"  {right[key] / total[key]:.2f} {key}   {bad}")


if __name__ == "__main__":
    main()
