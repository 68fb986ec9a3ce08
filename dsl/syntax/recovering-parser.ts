import {
  CstParser,
  EOF,
  type IParserErrorMessageProvider,
  type IToken,
  MismatchedTokenException,
  type TokenType,
  tokenMatcher,
} from "chevrotain";
import { layoutOf } from "./token-layout.js";
import * as T from "./tokens.js";

/** What the parser knew when it stopped; travels as the text of Chevrotain's error. */
export interface ParseFailure {
  readonly rule: string;
  /** Names of the token types that fit. Empty where an alternative was wanted. */
  readonly expected: readonly string[];
}

const failures: IParserErrorMessageProvider = {
  buildMismatchTokenMessage: ({ expected, ruleName }) =>
    encode({ rule: ruleName, expected: [expected.name] }),
  buildNotAllInputParsedMessage: ({ ruleName }) => encode({ rule: ruleName, expected: [] }),
  buildNoViableAltMessage: ({ ruleName, expectedPathsPerAlt }) =>
    encode({ rule: ruleName, expected: firstTokens(expectedPathsPerAlt.flat()) }),
  buildEarlyExitMessage: ({ ruleName, expectedIterationPaths }) =>
    encode({ rule: ruleName, expected: firstTokens(expectedIterationPaths) }),
};

function encode(failure: ParseFailure): string {
  return JSON.stringify(failure);
}

function firstTokens(paths: readonly (readonly TokenType[])[]): readonly string[] {
  return [...new Set(paths.flatMap((path) => (path[0] === undefined ? [] : [path[0].name])))];
}

/** Rules on the stack at most: about 40 nested brackets. Keeps hostile input off the call stack. */
const deepestRules = 260;

/**
 * A Chevrotain parser whose recovery knows lines and brackets.
 *
 * Brackets are balanced before parsing (see brackets.ts), so they are never invented or skipped
 * alone here. Chevrotain's own re-synchronisation stops at the first token of a fitting type; with
 * contextual keywords nearly every word fits. Here a stop must also be a comma, a closing bracket
 * of an enclosing block, or the first token of a line, and bracketed text is skipped as a whole.
 *
 * The overridden methods are Chevrotain's recovery hooks; `declare`d members exist in its base class
 * but not in its published types, and the version is pinned for that reason.
 */
export abstract class RecoveringParser extends CstParser {
  declare readonly RULE_STACK_IDX: number;
  declare readonly flattenFollowSet: () => readonly TokenType[];
  declare readonly exportLexerState: () => number;
  declare readonly importLexerState: (state: number) => void;
  declare readonly getCurrRuleFullName: () => string;
  declare readonly SAVE_ERROR: (error: Error) => Error;
  declare readonly SKIP_TOKEN: () => IToken;
  private resyncDistance = 0;

  constructor(skipValidations: boolean) {
    super(T.vocabulary, {
      recoveryEnabled: true,
      nodeLocationTracking: "onlyOffset",
      errorMessageProvider: failures,
      maxLookahead: 2,
      skipValidations,
    });
  }

  /** May a further level be opened? Where not, the alternative that would nest is not taken. */
  protected canNest(): boolean {
    return this.RULE_STACK_IDX < deepestRules;
  }

  protected nextIs(distance: number, ...types: readonly TokenType[]): boolean {
    const token = this.LA(distance);
    return types.some((type) => tokenMatcher(token, type));
  }

  /** Does the token begin an item of a block, such as `path = value` or `prompt "..."`? */
  protected startsItem(distance: number): boolean {
    return layoutOf(this.LA(distance)).itemStart;
  }

  /** Does the next token start on the line of the one before it? */
  protected sameLine(distance: number): boolean {
    return !layoutOf(this.LA(distance)).first;
  }

  override canTokenTypeBeInsertedInRecovery(type: TokenType): boolean {
    return !T.bracketPairs.has(type) && !T.closingBrackets.has(type);
  }

  canRecoverWithSingleTokenDeletion(expected: TokenType): boolean {
    const next = this.LA(1);
    if (isBracket(next) || next.tokenType === EOF) return false;
    return tokenMatcher(this.LA(2), expected) && (isBracket(this.LA(2)) || this.sameLine(2));
  }

  findReSyncTokenType(): TokenType {
    const follow = [...new Set(this.flattenFollowSet())];
    let fitting: TokenType = EOF;
    this.resyncDistance = this.findBoundary((token) => {
      const match = follow.find((type) => tokenMatcher(token, type));
      if (match === undefined) return false;
      fitting = match;
      return true;
    });
    return fitting;
  }

  reSyncTo(): IToken[] {
    return this.skip(this.resyncDistance - 1);
  }

  /** Skips to the next item of the block, or to its end; in a list on one line, to the next comma. */
  tryInRepetitionRecovery(
    repetition: (...args: unknown[]) => void,
    args: unknown[],
    lookAhead: () => boolean,
    expected: TokenType,
  ): void {
    const found = this.LA(1);
    const previous = this.LA(0);
    const start = this.exportLexerState();
    const isBlock = expected === T.RightBrace || expected === EOF;
    const fail = (): void => {
      const message = encode({ rule: this.getCurrRuleFullName(), expected: [expected.name] });
      this.SAVE_ERROR(new MismatchedTokenException(message, found, previous));
    };
    while (this.LA(1).tokenType !== EOF && !isCloser(this.LA(1))) {
      this.skipGroup();
      this.skip(this.findBoundary(() => true) - 1);
      const boundary = this.LA(1);
      if (boundary.tokenType === T.Comma) this.skip(1);
      const atEnd = tokenMatcher(this.LA(1), expected);
      if (atEnd || lookAhead.call(this)) {
        fail();
        if (!atEnd) repetition.apply(this, args);
        return;
      }
      if (!isBlock && layoutOf(boundary).first) break;
    }
    this.importLexerState(start);
  }

  private skip(count: number): IToken[] {
    const skipped: IToken[] = [];
    for (let index = 0; index < count; index++) {
      skipped.push(this.LA(1));
      this.SKIP_TOKEN();
    }
    return skipped;
  }

  /** Skips one token, or a bracket with all that it holds. */
  private skipGroup(): void {
    const opens = T.bracketPairs.has(this.LA(1).tokenType);
    this.skip(1);
    if (opens) this.skip(this.findBoundary(isCloser));
  }

  /** Distance to the first boundary that fits; the end of input always does. */
  private findBoundary(fits: (token: IToken) => boolean): number {
    let depth = 0;
    for (let distance = 1; ; distance++) {
      const token = this.LA(distance);
      if (token.tokenType === EOF) return distance;
      const closes = isCloser(token);
      if (depth === 0 && (closes || isLineBoundary(token)) && fits(token)) return distance;
      if (T.bracketPairs.has(token.tokenType)) depth++;
      else if (closes && depth > 0) depth--;
    }
  }
}

function isLineBoundary(token: IToken): boolean {
  return token.tokenType === T.Comma || layoutOf(token).first;
}

function isBracket(token: IToken): boolean {
  return T.bracketPairs.has(token.tokenType) || T.closingBrackets.has(token.tokenType);
}

function isCloser(token: IToken): boolean {
  return T.closingBrackets.has(token.tokenType);
}
