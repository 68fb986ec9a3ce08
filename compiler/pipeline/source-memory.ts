import { type ParseResult, parse } from "../../dsl/syntax/parse.js";
import type { SourceFile } from "../../dsl/text/source-file.js";
import type { Span } from "../../dsl/tree/span.js";
import type { Host } from "../host/host.js";
import type { LoadedApi } from "../openapi/load-api.js";
import { type ParsedText, parseText } from "../openapi/parse-text.js";
import { Memory, type Rounds } from "./memory.js";
import type { Texts } from "./read-texts.js";
import type { OnWork } from "./work.js";

/** An API document that was read, with every file that went into it. */
interface ReadApi {
  readonly loaded: LoadedApi;
  /** By path what was there; undefined for nothing, an error's text for a file that could not be read. */
  readonly reads: ReadonlyMap<string, SourceFile | string | undefined>;
}

type Data = Pick<ParsedText, "value" | "problem">;

/** Trees, data and API models by the content that they were made from. */
export class SourceMemory {
  readonly texts: Memory<SourceFile>;
  private readonly trees = new WeakMap<SourceFile, ParseResult>();
  private readonly parsed = new WeakMap<SourceFile, Data>();
  private readonly places = new WeakMap<SourceFile, WeakRef<ParsedText>>();
  private readonly apis: Memory<ReadApi>;

  constructor(
    rounds: Rounds,
    private readonly onWork: OnWork,
  ) {
    this.texts = new Memory(rounds);
    this.apis = new Memory(rounds);
  }

  tree(source: SourceFile): ParseResult {
    const known = this.trees.get(source);
    if (known !== undefined) return known;
    this.onWork("parse", source.path);
    const result = parse(source);
    this.trees.set(source, result);
    return result;
  }

  data(source: SourceFile): Data {
    const known = this.parsed.get(source);
    if (known !== undefined) return known;
    this.onWork("read", source.path);
    // Only these: the places of a text hold its whole document in memory.
    const { value, problem } = parseText(source.text);
    const result = { value, problem };
    this.parsed.set(source, result);
    return result;
  }

  /**
   * Where a value of a data file stands. Findings alone ask for it, so the text is parsed again, and what that gives
   * is held no longer than the work at hand.
   */
  dataPlace(source: SourceFile, steps: readonly string[]): Span {
    const parsed = this.places.get(source)?.deref() ?? parseText(source.text);
    this.places.set(source, new WeakRef(parsed));
    return parsed.locate(steps);
  }

  /** Loads a document unless every file that it took last time is as it was. */
  async api(
    path: string,
    texts: Texts,
    load: (host: Host) => Promise<LoadedApi>,
  ): Promise<{ readonly loaded: LoadedApi; readonly files: readonly SourceFile[] }> {
    const look = (file: string) => texts.read(file).catch((error: Error) => error.message);
    for (const known of this.apis.versions(path)) {
      const answers = await Promise.all(
        [...known.reads].map(async ([file, was]) => (await look(file)) === was),
      );
      if (answers.includes(false)) continue;
      return withFiles(this.apis.add(path, known));
    }
    this.onWork("read", path);
    const reads = new Map<string, SourceFile | string | undefined>();
    const readText = async (file: string) => {
      reads.set(file, await look(file));
      return (await texts.read(file))?.text;
    };
    const loaded = await load({ ...texts.host, readText });
    return withFiles(this.apis.add(path, { loaded, reads }));
  }

  forgetUnused(): void {
    this.texts.forgetUnused();
    this.apis.forgetUnused();
  }
}

function withFiles({ loaded, reads }: ReadApi) {
  return { loaded, files: [...reads.values()].filter((read) => typeof read === "object") };
}
