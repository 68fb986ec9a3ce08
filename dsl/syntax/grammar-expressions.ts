import { RecoveringParser } from "./recovering-parser.js";
import * as T from "./tokens.js";

/*
 * Operators are read as a flat list and given their precedence by the tree builder: fewer rules on
 * the stack for each bracket, and better messages for chained comparisons than a grammar can give.
 * Commas of lists are optional here for the same reason: the builder reports a missing one.
 */
export abstract class ExpressionGrammar extends RecoveringParser {
  readonly holeExpression = this.RULE("holeExpression", () => {
    this.SUBRULE(this.expression);
  });

  readonly expression = this.RULE("expression", () => {
    this.OR([
      { GATE: () => this.canNest(), ALT: () => this.SUBRULE(this.ifExpression) },
      { ALT: () => this.SUBRULE(this.infixExpression) },
    ]);
  });

  readonly ifExpression = this.RULE("ifExpression", () => {
    this.CONSUME(T.If);
    this.SUBRULE(this.expression, { LABEL: "condition" });
    this.CONSUME(T.Then);
    this.SUBRULE2(this.expression, { LABEL: "then" });
    this.CONSUME(T.Else);
    this.SUBRULE3(this.expression, { LABEL: "else" });
  });

  readonly infixExpression = this.RULE("infixExpression", () => {
    this.SUBRULE(this.operand);
    this.MANY(() => this.SUBRULE(this.infixTail));
  });

  readonly infixTail = this.RULE("infixTail", () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(T.InfixOperator, { LABEL: "operator" });
          this.SUBRULE(this.operand);
        },
      },
      {
        ALT: () => {
          this.CONSUME(T.Is);
          this.OPTION(() => this.CONSUME(T.Not));
          this.CONSUME(T.Name, { LABEL: "word" });
        },
      },
      {
        ALT: () => {
          this.CONSUME(T.Matches);
          this.CONSUME(T.StringLiteral, { LABEL: "pattern" });
        },
      },
    ]);
  });

  readonly operand = this.RULE("operand", () => {
    this.MANY(() => this.CONSUME(T.Not));
    this.SUBRULE(this.postfixExpression);
  });

  readonly postfixExpression = this.RULE("postfixExpression", () => {
    this.SUBRULE(this.primary);
    this.MANY({
      // A number has no parts: `respond 200 [1, 2]` is a status and a list.
      GATE: () => this.LA(0).tokenType !== T.NumberLiteral,
      DEF: () => this.SUBRULE(this.postfixTail),
    });
  });

  readonly postfixTail = this.RULE("postfixTail", () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(T.Dot);
          this.SUBRULE(this.segment);
        },
      },
      {
        ALT: () => {
          this.CONSUME(T.LeftBracket);
          this.SUBRULE(this.expression);
          this.CONSUME(T.RightBracket);
        },
      },
    ]);
  });

  readonly primary = this.RULE("primary", () => {
    this.OR([
      { ALT: () => this.CONSUME(T.Null, { LABEL: "literal" }) },
      { ALT: () => this.CONSUME(T.True, { LABEL: "literal" }) },
      { ALT: () => this.CONSUME(T.False, { LABEL: "literal" }) },
      { ALT: () => this.SUBRULE(this.number) },
      { ALT: () => this.CONSUME(T.StringLiteral, { LABEL: "string" }) },
      {
        GATE: () => this.canNest() && this.atQuantifier(),
        ALT: () => this.SUBRULE(this.quantifier),
        IGNORE_AMBIGUITIES: true,
      },
      { GATE: () => this.canNest() && this.atValue(), ALT: () => this.SUBRULE(this.nameOrCall) },
      { GATE: () => this.canNest(), ALT: () => this.SUBRULE(this.array) },
      { GATE: () => this.canNest(), ALT: () => this.SUBRULE(this.object) },
      {
        GATE: () => this.canNest(),
        ALT: () => {
          this.CONSUME(T.LeftParen);
          this.SUBRULE(this.expression);
          this.CONSUME(T.RightParen);
        },
      },
    ]);
  });

  readonly number = this.RULE("number", () => {
    this.OPTION(() => this.CONSUME(T.Minus));
    this.CONSUME(T.NumberLiteral);
  });

  readonly quantifier = this.RULE("quantifier", () => {
    this.OR([
      { ALT: () => this.CONSUME(T.All, { LABEL: "word" }) },
      { ALT: () => this.CONSUME(T.Any, { LABEL: "word" }) },
      { ALT: () => this.CONSUME(T.First, { LABEL: "word" }) },
    ]);
    this.CONSUME(T.LeftParen);
    this.CONSUME(T.Name);
    this.CONSUME(T.In);
    this.SUBRULE(this.expression, { LABEL: "list" });
    this.OPTION(() => {
      this.CONSUME(T.Colon);
      this.SUBRULE2(this.expression, { LABEL: "condition" });
    });
    this.CONSUME(T.RightParen);
  });

  readonly nameOrCall = this.RULE("nameOrCall", () => {
    this.CONSUME(T.ValueName, { LABEL: "name" });
    this.OPTION(() => {
      this.CONSUME(T.LeftParen);
      this.MANY(() => this.SUBRULE(this.listItem));
      this.CONSUME(T.RightParen);
    });
  });

  readonly listItem = this.RULE("listItem", () => {
    this.SUBRULE(this.expression);
    this.OPTION(() => this.CONSUME(T.Comma));
  });

  readonly array = this.RULE("array", () => {
    this.CONSUME(T.LeftBracket);
    this.MANY(() => this.SUBRULE(this.listItem));
    this.OPTION(() => {
      this.CONSUME(T.For);
      this.CONSUME(T.Name);
      this.CONSUME(T.In);
      this.SUBRULE(this.expression, { LABEL: "list" });
      this.OPTION2(() => {
        this.CONSUME(T.If);
        this.SUBRULE2(this.expression, { LABEL: "condition" });
      });
    });
    this.CONSUME(T.RightBracket);
  });

  readonly object = this.RULE("object", () => {
    this.CONSUME(T.LeftBrace);
    this.MANY(() => this.SUBRULE(this.objectEntry));
    this.CONSUME(T.RightBrace);
  });

  readonly objectEntry = this.RULE("objectEntry", () => {
    this.OR([
      {
        ALT: () => {
          this.SUBRULE(this.segment);
          this.CONSUME(T.Colon);
          this.SUBRULE(this.expression, { LABEL: "value" });
        },
      },
      {
        ALT: () => {
          this.CONSUME(T.LeftBracket);
          this.SUBRULE2(this.expression, { LABEL: "key" });
          this.CONSUME(T.RightBracket);
          this.CONSUME2(T.Colon);
          this.SUBRULE3(this.expression, { LABEL: "value" });
        },
      },
      {
        ALT: () => {
          this.CONSUME(T.Ellipsis);
          this.SUBRULE4(this.expression, { LABEL: "spread" });
        },
      },
    ]);
    this.OPTION(() => this.CONSUME(T.Comma));
  });

  readonly segment = this.RULE("segment", () => {
    this.OR([
      { ALT: () => this.CONSUME(T.Name) },
      { ALT: () => this.CONSUME(T.StringLiteral, { LABEL: "string" }) },
    ]);
  });

  readonly path = this.RULE("path", () => {
    this.CONSUME(T.Name);
    this.MANY(() => {
      this.CONSUME(T.Dot);
      this.SUBRULE(this.segment);
    });
  });

  readonly apiReference = this.RULE("apiReference", () => {
    this.CONSUME(T.Name);
    this.CONSUME(T.Dot);
    this.SUBRULE(this.segment);
  });

  /** `as text`, `as number(0.5)` */
  readonly matcher = this.RULE("matcher", () => {
    this.CONSUME(T.As);
    this.CONSUME(T.Name);
    this.OPTION(() => {
      this.CONSUME(T.LeftParen);
      this.SUBRULE(this.expression);
      this.CONSUME(T.RightParen);
    });
  });

  /** `path = value as text weight 2 unchecked` */
  readonly argumentLine = this.RULE("argumentLine", () => {
    this.SUBRULE(this.path);
    this.CONSUME(T.Equal);
    this.SUBRULE(this.expression);
    this.OPTION(() => this.SUBRULE(this.matcher));
    this.OPTION2(() => {
      this.CONSUME(T.Weight);
      this.SUBRULE2(this.expression, { LABEL: "weight" });
    });
    this.OPTION3(() => this.CONSUME(T.Unchecked));
    this.OPTION4(() => this.CONSUME(T.Comma));
  });

  /** `path: value` in calls and updates. */
  readonly namedArgument = this.RULE("namedArgument", () => {
    this.SUBRULE(this.path);
    this.CONSUME(T.Colon);
    this.SUBRULE(this.expression);
    this.OPTION(() => this.CONSUME(T.Comma));
  });

  private atQuantifier(): boolean {
    return this.nextIs(2, T.LeftParen) && this.nextIs(3, T.Name) && this.nextIs(4, T.In);
  }

  /** A word that begins the next item is not the value that is missing before it. */
  protected atValue(): boolean {
    return !this.startsItem(1);
  }
}
