import { InternalError } from "../../dsl/text/internal-error.js";
import { declaredParts } from "./declared-parts.js";
import type { EmittedFile } from "./file.js";
import { openingLines } from "./header.js";
import { sha256 } from "./manifest.js";

type TypeScript = typeof import("ts-morph").ts;

/**
 * Results of this process by kind and hash of the text, the longest unused first: most files of a second compilation
 * are those of the first, but for the lines that say where they come from. Bounded, since an editor compiles as long
 * as it runs.
 */
const memory = new Map<string, Promise<string>>();
const MEMORY_LIMIT = 1_000;

const STAND_IN = "//\n";

/** The compiler is several megabytes of code, so it is loaded with the first text that needs it. */
let compiler: Promise<TypeScript> | undefined;

function typescript(): Promise<TypeScript> {
  compiler ??= import("ts-morph").then((module) => module.ts);
  return compiler;
}

/**
 * The files with, for each `.ts` among them, the `.js` that runs and the `.d.ts` that types it. Same text, same
 * bytes. A text that does not parse, or whose exports lack written types, is a bug of the emitters and throws.
 */
export async function transpileAll(files: readonly EmittedFile[]): Promise<EmittedFile[]> {
  const out: EmittedFile[] = [];
  for (const file of files) {
    out.push(file);
    if (!file.path.endsWith(".ts") || file.path.endsWith(".d.ts")) continue;
    const stem = file.path.slice(0, -".ts".length);
    out.push({ path: `${stem}.js`, text: await toModule(file) });
    // Declarations keep documentation comments only, so the lines that say where they come from are put back.
    out.push({ path: `${stem}.d.ts`, text: openingLines(file.text) + (await toDeclaration(file)) });
  }
  return out;
}

/** TypeScript to the JavaScript of the oldest supported Node. */
export async function toModule(file: EmittedFile): Promise<string> {
  const opening = openingLines(file.text);
  // A comment of one line stands for them: what TypeScript does with the next comment depends on there being one.
  const stand = opening === "" ? "" : STAND_IN;
  const text = stand + file.text.slice(opening.length);
  const module = await remembered("module", { path: file.path, text }, (ts) =>
    ts.transpileModule(text, {
      fileName: file.path,
      reportDiagnostics: true,
      compilerOptions: {
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.ESNext,
        verbatimModuleSyntax: true,
        newLine: ts.NewLineKind.LineFeed,
      },
    }),
  );
  return opening + module.slice(stand.length);
}

/** The declarations of a TypeScript text, from the types it writes out alone. */
export function toDeclaration(file: EmittedFile): Promise<string> {
  const text = declaredParts(file.text.slice(openingLines(file.text).length));
  return remembered("declaration", { path: file.path, text }, (ts) =>
    ts.transpileDeclaration(text, {
      fileName: file.path,
      reportDiagnostics: true,
      compilerOptions: {
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.ESNext,
        strict: true,
        isolatedDeclarations: true,
        declaration: true,
        newLine: ts.NewLineKind.LineFeed,
      },
    }),
  );
}

interface Output {
  readonly outputText: string;
  readonly diagnostics?:
    | readonly { readonly messageText: string | { readonly messageText: string } }[]
    | undefined;
}

function remembered(kind: string, file: EmittedFile, run: (ts: TypeScript) => Output): Promise<string> {
  const key = `${kind} ${sha256(file.text)}`;
  const known = memory.get(key);
  if (known !== undefined) {
    memory.delete(key);
    memory.set(key, known);
    return known;
  }
  const result = typescript().then((ts) => {
    const { outputText, diagnostics } = run(ts);
    const fault = diagnostics?.[0]?.messageText;
    if (fault !== undefined) {
      throw new InternalError(`${file.path}: ${typeof fault === "string" ? fault : fault.messageText}`);
    }
    return outputText;
  });
  memory.set(key, result);
  for (const oldest of memory.keys()) {
    if (memory.size <= MEMORY_LIMIT) break;
    memory.delete(oldest);
  }
  return result;
}
