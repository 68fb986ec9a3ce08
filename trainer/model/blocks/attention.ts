import type { Tensor, Tensor1D, Tensor2D, TensorLibrary } from "../../engine/tensor-library.js";
import { type HeadTransform, transformHeads, transformHeadsGradient } from "../head-transform.js";
import type { ModelConfig } from "../model-config.js";
import type { PackedBatch } from "../packed-batch.js";
import type { RopeTable } from "../rope.js";
import { gatherKeys, headMajor, rowMajor, scatterKeys, transpose } from "./attention-layout.js";
import { type Tile, tilesOf } from "./attention-tiles.js";

export interface AttentionInputs {
  /** [n, heads * headSize]. */
  readonly q: Tensor2D;
  /** [n, keyValueHeads * headSize]. */
  readonly k: Tensor2D;
  readonly v: Tensor2D;
  /** Weights of the per-head norms, [headSize]; absent for models without them. */
  readonly qNorm?: Tensor1D;
  readonly kNorm?: Tensor1D;
}

/**
 * Causal attention over packed segments: [n, heads * headSize].
 *
 * Computed tile by tile (up to 192 query rows of one head of one segment) as plain two-dimensional products, the one
 * shape that WebAssembly multiplies fast. Norms, rotation and the movement of heads are plain JavaScript. The softmax
 * gradient uses rowsum(P * dP) = rowsum(dO * O) (Dao et al., 2022). The backward pass works on transposed scores, so
 * that the right-hand factor of every product is narrow: WebAssembly repacks that one first, slower than it transposes.
 */
export function attention(
  tf: TensorLibrary,
  config: ModelConfig,
  rope: RopeTable,
  batch: PackedBatch,
  inputs: AttentionInputs,
): Tensor2D {
  const { heads, keyValueHeads, headSize } = config;
  const rows = batch.ids.length;
  const tiles = tilesOf(batch.segments);
  const normed = inputs.qNorm !== undefined && inputs.kNorm !== undefined;
  const run = tf.customGrad((...args) => {
    const save = args[args.length - 1] as unknown as (tensors: Tensor[]) => void;
    const values = args.slice(0, -1).map((tensor) => (tensor as Tensor).dataSync() as Float32Array);
    const [qIn, kIn, vIn] = values as [Float32Array, Float32Array, Float32Array, ...Float32Array[]];
    const shape = { rows, headSize, epsilon: config.normEpsilon, rope, positions: batch.positions };
    const norm = (index: number) => (normed ? { norm: values[index] as Float32Array } : {});
    const qt: HeadTransform = { ...shape, heads, scale: 1 / Math.sqrt(headSize), ...norm(3) };
    const kt: HeadTransform = { ...shape, heads: keyValueHeads, scale: 1, ...norm(4) };
    const q = transformHeads(qIn, qt);
    const k = transformHeads(kIn, kt);
    const v = headMajor(vIn, rows, keyValueHeads, headSize);
    const out = new Float32Array(rows * heads * headSize);
    const masks = new Map<string, Tensor2D>();
    const weights: Tensor[] = [];
    for (let head = 0; head < heads; head += 1) {
      const keyHead = Math.floor((head * keyValueHeads) / heads) * rows * headSize;
      for (const tile of tiles) {
        const product = tf.tidy(() => {
          const queries = tf.tensor2d(queryRows(q, head, rows, headSize, tile), [tile.rows, headSize]);
          const keys = gatherKeys(k, keyHead, headSize, tile);
          const keysT = tf.tensor2d(transpose(keys, tile.width, headSize), [headSize, tile.width]);
          const seen = tf.tensor2d(gatherKeys(v, keyHead, headSize, tile), [tile.width, headSize]);
          const p = tf.softmax(tf.add(tf.matMul(queries, keysT), maskOf(tf, masks, tile)) as Tensor2D);
          weights.push(tf.keep(p));
          return tf.matMul(p, seen);
        });
        placeRows(out, product.dataSync() as Float32Array, head, heads, headSize, tile);
        product.dispose();
      }
    }
    save(weights);
    for (const tensor of [...weights, ...masks.values()]) tensor.dispose();
    return {
      value: tf.tensor2d(out, [rows, heads * headSize]),
      gradFunc: (dy, saved) => {
        const kept = saved as Tensor2D[];
        const dOut = dy.dataSync() as Float32Array;
        const dq = new Float32Array(q.length);
        const dk = new Float32Array(k.length);
        const dv = new Float32Array(v.length);
        let index = 0;
        for (let head = 0; head < heads; head += 1) {
          const keyHead = Math.floor((head * keyValueHeads) / heads) * rows * headSize;
          for (const tile of tiles) {
            const p = kept[index++] as Tensor2D;
            const own = takeRows(dOut, head, heads, headSize, tile);
            const along = rowProducts(own, takeRows(out, head, heads, headSize, tile), tile.rows, headSize);
            const [a, b, c] = tf.tidy(() => {
              const dO = tf.tensor2d(own, [tile.rows, headSize]);
              const dOT = tf.tensor2d(transpose(own, tile.rows, headSize), [headSize, tile.rows]);
              const queries = tf.tensor2d(queryRows(q, head, rows, headSize, tile), [tile.rows, headSize]);
              const keys = tf.tensor2d(gatherKeys(k, keyHead, headSize, tile), [tile.width, headSize]);
              const seen = tf.tensor2d(gatherKeys(v, keyHead, headSize, tile), [tile.width, headSize]);
              const pT = tf.transpose(p);
              const dPT = tf.matMul(seen, dOT);
              const dST = tf.mul(pT, tf.sub(dPT, tf.tensor2d(along, [1, tile.rows]))) as Tensor2D;
              return [tf.matMul(tf.transpose(dST), keys), tf.matMul(dST, queries), tf.matMul(pT, dO)];
            }) as [Tensor2D, Tensor2D, Tensor2D];
            const at = (head * rows + tile.start) * headSize;
            dq.set(a.dataSync() as Float32Array, at);
            scatterKeys(b.dataSync() as Float32Array, dk, keyHead, headSize, tile);
            scatterKeys(c.dataSync() as Float32Array, dv, keyHead, headSize, tile);
            for (const tensor of [a, b, c, p]) tensor.dispose();
          }
        }
        const dQ = transformHeadsGradient(dq, qIn, qt);
        const dK = transformHeadsGradient(dk, kIn, kt);
        const queryShape: [number, number] = [rows, heads * headSize];
        const keyShape: [number, number] = [rows, keyValueHeads * headSize];
        return [
          tf.tensor2d(dQ.dx, queryShape),
          tf.tensor2d(dK.dx, keyShape),
          tf.tensor2d(rowMajor(dv, rows, keyValueHeads, headSize), keyShape),
          ...(normed ? [tf.tensor1d(dQ.dNorm), tf.tensor1d(dK.dNorm)] : []),
        ];
      },
    };
  });
  const tensors: Tensor[] = [inputs.q, inputs.k, inputs.v];
  if (inputs.qNorm !== undefined && inputs.kNorm !== undefined) tensors.push(inputs.qNorm, inputs.kNorm);
  return run(...tensors) as Tensor2D;
}

/** Adds nothing where row r may look, and a large negative number behind its own position. */
function maskOf(tf: TensorLibrary, cache: Map<string, Tensor2D>, { rows, width }: Tile): Tensor2D {
  const key = `${rows}:${width}`;
  const found = cache.get(key);
  if (found !== undefined) return found;
  const values = new Float32Array(rows * width);
  for (let row = 0; row < rows; row += 1) {
    values.fill(-1e9, row * width + width - rows + row + 1, (row + 1) * width);
  }
  const mask = tf.keep(tf.tensor2d(values, [rows, width]));
  cache.set(key, mask);
  return mask;
}

function queryRows(q: Float32Array, head: number, rows: number, headSize: number, tile: Tile): Float32Array {
  const from = (head * rows + tile.start) * headSize;
  return q.slice(from, from + tile.rows * headSize);
}

/** Rows of one head out of [n, heads * headSize]. */
function takeRows(x: Float32Array, head: number, heads: number, headSize: number, tile: Tile): Float32Array {
  const out = new Float32Array(tile.rows * headSize);
  for (let row = 0; row < tile.rows; row += 1) {
    const from = ((tile.start + row) * heads + head) * headSize;
    out.set(x.subarray(from, from + headSize), row * headSize);
  }
  return out;
}

function placeRows(
  out: Float32Array,
  values: Float32Array,
  head: number,
  heads: number,
  headSize: number,
  tile: Tile,
): void {
  for (let row = 0; row < tile.rows; row += 1) {
    const part = values.subarray(row * headSize, (row + 1) * headSize);
    out.set(part, ((tile.start + row) * heads + head) * headSize);
  }
}

function rowProducts(a: Float32Array, b: Float32Array, rows: number, width: number): Float32Array {
  const out = new Float32Array(rows);
  for (let row = 0; row < rows; row += 1) {
    let sum = 0;
    for (let i = row * width; i < (row + 1) * width; i += 1) sum += (a[i] as number) * (b[i] as number);
    out[row] = sum;
  }
  return out;
}
