import { WorldGrammar } from "./grammar-world.js";
import * as T from "./tokens.js";

export abstract class RewardGrammar extends WorldGrammar {
  readonly reward = this.RULE("reward", () => {
    this.CONSUME(T.Reward);
    this.CONSUME(T.Name);
    this.OPTION(() => this.CONSUME(T.Additive));
    this.OPTION2(() => {
      this.CONSUME(T.In);
      this.CONSUME(T.World);
      this.CONSUME2(T.Name, { LABEL: "world" });
    });
    this.CONSUME(T.LeftBrace);
    this.MANY(() => this.SUBRULE(this.rewardItem));
    this.CONSUME(T.RightBrace);
  });

  readonly fragment = this.RULE("fragment", () => {
    this.CONSUME(T.Fragment);
    this.CONSUME(T.Name);
    this.CONSUME(T.LeftParen);
    this.OPTION(() => this.SUBRULE(this.nameList));
    this.CONSUME(T.RightParen);
    this.CONSUME(T.LeftBrace);
    this.MANY(() => this.SUBRULE(this.rewardItem));
    this.CONSUME(T.RightBrace);
  });

  readonly useFragment = this.RULE("useFragment", () => {
    this.CONSUME(T.Use);
    this.CONSUME(T.Name);
    this.CONSUME(T.LeftParen);
    this.OPTION(() => this.SUBRULE(this.nameList));
    this.CONSUME(T.RightParen);
  });

  readonly rewardItem = this.RULE("rewardItem", () => {
    this.OR([
      { ALT: () => this.SUBRULE(this.useFragment) },
      { ALT: () => this.SUBRULE(this.derive) },
      { ALT: () => this.SUBRULE(this.slots) },
      { ALT: () => this.SUBRULE(this.recall) },
      { ALT: () => this.SUBRULE(this.step) },
      { ALT: () => this.SUBRULE(this.bonus) },
      { ALT: () => this.SUBRULE(this.budget) },
      { ALT: () => this.SUBRULE(this.clamp) },
      { ALT: () => this.SUBRULE(this.parameter) },
    ]);
  });

  readonly derive = this.RULE("derive", () => {
    this.CONSUME(T.Derive);
    this.CONSUME(T.Name);
    this.OPTION(() => {
      this.CONSUME(T.Weight);
      this.SUBRULE(this.expression);
    });
  });

  readonly slots = this.RULE("slots", () => {
    this.CONSUME(T.Slots);
    this.CONSUME(T.Name);
    this.CONSUME2(T.Name, { LABEL: "aggregate" });
    this.CONSUME(T.Weight);
    this.SUBRULE(this.primary);
    this.CONSUME(T.LeftBrace);
    this.MANY(() => this.SUBRULE(this.slot));
    this.CONSUME(T.RightBrace);
  });

  readonly slot = this.RULE("slot", () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(T.Slot);
          this.SUBRULE(this.path);
          this.CONSUME(T.LeftBrace);
          this.MANY(() => this.SUBRULE(this.argumentLine));
          this.CONSUME(T.RightBrace);
        },
      },
      { ALT: () => this.SUBRULE2(this.argumentLine, { LABEL: "line" }) },
    ]);
  });

  readonly recall = this.RULE("recall", () => {
    this.CONSUME(T.Recall);
    this.SUBRULE(this.primary);
    this.CONSUME(T.Name);
    this.SUBRULE(this.path);
    this.CONSUME(T.Of);
    this.SUBRULE(this.expression);
  });

  readonly step = this.RULE("step", () => {
    this.OR([{ ALT: () => this.CONSUME(T.Step) }, { ALT: () => this.CONSUME(T.Require) }]);
    this.OPTION(() => this.SUBRULE(this.number));
    this.OR2([
      {
        // A tool may be called `all`.
        GATE: () => this.nextIs(2, T.LeftBrace),
        ALT: () => this.SUBRULE(this.callGroup),
        IGNORE_AMBIGUITIES: true,
      },
      { ALT: () => this.SUBRULE(this.callPattern) },
    ]);
    this.OPTION2(() => {
      this.CONSUME(T.Exactly);
      this.CONSUME(T.Once);
    });
    this.OPTION3(() => this.SUBRULE(this.stepOrder));
    this.OPTION4(() => {
      this.CONSUME(T.When);
      this.SUBRULE(this.eventList);
    });
  });

  /** Calls in any order: `all { get_issue get_user(id: who.id) }`. */
  readonly callGroup = this.RULE("callGroup", () => {
    this.CONSUME(T.All);
    this.CONSUME(T.LeftBrace);
    this.MANY(() => {
      this.SUBRULE(this.callPattern);
      this.OPTION(() => this.CONSUME(T.Comma));
    });
    this.CONSUME(T.RightBrace);
  });

  readonly callPattern = this.RULE("callPattern", () => {
    this.OR([
      // A word that begins the next line of the reward is not the tool that is missing here.
      { GATE: () => !this.startsItem(1), ALT: () => this.CONSUME(T.Name) },
    ]);
    this.OPTION(() => this.SUBRULE(this.argumentList));
  });

  readonly argumentList = this.RULE("argumentList", () => {
    this.CONSUME(T.LeftParen);
    this.MANY(() => this.SUBRULE(this.namedArgument));
    this.CONSUME(T.RightParen);
  });

  readonly stepOrder = this.RULE("stepOrder", () => {
    this.OPTION2(() => this.CONSUME(T.Immediately));
    this.OR([
      { ALT: () => this.CONSUME(T.Before, { LABEL: "relation" }) },
      { ALT: () => this.CONSUME(T.After, { LABEL: "relation" }) },
    ]);
    this.OPTION({
      // A tool may be called `any`: then no further name follows on the line.
      GATE: () => this.nextIs(2, T.Name) && this.sameLine(2) && !this.nextIs(2, T.When),
      DEF: () => this.CONSUME(T.Any),
    });
    this.OR2([{ GATE: () => !this.startsItem(1), ALT: () => this.CONSUME(T.Name) }]);
  });

  readonly eventList = this.RULE("eventList", () => {
    this.SUBRULE(this.event);
    this.MANY(() => {
      this.CONSUME(T.And);
      this.SUBRULE2(this.event);
    });
  });

  readonly event = this.RULE("event", () => {
    this.OR([
      {
        ALT: () => {
          this.OR2([
            { ALT: () => this.CONSUME(T.Called, { LABEL: "word" }) },
            { ALT: () => this.CONSUME(T.Accepted, { LABEL: "word" }) },
            { ALT: () => this.CONSUME(T.Refused, { LABEL: "word" }) },
            { ALT: () => this.CONSUME(T.Invalid, { LABEL: "word" }) },
            { ALT: () => this.CONSUME(T.Missing, { LABEL: "word" }) },
            { ALT: () => this.CONSUME(T.Duplicate, { LABEL: "word" }) },
          ]);
          this.CONSUME(T.Name);
        },
      },
      {
        ALT: () => {
          this.CONSUME(T.UnknownWord);
          this.CONSUME(T.Tool);
        },
      },
      {
        ALT: () => {
          this.CONSUME(T.Call);
          this.OPTION(() => {
            this.CONSUME(T.Over);
            this.SUBRULE(this.primary);
          });
        },
      },
    ]);
  });

  readonly bonus = this.RULE("bonus", () => {
    this.OR([
      { ALT: () => this.CONSUME(T.Bonus, { LABEL: "word" }) },
      { ALT: () => this.CONSUME(T.Penalty, { LABEL: "word" }) },
    ]);
    this.SUBRULE(this.primary);
    this.OPTION(() => {
      this.OR2([
        { ALT: () => this.CONSUME(T.Once, { LABEL: "frequency" }) },
        { ALT: () => this.CONSUME(T.Each, { LABEL: "frequency" }) },
      ]);
    });
    this.SUBRULE(this.eventList);
  });

  readonly budget = this.RULE("budget", () => {
    this.CONSUME(T.Budget);
    this.SUBRULE(this.expression);
  });

  readonly clamp = this.RULE("clamp", () => {
    this.CONSUME(T.Clamp);
    this.SUBRULE(this.expression, { LABEL: "low" });
    this.CONSUME(T.DotDot);
    this.SUBRULE2(this.expression, { LABEL: "high" });
  });

  readonly parameter = this.RULE("parameter", () => {
    this.OR([
      { ALT: () => this.CONSUME(T.Procedure, { LABEL: "word" }) },
      { ALT: () => this.CONSUME(T.Excess, { LABEL: "word" }) },
      { ALT: () => this.CONSUME(T.Partial, { LABEL: "word" }) },
    ]);
    this.SUBRULE(this.expression);
  });
}
