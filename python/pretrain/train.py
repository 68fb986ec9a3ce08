"""Pretrains the embedded model on corpora that trainer/pretrain wrote, stage by stage as a recipe says."""

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
    p.add_argument("--recipe", required=True, help="JSON list of stages: corpus (folders), tokens, lr, lr_end, batch")
    p.add_argument("--corpora", required=True, help="folder that the corpus names of the recipe lie in")
    p.add_argument("--held", help="corpus for evaluation")
    p.add_argument("--out", required=True)
    p.add_argument("--init", help="state.pt of an earlier run")
    p.add_argument("--stage", type=int, default=0, help="first stage to run, counted from 0")
    p.add_argument("--ema", type=float, default=0.995)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--threads", type=int, default=1)
    p.add_argument("--compile", action="store_true")
    p.add_argument("--bf16", action="store_true", help="multiply in bfloat16; weights and attention stay float32")
    p.add_argument("--every", type=float, default=250e3)
    a = p.parse_args()
    torch.set_num_threads(a.threads)
    torch.manual_seed(a.seed)
    run = Run(a)
    stage = a.stage
    while True:
        stages = json.loads(pathlib.Path(a.recipe).read_text())
        if stage >= len(stages):
            break
        run.train(stage, **stages[stage])
        stage += 1


class Run:
    """Model, optimizer and averaged weights, carried through the stages."""

    def __init__(self, args):
        self.args = args
        self.model = Model()
        self.optimizer = Optimizer(self.model)
        if args.init:
            saved = torch.load(args.init, weights_only=True)
            self.model.load_state_dict(saved["model"])
            self.optimizer.load_state_dict(saved["optimizer"])
        self.average = {name: t.detach().clone() for name, t in self.model.named_parameters()}
        self.held = Corpus([args.held]) if args.held else None
        self.loss = torch.compile(self.model.loss, dynamic=True) if args.compile else self.model.loss
        self.out = pathlib.Path(args.out)
        self.out.mkdir(parents=True, exist_ok=True)
        self.steps = self.total = 0

    def train(self, stage, corpus, tokens, lr, lr_end=None, batch=4096):
        """Runs one stage: the rate goes linearly from `lr` to `lr_end` over its tokens."""
        data = Corpus([pathlib.Path(self.args.corpora) / name for name in corpus])
        seen, next_report, began = 0, self.args.every, time.time()
        loss_sum = count = 0.0
        for ids, rows, targets, size in data.batches(batch, self.args.seed + stage):
            rate = lr + ((lr if lr_end is None else lr_end) - lr) * min(seen / tokens, 1.0)
            loss_sum += self.step(ids, rows, targets, rate * min(1.0, (self.steps + 1) / 20))
            count += len(targets)
            seen += size
            if seen >= next_report or seen >= tokens:
                self.report(stage, seen, rate, loss_sum / count, time.time() - began)
                loss_sum = count = 0.0
                next_report += self.args.every
            if seen >= tokens:
                break
        self.total += seen

    def step(self, ids, rows, targets, rate):
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.args.bf16):
            loss = self.loss(ids, rows, targets)
        (loss / len(targets)).backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step(rate)
        self.model.zero_grad(set_to_none=True)
        keep = min(self.args.ema, self.steps / (self.steps + 10))
        with torch.no_grad():
            for name, t in self.model.named_parameters():
                self.average[name].lerp_(t, 1 - keep)
        self.steps += 1
        return float(loss.detach())

    def report(self, stage, seen, rate, loss, seconds):
        entry = {"stage": stage, "tokens": self.total + seen, "steps": self.steps, "lr": rate, "loss": round(loss, 4)}
        entry["tokens_per_second"] = round(seen / seconds)
        if self.held:
            entry["held"] = evaluate(self.model, self.average, self.held)
        with open(self.out / "log.jsonl", "a") as log:
            log.write(json.dumps(entry) + "\n")
        save(self.out, self.model, self.optimizer, self.average)


@torch.no_grad()
def evaluate(model, average, held, tokens=60_000):
    """Loss and accuracy of the averaged weights on held-out dialogues, teacher-forced."""
    current = {name: t.detach().clone() for name, t in model.named_parameters()}
    model.load_state_dict(average, strict=False)
    loss = right = count = seen = 0
    for ids, rows, targets, size in held.batches(8192, 0):
        h = model.hidden(ids).flatten(0, 1)[rows]
        logits = torch.nn.functional.linear(h, model.embed)
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
