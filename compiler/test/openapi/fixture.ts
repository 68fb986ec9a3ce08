import { stringify } from "yaml";
import { memoryHost } from "../../host/memory-host.js";
import type { ApiModel } from "../../openapi/api-model.js";
import { type LoadedApi, loadApi } from "../../openapi/load-api.js";

export type Data = { readonly [key: string]: unknown };

/** A document with the given schemas, read as the given version. */
export function documentOf(schemas: Data, openapi = "3.1.0", paths: Data = {}): Data {
  return { openapi, info: { title: "Test", version: "1" }, paths, components: { schemas } };
}

export async function load(
  document: Data | string,
  more: Readonly<Record<string, string>> = {},
): Promise<LoadedApi> {
  const text = typeof document === "string" ? document : JSON.stringify(document);
  return loadApi(memoryHost({ "api/doc.yaml": text, ...more }), "api/doc.yaml");
}

export async function modelOf(document: Data | string): Promise<ApiModel> {
  const { model } = await load(document);
  if (model === undefined) throw new Error("no model");
  return model;
}

export async function modelOfSchemas(schemas: Data, openapi = "3.1.0"): Promise<ApiModel> {
  return modelOf(documentOf(schemas, openapi));
}

/** Codes of the diagnostics with the text of the source that each points at. */
export function codesOf({ diagnostics }: LoadedApi): readonly string[] {
  return diagnostics.map((diagnostic) => diagnostic.code);
}

export const asYaml = (document: Data): string => stringify(document);

/** A plain copy, since objects of a model have no prototype. */
export const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
