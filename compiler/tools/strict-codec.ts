import type { Json, JsonObject } from "../../runtime/abi/json.js";
import { emptyRecord } from "../openapi/node.js";
import { isSchema } from "../openapi/schema-children.js";
import { checkConstant } from "../schema/check-constant.js";
import { ABSENT, type Codec, type CodecMember } from "./codec.js";
import type { StrictForm } from "./strict-form.js";
import type { Converted } from "./tool-view.js";

const NO_SCHEMAS = { schemas: new Map<string, JsonObject>() };

/** Arguments of the plain form from those of the strict one. Fails where the strict schema is not kept. */
export function fromStrict({ parameters, codec }: StrictForm, args: JsonObject): Converted {
  const check = checkConstant(NO_SCHEMAS, parameters, args);
  if (!check.ok) return { ok: false, reason: check.reason };
  const value = decode(codec, args);
  return isSchema(value) ? { ok: true, value } : { ok: false, reason: "a text is no JSON" };
}

/** The other way; fails for arguments that the strict form has no words for. */
export function toStrict({ parameters, codec }: StrictForm, args: JsonObject): Converted {
  const value = encode(codec, args);
  if (!isSchema(value)) return { ok: false, reason: "the strict form cannot say this" };
  const check = checkConstant(NO_SCHEMAS, parameters, value);
  return check.ok ? { ok: true, value } : { ok: false, reason: check.reason };
}

/** Undefined for a value that cannot be read. */
function decode(codec: Codec, value: Json): Json | undefined {
  switch (codec.kind) {
    case "same":
      return value;
    case "json":
      return typeof value === "string" ? parsed(value) : undefined;
    case "list":
      return Array.isArray(value) ? each(value, (item) => decode(codec.items, item)) : undefined;
    case "choice": {
      for (const { schema, codec: inner } of codec.branches) {
        if (!checkConstant(NO_SCHEMAS, schema, value).ok) continue;
        const read = decode(inner, value);
        if (read !== undefined) return read;
      }
      return undefined;
    }
    case "object": {
      if (!isSchema(value)) return undefined;
      const out = emptyRecord<Json>();
      for (const { name, codec: inner, absent } of codec.members) {
        const given = Object.hasOwn(value, name) ? value[name] : undefined;
        if (given === undefined) return undefined;
        if ((absent === "null" && given === null) || (absent === "mark" && given === ABSENT)) continue;
        const read = decode(inner, given);
        if (read === undefined) return undefined;
        out[name] = read;
      }
      return out;
    }
  }
}

function encode(codec: Codec, value: Json): Json | undefined {
  switch (codec.kind) {
    case "same":
      return value;
    case "json":
      return JSON.stringify(value);
    case "list":
      return Array.isArray(value) ? each(value, (item) => encode(codec.items, item)) : undefined;
    case "choice": {
      for (const { schema, codec: inner } of codec.branches) {
        const written = encode(inner, value);
        if (written !== undefined && checkConstant(NO_SCHEMAS, schema, written).ok) return written;
      }
      return undefined;
    }
    case "object": {
      if (!isSchema(value)) return undefined;
      if (Object.keys(value).some((name) => !codec.members.some((member) => member.name === name)))
        return undefined;
      const out = emptyRecord<Json>();
      for (const { name, codec: inner, absent } of codec.members) {
        const given = Object.hasOwn(value, name) ? value[name] : undefined;
        const written =
          given !== undefined
            ? encodeGiven(inner, absent, given)
            : absent === "never"
              ? undefined
              : absent === "null"
                ? null
                : ABSENT;
        if (written === undefined) return undefined;
        out[name] = written;
      }
      return out;
    }
  }
}

/** A value that would read as "left out" cannot be said. */
function encodeGiven(codec: Codec, absent: CodecMember["absent"], value: Json): Json | undefined {
  const written = encode(codec, value);
  const mark = absent === "null" ? null : absent === "mark" ? ABSENT : undefined;
  return written === mark ? undefined : written;
}

function each(list: readonly Json[], change: (item: Json) => Json | undefined): Json | undefined {
  const out = list.map(change);
  return out.some((item) => item === undefined) ? undefined : (out as Json[]);
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
