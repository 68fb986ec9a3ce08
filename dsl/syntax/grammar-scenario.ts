import { RewardGrammar } from "./grammar-reward.js";
import * as T from "./tokens.js";

export abstract class ScenarioGrammar extends RewardGrammar {
  readonly scenario = this.RULE("scenario", () => {
    this.CONSUME(T.Scenario);
    this.CONSUME(T.Name);
    this.OPTION(() => this.CONSUME(T.StringLiteral, { LABEL: "title" }));
    this.CONSUME(T.LeftBrace);
    this.MANY(() => {
      this.OR([
        { ALT: () => this.SUBRULE(this.scenarioWorld) },
        { ALT: () => this.SUBRULE(this.tools) },
        { ALT: () => this.SUBRULE(this.system) },
        { ALT: () => this.SUBRULE(this.task) },
        { ALT: () => this.SUBRULE(this.reward) },
        { ALT: () => this.SUBRULE(this.train) },
        { ALT: () => this.SUBRULE(this.test) },
      ]);
    });
    this.CONSUME(T.RightBrace);
  });

  readonly scenarioWorld = this.RULE("scenarioWorld", () => {
    this.CONSUME(T.World);
    this.CONSUME(T.Name);
  });

  readonly tools = this.RULE("tools", () => {
    this.CONSUME(T.Tools);
    this.CONSUME(T.LeftBrace);
    this.MANY(() => this.SUBRULE(this.tool));
    this.CONSUME(T.RightBrace);
  });

  readonly tool = this.RULE("tool", () => {
    this.CONSUME(T.Name);
    this.CONSUME(T.Equal);
    this.SUBRULE(this.apiReference);
    this.OPTION(() => {
      this.CONSUME(T.LeftBrace);
      this.MANY(() => this.SUBRULE(this.toolItem));
      this.CONSUME(T.RightBrace);
    });
  });

  readonly toolItem = this.RULE("toolItem", () => {
    this.OR([
      { ALT: () => this.CONSUME(T.StringLiteral, { LABEL: "description" }) },
      {
        ALT: () => {
          this.CONSUME(T.Take);
          this.SUBRULE(this.takeEntry);
          this.MANY(() => {
            this.CONSUME(T.Comma);
            this.SUBRULE2(this.takeEntry);
          });
        },
      },
      {
        ALT: () => {
          this.CONSUME(T.Fix);
          this.SUBRULE(this.path);
          this.CONSUME(T.Equal);
          this.SUBRULE(this.expression);
        },
      },
      {
        ALT: () => {
          this.CONSUME(T.Show);
          this.SUBRULE(this.pathList);
        },
      },
    ]);
  });

  readonly takeEntry = this.RULE("takeEntry", () => {
    this.SUBRULE(this.path);
    this.OPTION(() => {
      this.CONSUME(T.As);
      this.CONSUME(T.Name);
    });
  });

  readonly system = this.RULE("system", () => {
    this.CONSUME(T.System);
    this.OPTION(() => this.CONSUME(T.Name));
    this.CONSUME(T.StringLiteral, { LABEL: "string" });
  });

  readonly task = this.RULE("task", () => {
    this.CONSUME(T.Task);
    this.CONSUME(T.Name);
    this.CONSUME(T.LeftBrace);
    this.MANY(() => {
      this.OR([
        { ALT: () => this.SUBRULE(this.given) },
        { ALT: () => this.SUBRULE(this.letBinding) },
        { ALT: () => this.SUBRULE(this.prompt) },
        { ALT: () => this.SUBRULE(this.gold) },
        { ALT: () => this.SUBRULE(this.answer) },
        { ALT: () => this.SUBRULE(this.ask) },
        { ALT: () => this.SUBRULE(this.decline) },
        { ALT: () => this.SUBRULE(this.report) },
        { ALT: () => this.SUBRULE(this.split) },
      ]);
    });
    this.CONSUME(T.RightBrace);
  });

  readonly given = this.RULE("given", () => {
    this.CONSUME(T.Given);
    this.CONSUME(T.Name);
    this.CONSUME(T.Colon);
    this.CONSUME2(T.Name, { LABEL: "type" });
    this.OPTION(() => {
      this.CONSUME(T.Where);
      this.SUBRULE(this.expression);
    });
  });

  readonly prompt = this.RULE("prompt", () => {
    this.CONSUME(T.Prompt);
    this.OPTION(() => this.CONSUME(T.Name));
    this.CONSUME(T.StringLiteral, { LABEL: "string" });
  });

  readonly gold = this.RULE("gold", () => {
    this.CONSUME(T.Gold);
    this.CONSUME(T.Name);
    this.CONSUME(T.LeftBrace);
    this.MANY(() => {
      this.OR({
        // Before `=` and `.` the word is the name of an argument, and no keyword.
        MAX_LOOKAHEAD: 1,
        DEF: [
          { ALT: () => this.SUBRULE(this.allow), IGNORE_AMBIGUITIES: true },
          { ALT: () => this.SUBRULE(this.argumentLine) },
        ],
      });
    });
    this.CONSUME(T.RightBrace);
  });

  readonly allow = this.RULE("allow", () => {
    this.CONSUME(T.Allow);
    this.SUBRULE(this.pathList);
  });

  readonly answer = this.RULE("answer", () => {
    this.CONSUME(T.Answer);
    this.SUBRULE(this.expression);
    this.OPTION(() => this.SUBRULE(this.matcher));
  });

  readonly ask = this.RULE("ask", () => {
    this.CONSUME(T.Ask);
    this.CONSUME(T.For);
    this.SUBRULE(this.stringList);
  });

  readonly decline = this.RULE("decline", () => {
    this.CONSUME(T.Decline);
    this.OPTION(() => this.SUBRULE(this.stringList));
  });

  readonly report = this.RULE("report", () => {
    this.CONSUME(T.Report);
    this.OR([
      // A word that begins the next item of the task is not the tool that is missing here.
      { GATE: () => !this.startsItem(1), ALT: () => this.CONSUME(T.Name) },
    ]);
  });

  readonly split = this.RULE("split", () => {
    this.CONSUME(T.Split);
    this.CONSUME(T.Name);
    this.OR([
      {
        GATE: () => this.nextIs(2, T.StringLiteral),
        ALT: () => {
          this.CONSUME(T.From);
          this.CONSUME(T.StringLiteral, { LABEL: "rows" });
        },
        IGNORE_AMBIGUITIES: true,
      },
      {
        ALT: () => {
          this.SUBRULE(this.expression, { LABEL: "size" });
          this.OPTION(() => {
            this.CONSUME(T.Seed);
            this.SUBRULE2(this.expression, { LABEL: "seed" });
          });
        },
      },
    ]);
    this.OPTION2(() => {
      this.CONSUME(T.LeftBrace);
      this.MANY(() => this.SUBRULE(this.splitItem));
      this.CONSUME(T.RightBrace);
    });
  });

  readonly splitItem = this.RULE("splitItem", () => {
    this.OR([
      { GATE: () => this.nextIs(2, T.In), ALT: () => this.SUBRULE(this.domain), IGNORE_AMBIGUITIES: true },
      {
        ALT: () => {
          this.CONSUME(T.Disjoint);
          this.SUBRULE(this.nameList);
        },
      },
      {
        ALT: () => {
          this.CONSUME(T.Wording);
          this.SUBRULE2(this.nameList);
        },
      },
    ]);
  });

  readonly domain = this.RULE("domain", () => {
    this.CONSUME(T.Name);
    this.CONSUME(T.In);
    this.OR([
      {
        ALT: () => {
          this.CONSUME(T.StringLiteral, { LABEL: "file" });
          this.OPTION({
            GATE: () => this.atListName(),
            DEF: () => this.CONSUME2(T.Name, { LABEL: "list" }),
          });
        },
        IGNORE_AMBIGUITIES: true,
      },
      { ALT: () => this.SUBRULE(this.expression) },
    ]);
  });

  readonly train = this.RULE("train", () => {
    this.CONSUME(T.Train);
    this.CONSUME(T.LeftBrace);
    this.MANY(() => this.SUBRULE(this.setting));
    this.CONSUME(T.RightBrace);
  });

  readonly setting = this.RULE("setting", () => {
    this.CONSUME(T.Name);
    this.CONSUME(T.Equal);
    this.SUBRULE(this.expression);
    this.OPTION(() => this.CONSUME(T.Comma));
  });

  readonly test = this.RULE("test", () => {
    this.CONSUME(T.Test);
    this.CONSUME(T.StringLiteral, { LABEL: "title" });
    this.MANY(() => this.SUBRULE(this.testSubject));
    this.CONSUME(T.Expect);
    this.SUBRULE(this.expectation);
    this.MANY2(() => {
      this.CONSUME(T.Comma);
      this.SUBRULE2(this.expectation);
    });
    this.CONSUME(T.LeftBrace);
    this.MANY3(() => this.SUBRULE(this.testStep));
    this.CONSUME(T.RightBrace);
  });

  /** What a test looks at; the parts may stand in any order. */
  readonly testSubject = this.RULE("testSubject", () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(T.Task);
          this.CONSUME(T.StringLiteral, { LABEL: "string" });
        },
      },
      {
        ALT: () => {
          this.CONSUME(T.Given);
          this.SUBRULE(this.object);
        },
      },
      {
        ALT: () => {
          this.CONSUME(T.Reward);
          this.CONSUME(T.Name);
        },
      },
    ]);
  });

  readonly expectation = this.RULE("expectation", () => {
    this.OR([
      { ALT: () => this.CONSUME(T.Success) },
      { ALT: () => this.CONSUME(T.Failure) },
      {
        ALT: () => {
          this.CONSUME(T.Reward);
          this.CONSUME(T.Comparison, { LABEL: "comparison" });
          this.SUBRULE(this.expression);
        },
      },
      {
        ALT: () => {
          this.CONSUME(T.Term);
          this.CONSUME(T.StringLiteral, { LABEL: "id" });
          this.CONSUME2(T.Comparison, { LABEL: "comparison" });
          this.SUBRULE2(this.expression);
        },
      },
    ]);
  });

  readonly testStep = this.RULE("testStep", () => {
    this.OR([
      {
        GATE: () => !this.nextIs(2, T.LeftParen),
        ALT: () => this.CONSUME(T.Gold),
        IGNORE_AMBIGUITIES: true,
      },
      {
        GATE: () => !this.nextIs(2, T.LeftParen),
        ALT: () => {
          this.CONSUME(T.Raw);
          this.CONSUME(T.Name, { LABEL: "tool" });
          this.CONSUME(T.StringLiteral, { LABEL: "text" });
        },
        IGNORE_AMBIGUITIES: true,
      },
      {
        GATE: () => !this.nextIs(2, T.LeftParen),
        ALT: () => {
          this.CONSUME(T.Final);
          this.CONSUME2(T.StringLiteral, { LABEL: "text" });
        },
        IGNORE_AMBIGUITIES: true,
      },
      {
        ALT: () => {
          this.CONSUME2(T.Name, { LABEL: "tool" });
          this.SUBRULE(this.argumentList);
          this.OPTION(() => {
            this.CONSUME(T.Arrow);
            this.SUBRULE(this.primary, { LABEL: "status" });
            this.OPTION2(() => this.SUBRULE(this.object, { LABEL: "body" }));
          });
        },
      },
    ]);
  });

  /** A list name follows a file on its line; `name in`, `disjoint a` and `wording a` are the next item. */
  private atListName(): boolean {
    return this.sameLine(1) && !this.nextIs(2, T.In);
  }
}
