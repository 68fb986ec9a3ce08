import type { BoundScenario } from "../bind/scenario.js";
import type { EmittedFile, Origin } from "../emit/file.js";
import { reopened } from "../emit/header.js";
import { emitScenarioIr, irPart } from "../emit/ir.js";
import { scenarioParts } from "../emit/project.js";
import type { ScenarioInput } from "../emit/scenario-input.js";
import type { ScenarioIr } from "../ir/scenario.js";
import { Memory, type Rounds } from "./memory.js";
import { type Look, remembered, type Traced } from "./traced.js";

/** Stands for the sources while a part is printed; the real ones are put in after it. */
const NO_ORIGIN: Origin = { source: "", hash: "" };

/**
 * Printed parts of scenarios by what of the IR they were printed from. Most edits change little of it: a comment
 * nothing, a test the tests alone; yet they bind the scenario anew, and change the hash of its sources.
 */
export class ScenarioPrints {
  private readonly parts: Memory<Traced<Promise<readonly EmittedFile[]>>>;

  /** Parts of the IR as they stand in its file. */
  private readonly texts: Memory<Traced<string>>;

  constructor(rounds: Rounds) {
    this.parts = new Memory(rounds);
    this.texts = new Memory(rounds);
  }

  /** @param onPrint told once, before the first part is printed. */
  async print(bound: BoundScenario, origin: Origin, onPrint: () => void): Promise<readonly EmittedFile[]> {
    const input = inputOf(bound);
    const scenario = `${bound.file}#${input.ir.name}`;
    const look = lookAt(input);
    const files: EmittedFile[] = [];
    let told = false;
    for (const [index, part] of scenarioParts.entries()) {
      const printed = remembered(this.parts, `${scenario} ${index}`, look, (tracing) => {
        if (!told) onPrint();
        told = true;
        return part(traced(input, tracing));
      });
      for (const file of await printed) files.push(reopened(file, origin));
    }
    const textOf = (key: keyof ScenarioIr) =>
      remembered(this.texts, `${scenario} ${key}`, look, (tracing) => {
        tracing(`ir ${key}`);
        return irPart(input.ir, key);
      });
    return [...files, emitScenarioIr(input.ir, textOf)];
  }

  forgetUnused(): void {
    this.parts.forgetUnused();
    this.texts.forgetUnused();
  }
}

function inputOf({ ir, worlds }: BoundScenario): ScenarioInput {
  return {
    ir,
    origin: NO_ORIGIN,
    worlds: new Map(worlds.map((world) => [world.ir.name, world.ir])),
    apis: new Map(worlds.flatMap((world) => [...world.apis])),
  };
}

/** Parts of the IR answer with their text, since they are other objects each time; worlds and APIs for themselves. */
function lookAt({ ir, worlds, apis }: ScenarioInput): Look {
  const texts = new Map<string, string | undefined>();
  return (question) => {
    const kind = question.slice(0, question.indexOf(" "));
    const name = question.slice(kind.length + 1);
    if (kind === "world") return worlds.get(name);
    if (kind === "api") return apis.get(name);
    if (kind === "names") return JSON.stringify([[...worlds.keys()], [...apis.keys()]]);
    if (kind === "keys") return JSON.stringify(Object.keys(ir));
    if (!texts.has(name)) texts.set(name, JSON.stringify(ir[name as keyof ScenarioIr]));
    return texts.get(name);
  };
}

/** The same input, which notes what of the IR is read. A copy of the IR reads all of it, and so does a list of its keys. */
function traced(input: ScenarioInput, look: Look): ScenarioInput {
  look("names ");
  for (const name of input.worlds.keys()) look(`world ${name}`);
  for (const name of input.apis.keys()) look(`api ${name}`);
  const everything = () => {
    for (const key of Object.keys(input.ir)) look(`ir ${key}`);
    look("keys ");
  };
  const ir = new Proxy(input.ir, {
    get(target, key) {
      if (typeof key === "string") look(`ir ${key}`);
      return Reflect.get(target, key);
    },
    has(target, key) {
      if (typeof key === "string") look(`ir ${key}`);
      return Reflect.has(target, key);
    },
    ownKeys(target) {
      everything();
      return Reflect.ownKeys(target);
    },
  });
  return { ...input, ir };
}
