import { isNode, member, type Node } from "./node.js";
import type { ParsedText } from "./parse-text.js";
import { styleOf } from "./swagger-2-style.js";

/** Methods of a path item. */
const METHODS = ["get", "put", "post", "delete", "options", "head", "patch"];

/** Members of a parameter that are no part of its schema. */
const OUTSIDE_SCHEMA = new Set([
  "name",
  "in",
  "description",
  "required",
  "collectionFormat",
  "allowEmptyValue",
]);

/** Keywords of a schema whose values are data: what looks like a reference or a keyword there is none. */
const DATA = new Set(["default", "enum", "example", "x-example"]);

/** Steps to a value at most; what lies deeper accepts anything. */
const DEPTH = 200;

/** Where things of Swagger 2.0 stand in OpenAPI 3.0. */
const REFERENCES: readonly (readonly [from: string, to: string])[] = [
  ["#/definitions/", "#/components/schemas/"],
  ["#/parameters/", "#/components/parameters/"],
  ["#/responses/", "#/components/responses/"],
];

type Steps = readonly string[];

/**
 * A Swagger 2.0 document as an OpenAPI 3.0 one. Places still lead into the text as it is: every part of the new document
 * remembers where it was taken from.
 */
export function fromSwagger2(parsed: ParsedText): ParsedText {
  const conversion = new Conversion(isNode(parsed.value) ? parsed.value : {});
  const value = conversion.document();
  const { place, exactInteger } = parsed;
  return {
    ...parsed,
    value,
    locate: (steps) => parsed.locate(conversion.originOf(value, steps)),
    ...(place === undefined ? {} : { place: (steps) => place(conversion.originOf(value, steps)) }),
    ...(exactInteger === undefined
      ? {}
      : { exactInteger: (steps) => exactInteger(conversion.originOf(value, steps)) }),
  };
}

class Conversion {
  private readonly origins = new WeakMap<object, Steps>();

  constructor(private readonly swagger: Node) {}

  /** The place in the old document of a place in the new one. */
  originOf(value: unknown, steps: Steps): Steps {
    let current = value;
    let best: Steps = [];
    let rest = steps;
    for (let at = 0; at <= steps.length; at += 1) {
      const origin = typeof current === "object" && current !== null ? this.origins.get(current) : undefined;
      if (origin !== undefined) {
        best = origin;
        rest = steps.slice(at);
      }
      const step = steps[at];
      if (step === undefined) break;
      current = Array.isArray(current)
        ? current[Number(step)]
        : isNode(current)
          ? member(current, step)
          : undefined;
    }
    return [...best, ...rest];
  }

  document(): Node {
    const { swagger } = this;
    const parameters = this.entries(["parameters"]).filter(([, one]) => !isBody(one));
    const components = {
      schemas: Object.fromEntries(
        this.entries(["definitions"]).map(([name, schema, at]) => [name, this.copied(schema, at)]),
      ),
      parameters: Object.fromEntries(
        parameters.map(([name, one, at]): [string, unknown] => [name, this.parameter(one, at)]),
      ),
      responses: Object.fromEntries(
        this.entries(["responses"]).map(([name, one, at]) => [
          name,
          this.response(one, at, this.produces(swagger)),
        ]),
      ),
    };
    const kept = Object.entries(swagger).filter(
      ([name]) => ["info", "tags", "externalDocs"].includes(name) || name.startsWith("x-"),
    );
    const securitySchemes = member(swagger, "securityDefinitions");
    return this.from([], {
      openapi: "3.0.3",
      ...Object.fromEntries(kept),
      servers: this.servers(),
      paths: this.paths(),
      components: isNode(securitySchemes)
        ? { ...components, securitySchemes: this.securitySchemes(securitySchemes) }
        : components,
    });
  }

  /** Only keys of clients are of interest: which parameters carry them. Other forms are written otherwise in 3.0. */
  private securitySchemes(schemes: Node): Node {
    const keys = Object.entries(schemes).filter(([, one]) => member(one, "type") === "apiKey");
    return this.from(["securityDefinitions"], Object.fromEntries(keys));
  }

  /** What is no object stays as it is, for the check of the structure to speak of. */
  private paths(): unknown {
    const paths = member(this.swagger, "paths");
    if (!isNode(paths)) return paths;
    const items = Object.entries(paths).map(([path, item]): [string, unknown] => [
      path,
      this.pathItem(item, ["paths", path]),
    ]);
    return this.from(["paths"], Object.fromEntries(items));
  }

  private servers(): readonly Node[] {
    const { swagger } = this;
    const host = member(swagger, "host");
    const base = member(swagger, "basePath");
    const path = typeof base === "string" ? base : "";
    if (typeof host !== "string") return path === "" ? [] : [{ url: path }];
    return texts(member(swagger, "schemes"), ["https"]).map((scheme) => ({
      url: `${scheme}://${host}${path}`,
    }));
  }

  private pathItem(item: unknown, at: Steps): unknown {
    if (!isNode(item)) return item;
    const shared = this.parametersOf(item, at);
    const converted = METHODS.flatMap((method): [string, unknown][] => {
      const operation = member(item, method);
      return isNode(operation) ? [[method, this.operation(operation, [...at, method], shared)]] : [];
    });
    const others = Object.entries(item).filter(([name]) => name.startsWith("x-") || name === "$ref");
    return this.from(at, Object.fromEntries([...others, ...converted]));
  }

  private operation(operation: Node, at: Steps, shared: readonly Found[]): unknown {
    const own = this.parametersOf(operation, at);
    const replaced = new Set(own.map(keyOf));
    const all = [...shared.filter((one) => !replaced.has(keyOf(one))), ...own];
    const { parameters: _, consumes, produces: __, responses, schemes: ___, ...rest } = operation;
    const body = this.body(
      all,
      texts(consumes, texts(member(this.swagger, "consumes"), ["application/json"])),
      at,
    );
    const produces = this.produces(operation);
    const answers = isNode(responses) ? responses : {};
    return this.from(at, {
      ...rest,
      parameters: all.filter(({ value }) => !isBody(value)).map((one) => this.parameter(one.written, one.at)),
      ...(body === undefined ? {} : { requestBody: body }),
      responses: this.from(
        [...at, "responses"],
        Object.fromEntries(
          Object.entries(answers).map(([status, one]) => [
            status,
            this.response(one, [...at, "responses", status], produces),
          ]),
        ),
      ),
    });
  }

  private produces(owner: Node): readonly string[] {
    return texts(member(owner, "produces"), texts(member(this.swagger, "produces"), ["application/json"]));
  }

  /** Parameters with what they refer to: whether one is a body decides where it goes. */
  private parametersOf(owner: Node, at: Steps): readonly Found[] {
    const list = member(owner, "parameters");
    if (!Array.isArray(list)) return [];
    return list.map((written: unknown, index): Found => {
      const own = [...at, "parameters", String(index)];
      const reference = isNode(written) ? member(written, "$ref") : undefined;
      const name = typeof reference === "string" ? /^#\/parameters\/(.+)$/u.exec(reference)?.[1] : undefined;
      const target =
        name === undefined ? undefined : member(member(this.swagger, "parameters"), unescaped(name));
      if (!isNode(target)) return { written, value: written, at: own };
      return isBody(target)
        ? { written: target, value: target, at: ["parameters", unescaped(name ?? "")] }
        : { written, value: target, at: own };
    });
  }

  private parameter(written: unknown, at: Steps): unknown {
    if (!isNode(written)) return written;
    if (member(written, "$ref") !== undefined) return this.copied(written, at);
    const outside = Object.fromEntries(
      Object.entries(written).filter(([name]) => OUTSIDE_SCHEMA.has(name) && name !== "collectionFormat"),
    );
    return this.from(at, { ...outside, ...styleOf(written), schema: this.schemaOf(written, at) });
  }

  /** The schema of a parameter, whose keywords stand in the parameter itself. */
  private schemaOf(written: Node, at: Steps): unknown {
    const keywords = Object.fromEntries(
      Object.entries(written).filter(([name]) => !OUTSIDE_SCHEMA.has(name)),
    );
    return this.copied(keywords, at);
  }

  private body(all: readonly Found[], consumes: readonly string[], at: Steps): unknown {
    const whole = all.find(({ value }) => isNode(value) && member(value, "in") === "body");
    if (whole !== undefined && isNode(whole.value)) {
      const { value } = whole;
      const schema = this.copied(member(value, "schema") ?? {}, [...whole.at, "schema"]);
      return this.from(whole.at, {
        description: member(value, "description") ?? "",
        required: member(value, "required") === true,
        content: Object.fromEntries(consumes.map((type) => [type, { schema }])),
      });
    }
    const fields = all.filter(({ value }) => isNode(value) && member(value, "in") === "formData");
    if (fields.length === 0) return undefined;
    const named = fields.flatMap(({ value, at: own }): [string, Node, Steps][] => {
      const name = isNode(value) ? member(value, "name") : undefined;
      return isNode(value) && typeof name === "string" ? [[name, value, own]] : [];
    });
    const required = named.filter(([, value]) => member(value, "required") === true).map(([name]) => name);
    const properties = named.map(([name, value, own]): [string, unknown] => {
      const schema = this.schemaOf(value, own);
      const description = member(value, "description");
      return [
        name,
        isNode(schema) && description !== undefined ? this.from(own, { ...schema, description }) : schema,
      ];
    });
    const schema = this.from(at, {
      type: "object",
      properties: Object.fromEntries(properties),
      ...(required.length === 0 ? {} : { required }),
    });
    const hasFile = named.some(([, value]) => member(value, "type") === "file");
    const types = consumes.filter((type) => /json|form/u.test(type));
    const form = hasFile ? ["multipart/form-data"] : ["application/x-www-form-urlencoded"];
    const content = (types.length === 0 ? form : types).map((type): [string, Node] => [type, { schema }]);
    return { required: required.length > 0, content: Object.fromEntries(content) };
  }

  private response(written: unknown, at: Steps, produces: readonly string[]): unknown {
    if (!isNode(written)) return written;
    if (member(written, "$ref") !== undefined) return this.copied(written, at);
    const schema = member(written, "schema");
    const copied = schema === undefined ? undefined : this.copied(schema, [...at, "schema"]);
    return this.from(at, {
      description: member(written, "description") ?? "",
      ...(copied === undefined
        ? {}
        : { content: Object.fromEntries(produces.map((type) => [type, { schema: copied }])) }),
    });
  }

  /**
   * A copy with the references and the few keywords that are written otherwise. Values that are data stay as they are;
   * below `properties` the keys are names and no keywords.
   */
  private copied(value: unknown, at: Steps, names = false): unknown {
    if (at.length > DEPTH) return {};
    if (Array.isArray(value)) {
      const list = value.map((item, index) => this.copied(item, [...at, String(index)]));
      this.origins.set(list, at);
      return list;
    }
    if (!isNode(value)) return value;
    if (names) {
      const inner = Object.entries(value).map(([name, one]) => [name, this.copied(one, [...at, name])]);
      return this.from(at, Object.fromEntries(inner) as Node);
    }
    const entries = Object.entries(value).map(([key, inner]): [string, unknown] => {
      if (DATA.has(key)) return [key, inner];
      if (key === "properties") return [key, this.copied(inner, [...at, key], true)];
      if (key === "$ref" && typeof inner === "string") return [key, renamed(inner)];
      if (key === "x-nullable") return ["nullable", inner];
      if (key === "discriminator" && typeof inner === "string") return [key, { propertyName: inner }];
      return [key, this.copied(inner, [...at, key])];
    });
    const copy = Object.fromEntries(entries);
    if (copy["type"] === "file") Object.assign(copy, { type: "string", format: "binary" });
    return this.from(at, copy);
  }

  private entries(at: Steps): readonly [name: string, value: unknown, at: Steps][] {
    const found = member(this.swagger, at[0] ?? "");
    return isNode(found) ? Object.entries(found).map(([name, value]) => [name, value, [...at, name]]) : [];
  }

  private from<Value extends object>(at: Steps, value: Value): Value {
    this.origins.set(value, at);
    return value;
  }
}

interface Found {
  /** As it stands there: perhaps a reference. */
  readonly written: unknown;
  readonly value: unknown;
  readonly at: Steps;
}

function keyOf({ value }: Found): string {
  return isNode(value) ? `${String(member(value, "in"))} ${String(member(value, "name"))}` : "";
}

function isBody(parameter: unknown): boolean {
  const place = isNode(parameter) ? member(parameter, "in") : undefined;
  return place === "body" || place === "formData";
}

function renamed(reference: string): string {
  const known = REFERENCES.find(([from]) => reference.startsWith(from));
  return known === undefined ? reference : `${known[1]}${reference.slice(known[0].length)}`;
}

function texts(value: unknown, otherwise: readonly string[]): readonly string[] {
  const list = Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
  return list.length === 0 ? otherwise : list;
}

function unescaped(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}
