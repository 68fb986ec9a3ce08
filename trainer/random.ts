export type { Random, RandomState } from "../runtime/random/random.js";
export { createRandom, restoreRandom } from "../runtime/random/random.js";
