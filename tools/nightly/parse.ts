import { mkdirSync, writeFileSync } from "node:fs";
import { corpus } from "./inputs.js";
import { runInputs } from "./run-inputs.js";

/*
 * `npm run nightly:parse [-- COUNT [SEED]]`: the properties of reading, printing and formatting on many inputs.
 * Prints how many there were of each kind; a failing input is written to runs/nightly and ends the run with 1.
 */

const CORPUS = ["dsl/test/fixtures", "compiler/test/fixtures", "scenarios"];

const count = Number(process.argv[2] ?? 200_000);
const seed = Number(process.argv[3] ?? 1);
const texts = corpus(process.cwd(), CORPUS);
const start = performance.now();
const { kinds, failures } = runInputs(texts, count, seed, (done) => {
  if (process.stderr.isTTY) process.stderr.write(`\r${done}`);
});
const seconds = (performance.now() - start) / 1000;

console.log(`${texts.length} texts in the corpus, seed ${seed}`);
for (const [kind, { inputs, valid, broken, comments, findings }] of Object.entries(kinds)) {
  console.log(
    `${kind.padEnd(8)} ${inputs} inputs: ${valid} valid, ${broken} broken, ${comments} comments, ${findings} findings`,
  );
}
const total = Object.values(kinds).reduce((sum, { inputs }) => sum + inputs, 0);
console.log(`${total} inputs in ${seconds.toFixed(0)} s, ${failures.length} failures`);
for (const [index, { kind, text, problem }] of failures.slice(0, 20).entries()) {
  mkdirSync("runs/nightly", { recursive: true });
  const path = `runs/nightly/parse-${index}.rvr`;
  writeFileSync(path, text);
  console.log(`${path} (${kind}): ${problem}`);
}
process.exitCode = failures.length > 0 ? 1 : 0;
