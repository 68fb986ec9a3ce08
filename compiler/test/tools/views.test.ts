import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../runtime/abi/json.js";
import { createRandom, type Random } from "../../../runtime/random/random.js";
import type { Operation } from "../../openapi/api-model.js";
import { sampleValue } from "../../sample/sample-value.js";
import { checkConstant } from "../../schema/check-constant.js";
import { requestSchema } from "../../schema/request-schema.js";
import { apiTools } from "../../tools/api-tools.js";
import { fromStrict, toStrict } from "../../tools/strict-codec.js";
import { argumentsSchema, type ToolView, toCanonical, toFlat, toolView } from "../../tools/tool-view.js";
import { desk } from "./desk.js";

const model = await desk();
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const operation = (id: string): Operation => model.operations.get(id)!;

it("names every member of a clash by its place, and maps names that services refuse", () => {
  const { arguments: list, clashes } = toolView(model, operation("putNote"), "flat");
  expect(clashes).toEqual(["id"]);
  expect(list.slice(0, 4).map(({ name, place }) => [name, ...place])).toEqual([
    ["id__path", "path", "id"],
    ["filter_by", "query", "filter[by]"],
    ["id__body", "body", "id"],
    ["text", "body", "text"],
  ]);
  expect(list.map(({ name }) => name)).not.toContain("made");
});

it("finds another name where the one of a clash is taken", () => {
  const names = toolView(model, operation("setMark"), "flat").arguments.map(({ name }) => name);
  expect(names).toEqual(["note__query", "note__body_", "note__body"]);
});

it("keeps a body whole that may be left out although it needs fields", () => {
  const { arguments: list } = toolView(model, operation("trees/plant"), "flat");
  expect(list.map(({ name, place, required }) => [name, place, required])).toEqual([
    ["body", ["body"], false],
  ]);
});

it("tells null, absent and unknown apart", () => {
  const view = toolView(model, operation("setMark"), "flat");
  expect(plain(toCanonical(view, { note__body_: null }))).toEqual({
    ok: true,
    value: { body: { note: null } },
  });
  expect(plain(toCanonical(view, {}))).toEqual({ ok: true, value: {} });
  expect(toCanonical(view, { note: "x" }).ok).toBe(false);
  expect(toFlat(view, { body: { other: 1 } }).ok).toBe(false);
  const named = JSON.parse('{"__proto__": 1}') as JsonObject;
  expect(toCanonical(view, named).ok).toBe(false);
});

describe("over sampled arguments", () => {
  const each = [...model.operations.values()];

  it("accepts in the flat view what the canonical call accepts, and leads back", () => {
    const tally = { accepted: 0, refused: 0 };
    for (const one of each) {
      const view = toolView(model, one, "flat");
      for (const args of samples(view, 60)) {
        const call = toCanonical(view, args);
        if (!call.ok) throw new Error(call.reason);
        const flat = checkConstant(model, argumentsSchema(view), args).ok;
        expect([args, checkConstant(model, requestSchema(one), call.value).ok]).toEqual([args, flat]);
        const back = toFlat(view, call.value);
        expect(plain(back)).toEqual({ ok: true, value: plain(args) });
        const again = back.ok ? toCanonical(view, back.value) : back;
        expect(plain(again)).toEqual(plain(call));
        tally[flat ? "accepted" : "refused"]++;
      }
    }
    expect(tally.accepted).toBeGreaterThan(40);
    expect(tally.refused).toBeGreaterThan(20);
  });

  it.each(["flat", "canonical"] as const)("says accepted arguments of the %s view in strict form", (view) => {
    const { tools } = apiTools(model, { view, flavour: "strict" });
    let said = 0;
    for (const { strict, view: shown } of tools) {
      for (const args of samples(shown, 60)) {
        if (!checkConstant(model, argumentsSchema(shown), args).ok) continue;
        const written = toStrict(strict!, args);
        expect([args, written.ok]).toEqual([args, true]);
        if (!written.ok) continue;
        expect(plain(fromStrict(strict!, written.value))).toEqual({ ok: true, value: plain(args) });
        said++;
      }
    }
    expect(said).toBeGreaterThan(20);
  });
});

it("tells null from left out in the strict form, and refuses what it cannot say", () => {
  const { tools } = apiTools(model, { view: "flat", flavour: "strict" });
  const strict = tools.find(({ operation: { id } }) => id === "setMark")!.strict!;
  const cases: readonly (readonly [JsonObject, JsonObject])[] = [
    [{}, { note__query: null, note__body_: "__absent__", note__body: null }],
    [{ note__body_: null }, { note__query: null, note__body_: null, note__body: null }],
  ];
  for (const [args, written] of cases) {
    expect(plain(toStrict(strict, args))).toEqual({ ok: true, value: written });
    expect(plain(fromStrict(strict, written))).toEqual({ ok: true, value: args });
  }
  expect(toStrict(strict, { note__body_: "__absent__" }).ok).toBe(false);
  expect(toStrict(strict, { note__query: null }).ok).toBe(false);
  expect(fromStrict(strict, {}).ok).toBe(false);
});

/** Arguments of which some are sampled, some left out, and some of another type. */
function* samples(view: ToolView, count: number): Generator<JsonObject> {
  const random = createRandom(7);
  for (let index = 0; index < count; index++) {
    const out: Record<string, Json> = {};
    for (const { name, schema, required } of view.arguments) {
      if (random.chance(required ? 0.1 : 0.5)) continue;
      const value = random.chance(0.1)
        ? odd(random)
        : sampleValue({ model, direction: "request", random, name }, schema);
      if (value !== undefined) out[name] = value;
    }
    yield out;
  }
}

function odd(random: Random): Json {
  return random.pick<Json>([null, "", 0, [], {}, { other: [null] }, "__absent__ "])!;
}

it("says a list whose items differ by place as JSON text", () => {
  const { tools } = apiTools(model, { view: "flat", flavour: "strict" });
  const strict = tools.find(({ operation: { id } }) => id === "putNote")!.strict!;
  const args = { id__path: 1, id__body: "1", text: "a", pair: ["a", 1, true] };
  const written = toStrict(strict, args);
  expect(written.ok && written.value["pair"]).toBe('["a",1,true]');
  expect(written.ok && plain(fromStrict(strict, written.value))).toEqual({ ok: true, value: args });
});
