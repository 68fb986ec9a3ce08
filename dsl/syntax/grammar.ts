import { ScenarioGrammar } from "./grammar-scenario.js";
import * as T from "./tokens.js";

/** The whole grammar of a `.rvr` file. */
export class Grammar extends ScenarioGrammar {
  readonly file = this.RULE("file", () => {
    this.MANY(() => {
      this.OR([
        { ALT: () => this.SUBRULE(this.api) },
        { ALT: () => this.SUBRULE(this.use) },
        { ALT: () => this.SUBRULE(this.world) },
        { ALT: () => this.SUBRULE(this.fragment) },
        { ALT: () => this.SUBRULE(this.scenario) },
      ]);
    });
  });

  readonly api = this.RULE("api", () => {
    this.CONSUME(T.Api);
    this.CONSUME(T.Name);
    this.CONSUME(T.From);
    this.CONSUME(T.StringLiteral, { LABEL: "string" });
    this.OPTION(() => {
      this.CONSUME(T.Overlay);
      this.SUBRULE(this.stringList);
    });
  });

  readonly use = this.RULE("use", () => {
    this.CONSUME(T.Use);
    this.CONSUME(T.Importable, { LABEL: "what" });
    this.CONSUME(T.Name);
    this.CONSUME(T.From);
    this.CONSUME(T.StringLiteral, { LABEL: "string" });
  });

  constructor(skipValidations: boolean) {
    super(skipValidations);
    this.performSelfAnalysis();
  }
}

let cached: Grammar | undefined;

/** One parser for the process, built at the first use. It keeps no state between inputs. */
export function grammar(): Grammar {
  cached ??= new Grammar(true);
  return cached;
}
