"""One stage of pretraining on a corpus written by trainer/pretrain. See the model card for the whole recipe."""

import argparse
import json
import pathlib
import time

import numpy as np
import torch
from model import Model, hugging_face_state
from optimizer import Optimizer
from safetensors.torch import save_file


class Corpus:
    """Dialogues of one folder, in batches of like lengths."""

    def __init__(self, folders):
        parts = [pathlib.Path(f) for f in folders]
        self.ids = np.concatenate([np.fromfile(p / "ids.bin", np.uint16) for p in parts]).astype(np.int64)
        self.weights = np.concatenate([np.fromfile(p / "weights.bin", np.uint8) for p in parts])
        self.lengths = np.concatenate([np.fromfile(p / "lengths.bin", np.uint32) for p in parts]).astype(np.int64)
        self.starts = np.concatenate([[0], np.cumsum(self.lengths)[:-1]])

    def batches(self, tokens, seed):
        """Endless batches of at most `tokens` padded tokens; each window of 256 dialogues is sorted by length."""
        rng = np.random.default_rng(seed)
        while True:
            order = rng.permutation(len(self.lengths))
            for at in range(0, len(order), 256):
                window = order[at : at + 256]
                window = window[np.argsort(self.lengths[window], kind="stable")]
                rows, chunks = [], []
                for i in window:
                    if rows and (len(rows) + 1) * self.lengths[i] > tokens:
                        chunks.append(rows)
                        rows = []
                    rows.append(i)
                chunks.append(rows)
                for j in rng.permutation(len(chunks)):
                    yield self.batch(chunks[j])

    def batch(self, rows):
        longest = int(self.lengths[rows].max())
        ids = np.zeros((len(rows), longest), np.int64)
        weights = np.zeros((len(rows), longest), np.uint8)
        for n, i in enumerate(rows):
            at, size = self.starts[i], self.lengths[i]
            ids[n, :size] = self.ids[at : at + size]
            weights[n, :size] = self.weights[at : at + size]
        where = np.flatnonzero(weights[:, 1:])
        row, col = np.divmod(where, longest - 1)
        return (
            torch.from_numpy(ids),
            torch.from_numpy(row * longest + col),
            torch.from_numpy(ids[row, col + 1]),
            int(self.lengths[rows].sum()),
        )


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--corpus", nargs="+", required=True)
    p.add_argument("--held")
    p.add_argument("--init")
    p.add_argument("--out", required=True)
    p.add_argument("--tokens", type=float, required=True)
    p.add_argument("--batch", type=int, default=4096)
    p.add_argument("--lr", type=float, default=4e-3)
    p.add_argument("--lr-end", type=float)
    p.add_argument("--warmup", type=int, default=0)
    p.add_argument("--ema", type=float, default=0.995)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--threads", type=int, default=1)
    p.add_argument("--compile", action="store_true")
    p.add_argument("--fp32", action="store_true")
    p.add_argument("--every", type=float, default=250e3)
    a = p.parse_args()
    torch.set_num_threads(a.threads)
    torch.manual_seed(a.seed)
    model = Model()
    optimizer = Optimizer(model)
    if a.init:
        saved = torch.load(a.init, weights_only=True)
        model.load_state_dict(saved["model"])
        optimizer.load_state_dict(saved["optimizer"])
    average = {name: t.detach().clone() for name, t in model.named_parameters()}
    corpus = Corpus(a.corpus)
    held = Corpus([a.held]) if a.held else None
    loss_of = torch.compile(model.loss, dynamic=True) if a.compile else model.loss
    out = pathlib.Path(a.out)
    out.mkdir(parents=True, exist_ok=True)
    log = open(out / "log.jsonl", "a")
    seen, step, next_report, began = 0, 0, a.every, time.time()
    total_loss = total_count = 0.0
    for ids, rows, targets, size in corpus.batches(a.batch, a.seed):
        share = min(seen / a.tokens, 1.0)
        lr = a.lr if a.lr_end is None else a.lr + (a.lr_end - a.lr) * share
        lr *= min(1.0, (step + 1) / a.warmup) if a.warmup else 1.0
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=not a.fp32):
            loss = loss_of(ids, rows, targets)
        (loss / len(targets)).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step(lr)
        model.zero_grad(set_to_none=True)
        keep = min(a.ema, step / (step + 10))
        with torch.no_grad():
            for name, t in model.named_parameters():
                average[name].lerp_(t, 1 - keep)
        total_loss += float(loss.detach())
        total_count += len(targets)
        seen += size
        step += 1
        if seen >= next_report or seen >= a.tokens:
            report = {"tokens": seen, "step": step, "lr": lr, "loss": total_loss / total_count}
            report["seconds"] = round(time.time() - began, 1)
            if held:
                report["held"] = evaluate(model, average, held)
            log.write(json.dumps(report) + "\n")
            log.flush()
            total_loss = total_count = 0.0
            next_report += a.every
            save(out, model, optimizer, average)
        if seen >= a.tokens:
            break


@torch.no_grad()
def evaluate(model, average, held, tokens=60_000):
    """Loss and accuracy of the averaged weights on held-out dialogues, teacher-forced."""
    current = {name: t.detach().clone() for name, t in model.named_parameters()}
    model.load_state_dict(average, strict=False)
    loss = right = count = seen = 0
    for ids, rows, targets, size in held.batches(8192, 0):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            h = model.hidden(ids).flatten(0, 1)[rows]
            logits = torch.nn.functional.linear(h, model.embed).float()
        loss += float(torch.nn.functional.cross_entropy(logits, targets, reduction="sum"))
        right += int((logits.argmax(-1) == targets).sum())
        count += len(targets)
        seen += size
        if seen > tokens:
            break
    model.load_state_dict(current, strict=False)
    return {"loss": round(loss / count, 4), "accuracy": round(right / count, 4)}


def save(out, model, optimizer, average):
    torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, out / "state.tmp")
    (out / "state.tmp").rename(out / "state.pt")
    averaged = Model()
    averaged.load_state_dict(average, strict=False)
    save_file(hugging_face_state(averaged), out / "model.safetensors", metadata={"format": "pt"})


if __name__ == "__main__":
    main()
