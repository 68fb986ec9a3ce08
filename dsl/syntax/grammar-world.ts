import { ExpressionGrammar } from "./grammar-expressions.js";
import * as T from "./tokens.js";

export abstract class WorldGrammar extends ExpressionGrammar {
  readonly world = this.RULE("world", () => {
    this.CONSUME(T.World);
    this.CONSUME(T.Name);
    this.OPTION(() => {
      this.CONSUME(T.Extends);
      this.CONSUME2(T.Name, { LABEL: "extends" });
    });
    this.CONSUME(T.LeftBrace);
    this.MANY(() => {
      this.OR([
        { ALT: () => this.SUBRULE(this.resource) },
        { ALT: () => this.SUBRULE(this.shape) },
        { ALT: () => this.SUBRULE(this.invalid) },
        { ALT: () => this.SUBRULE(this.on) },
      ]);
    });
    this.CONSUME(T.RightBrace);
  });

  readonly resource = this.RULE("resource", () => {
    this.CONSUME(T.Resource);
    this.CONSUME(T.Name);
    this.OPTION(() => {
      this.CONSUME(T.Colon);
      this.SUBRULE(this.apiReference);
    });
    this.CONSUME(T.LeftBrace);
    this.MANY(() => this.SUBRULE(this.resourceItem));
    this.CONSUME(T.RightBrace);
  });

  readonly resourceItem = this.RULE("resourceItem", () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(T.Key);
          this.SUBRULE(this.path);
          this.OPTION(() => {
            this.CONSUME(T.Alias);
            this.SUBRULE(this.pathList);
          });
        },
      },
      {
        ALT: () => {
          this.CONSUME(T.Seed);
          this.CONSUME(T.StringLiteral, { LABEL: "string" });
        },
      },
      {
        ALT: () => {
          this.CONSUME(T.Computed);
          this.SUBRULE2(this.pathList);
        },
      },
      {
        ALT: () => {
          this.CONSUME(T.Match);
          this.SUBRULE2(this.path);
          this.SUBRULE(this.matcher);
        },
      },
      { ALT: () => this.SUBRULE(this.flow) },
    ]);
  });

  readonly flow = this.RULE("flow", () => {
    this.CONSUME(T.Flow);
    this.SUBRULE(this.path);
    this.CONSUME(T.LeftBrace);
    this.MANY(() => this.SUBRULE(this.flowEdges));
    this.CONSUME(T.RightBrace);
  });

  readonly flowEdges = this.RULE("flowEdges", () => {
    this.CONSUME(T.StringLiteral, { LABEL: "from" });
    this.CONSUME(T.Arrow);
    this.SUBRULE(this.stringList);
  });

  readonly stringList = this.RULE("stringList", () => {
    this.CONSUME(T.StringLiteral, { LABEL: "string" });
    this.MANY(() => {
      this.CONSUME(T.Comma);
      this.CONSUME2(T.StringLiteral, { LABEL: "string" });
    });
  });

  readonly pathList = this.RULE("pathList", () => {
    this.SUBRULE(this.path);
    this.MANY(() => {
      this.CONSUME(T.Comma);
      this.SUBRULE2(this.path);
    });
  });

  readonly nameList = this.RULE("nameList", () => {
    this.CONSUME(T.Name);
    this.MANY(() => {
      this.CONSUME(T.Comma);
      this.CONSUME2(T.Name);
    });
  });

  readonly shape = this.RULE("shape", () => {
    this.CONSUME(T.Shape);
    this.CONSUME(T.Name);
    this.CONSUME(T.LeftParen);
    this.OPTION(() => this.SUBRULE(this.nameList));
    this.CONSUME(T.RightParen);
    this.CONSUME(T.Equal);
    this.SUBRULE(this.expression);
  });

  readonly invalid = this.RULE("invalid", () => {
    this.CONSUME(T.Invalid);
    this.CONSUME(T.Name);
    this.CONSUME(T.Else);
    this.SUBRULE(this.primary, { LABEL: "status" });
    this.SUBRULE(this.expression, { LABEL: "body" });
  });

  readonly on = this.RULE("on", () => {
    this.CONSUME(T.On);
    this.SUBRULE(this.apiReference);
    this.CONSUME(T.LeftBrace);
    this.MANY(() => this.SUBRULE(this.statement));
    this.CONSUME(T.RightBrace);
  });

  readonly statement = this.RULE("statement", () => {
    this.OR([
      { ALT: () => this.SUBRULE(this.letBinding) },
      { ALT: () => this.SUBRULE(this.requirement) },
      { ALT: () => this.CONSUME(T.Validate) },
      { ALT: () => this.SUBRULE(this.respond) },
      { ALT: () => this.SUBRULE(this.effect) },
    ]);
  });

  readonly letBinding = this.RULE("letBinding", () => {
    this.CONSUME(T.Let);
    this.CONSUME(T.Name);
    this.CONSUME(T.Equal);
    this.SUBRULE(this.expression);
  });

  readonly requirement = this.RULE("requirement", () => {
    this.CONSUME(T.Require);
    this.SUBRULE(this.expression, { LABEL: "condition" });
    this.CONSUME(T.Else);
    this.SUBRULE(this.primary, { LABEL: "status" });
    this.OPTION({
      GATE: () => this.atBody(),
      DEF: () => this.SUBRULE2(this.expression, { LABEL: "body" }),
    });
  });

  readonly respond = this.RULE("respond", () => {
    this.CONSUME(T.Respond);
    this.SUBRULE(this.expression, { LABEL: "status" });
    this.OPTION({
      GATE: () => this.atBody(),
      DEF: () => this.SUBRULE2(this.expression, { LABEL: "body" }),
    });
  });

  readonly effect = this.RULE("effect", () => {
    this.OR([
      { ALT: () => this.SUBRULE(this.createEffect) },
      { ALT: () => this.SUBRULE(this.updateEffect) },
      { ALT: () => this.SUBRULE(this.deleteEffect) },
      { ALT: () => this.SUBRULE(this.moveEffect) },
      { GATE: () => this.canNest(), ALT: () => this.SUBRULE(this.eachEffect) },
      { GATE: () => this.canNest(), ALT: () => this.SUBRULE(this.whenEffect) },
    ]);
  });

  readonly createEffect = this.RULE("createEffect", () => {
    this.CONSUME(T.Create);
    this.CONSUME(T.Name);
    this.SUBRULE(this.object);
    this.OPTION(() => {
      this.CONSUME(T.As);
      this.CONSUME2(T.Name, { LABEL: "as" });
    });
  });

  readonly updateEffect = this.RULE("updateEffect", () => {
    this.CONSUME(T.Update);
    this.SUBRULE(this.postfixExpression);
    this.CONSUME(T.LeftBrace);
    this.MANY(() => this.SUBRULE(this.namedArgument));
    this.CONSUME(T.RightBrace);
  });

  readonly deleteEffect = this.RULE("deleteEffect", () => {
    this.CONSUME(T.Delete);
    this.SUBRULE(this.postfixExpression);
  });

  readonly moveEffect = this.RULE("moveEffect", () => {
    this.CONSUME(T.Move);
    this.SUBRULE(this.postfixExpression);
    this.CONSUME(T.To);
    this.SUBRULE(this.expression, { LABEL: "to" });
    this.CONSUME(T.Else);
    this.SUBRULE(this.primary, { LABEL: "status" });
    this.OPTION({
      GATE: () => this.atBody(),
      DEF: () => this.SUBRULE2(this.expression, { LABEL: "body" }),
    });
  });

  readonly eachEffect = this.RULE("eachEffect", () => {
    this.CONSUME(T.Each);
    this.CONSUME(T.Name);
    this.CONSUME(T.In);
    this.SUBRULE(this.expression);
    this.CONSUME(T.LeftBrace);
    this.MANY(() => this.SUBRULE(this.effect));
    this.CONSUME(T.RightBrace);
  });

  readonly whenEffect = this.RULE("whenEffect", () => {
    this.CONSUME(T.When);
    this.SUBRULE(this.expression);
    this.CONSUME(T.LeftBrace);
    this.MANY(() => this.SUBRULE(this.effect));
    this.CONSUME(T.RightBrace);
  });

  /** A body follows unless the next word starts a statement. */
  private atBody(): boolean {
    // A record may be called `move`; a statement goes on with the record that is moved.
    if (this.nextIs(1, T.Move) && this.nextIs(2, T.Name) && this.sameLine(2)) return false;
    return !this.nextIs(
      1,
      T.Let,
      T.Require,
      T.Validate,
      T.Create,
      T.Update,
      T.Delete,
      T.Each,
      T.When,
      T.Respond,
    );
  }
}
