// Interim reader, replaced by the Chevrotain grammar.
import type { IToken, TokenType } from "chevrotain";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { SourceFile } from "../text/source-file.js";
import type { SourceTree } from "../tree/file.js";
import { syntaxDiagnostics } from "./codes.js";
import { tokenizeFile, tokenizeHole } from "./lexer.js";
import { decodeString } from "./string-text.js";
import { scanString } from "./string-scanner.js";
import { endOf } from "./token-layout.js";
import * as T from "./tokens.js";

type Any = ReturnType<typeof JSON.parse>;
class Stop extends Error {}

export function parse(source: SourceFile): { tree: SourceTree; diagnostics: Diagnostic[] } {
  const { tokens, comments, diagnostics } = tokenizeFile(source);
  const all = [...diagnostics];
  const p = new P(source, tokens, all);
  const tree: Any = { kind: "file", apis: [], uses: [], worlds: [], scenarios: [], comments, span: { start: 0, end: source.text.length } };
  try {
    while (!p.eof()) {
      if (p.is("api")) tree.apis.push(p.api());
      else if (p.is("use")) tree.uses.push(p.use());
      else if (p.is("world")) tree.worlds.push(p.world());
      else if (p.is("scenario")) tree.scenarios.push(p.scenario());
      else p.fail("api, use, world or scenario");
    }
  } catch (e) {
    if (!(e instanceof Stop)) throw e;
  }
  return { tree, diagnostics: all };
}

class P {
  i = 0;
  constructor(readonly source: SourceFile, readonly tokens: IToken[], readonly out: Diagnostic[]) {}
  eof() { return this.i >= this.tokens.length; }
  get t(): IToken | undefined { return this.tokens[this.i]; }
  at(n: number): IToken | undefined { return this.tokens[this.i + n]; }
  is(image: string, n = 0) { const t = this.at(n); return t !== undefined && t.image === image && t.tokenType !== T.StringLiteral; }
  isType(type: TokenType, n = 0) { return this.at(n)?.tokenType === type; }
  word(n = 0) { const t = this.at(n); return t !== undefined && /^[A-Za-z_]/.test(t.image); }
  fail(expected: string): never {
    const t = this.t; const span = t ? { start: t.startOffset, end: endOf(t) } : { start: this.source.text.length, end: this.source.text.length };
    this.out.push(syntaxDiagnostics.report("RVR1020", { file: this.source.path, span }, { expected, found: t?.image ?? "end", rule: "x", sample: "x" }));
    throw new Stop();
  }
  start() { return this.t?.startOffset ?? this.source.text.length; }
  sp(start: number) { const prev = this.tokens[this.i - 1]; return { start, end: prev ? endOf(prev) : start }; }
  eat(image: string) { if (!this.is(image)) this.fail(image); return this.tokens[this.i++]!; }
  opt(image: string) { if (this.is(image)) { this.i++; return true; } return false; }
  name(): Any { if (!this.word()) this.fail("a name"); const t = this.tokens[this.i++]!; return { kind: "name", text: t.image, span: { start: t.startOffset, end: endOf(t) } }; }
  string(): Any {
    const t = this.t; if (t?.tokenType !== T.StringLiteral) this.fail("a string"); this.i++;
    const d = decodeString(this.source.text, scanString(this.source.text, t!.startOffset));
    const parts: Any[] = [];
    for (const piece of d.pieces) {
      if (piece.kind === "text") {
        const last = parts.at(-1);
        if (last?.kind === "text") { last.text += piece.text; last.span.end = piece.span.end; } else parts.push({ kind: "text", text: piece.text, span: { ...piece.span } });
      } else {
        const h = tokenizeHole(this.source, { start: piece.span.start + 1, end: piece.span.end - 1 }); this.out.push(...h.diagnostics);
        const p = new P(this.source, h.tokens, this.out);
        parts.push({ kind: "hole", expression: p.expr(), span: piece.span });
      }
    }
    return { kind: "string", parts, span: { start: t!.startOffset, end: endOf(t!) } };
  }
  seg(): Any { const t = this.t!; if (t?.tokenType === T.StringLiteral) { const s = this.string(); return { text: s.parts.map((x: Any) => x.text).join(""), span: s.span }; } const n = this.name(); return { text: n.text, span: n.span }; }
  path(): Any { const s = this.start(); const segments = [this.seg()]; while (this.opt(".")) segments.push(this.seg()); return { kind: "path", segments, span: this.sp(s) }; }
  paths(): Any[] { const r = [this.path()]; while (this.opt(",")) r.push(this.path()); return r; }
  names(): Any[] { const r = [this.name()]; while (this.opt(",")) r.push(this.name()); return r; }
  ref(): Any { const s = this.start(); const api = this.name(); this.eat("."); const member = this.name(); return { kind: "api-reference", api, member, span: this.sp(s) }; }
  api(): Any { const s = this.start(); this.eat("api"); const name = this.name(); this.eat("from"); const file = this.string(); return { kind: "api", name, file, span: this.sp(s) }; }
  use(): Any { const s = this.start(); this.eat("use"); this.eat("world"); const name = this.name(); this.eat("from"); const file = this.string(); return { kind: "use", name, file, span: this.sp(s) }; }
  block(f: () => void) { this.eat("{"); while (!this.is("}")) { if (this.eof()) this.fail("}"); f(); } this.eat("}"); }
  world(): Any {
    const s = this.start(); this.eat("world"); const name = this.name(); const ext = this.opt("extends") ? this.name() : undefined; const items: Any[] = [];
    this.block(() => { items.push(this.worldItem()); });
    return { kind: "world", name, extends: ext, items, span: this.sp(s) };
  }
  worldItem(): Any {
    const s = this.start();
    if (this.opt("resource")) {
      const name = this.name(); const schema = this.opt(":") ? this.ref() : undefined; const items: Any[] = [];
      this.block(() => {
        const s = this.start();
        if (this.opt("key")) { const path = this.path(); const aliases = this.opt("alias") ? this.paths() : []; items.push({ kind: "key", path, aliases, span: this.sp(s) }); }
        else if (this.opt("seed")) items.push({ kind: "seed", file: this.string(), span: this.sp(s) });
        else if (this.opt("computed")) items.push({ kind: "computed", paths: this.paths(), span: this.sp(s) });
        else if (this.opt("match")) { const path = this.path(); items.push({ kind: "match", path, matcher: this.matcher(), span: this.sp(s) }); }
        else this.fail("key, seed, computed or match");
      });
      return { kind: "resource", name, schema, items, span: this.sp(s) };
    }
    if (this.opt("shape")) { const name = this.name(); this.eat("("); const parameters = this.is(")") ? [] : this.names(); this.eat(")"); this.eat("="); const body = this.expr(); return { kind: "shape", name, parameters, body, span: this.sp(s) }; }
    if (this.opt("invalid")) { const api = this.name(); this.eat("else"); const status = this.primary(); const body = this.expr(); return { kind: "invalid", api, status, body, span: this.sp(s) }; }
    if (this.opt("on")) { const operation = this.ref(); const statements: Any[] = []; this.block(() => statements.push(this.statement())); return { kind: "on", operation, statements, span: this.sp(s) }; }
    this.fail("resource, shape, invalid or on");
  }
  statement(): Any {
    const s = this.start();
    if (this.is("let")) { this.i++; const name = this.name(); this.eat("="); const value = this.expr(); return { kind: "let", name, value, span: this.sp(s) }; }
    if (this.opt("require")) { const condition = this.expr(); this.eat("else"); const status = this.primary(); const body = this.startsStatement() ? undefined : this.expr(); return { kind: "require", condition, status, body, span: this.sp(s) }; }
    if (this.opt("validate")) return { kind: "validate", span: this.sp(s) };
    if (this.opt("respond")) { const status = this.primary(); const body = this.startsStatement() ? undefined : this.expr(); return { kind: "respond", status, body, span: this.sp(s) }; }
    return this.effect();
  }
  startsStatement() { if (this.is("}") || this.eof()) return true; return ["let", "require", "validate", "respond", "create", "update", "delete", "each", "when"].some((w) => this.is(w)) && !this.is("(", 1) && !this.is(".", 1); }
  effect(): Any {
    const s = this.start(); const effects: Any[] = [];
    if (this.opt("create")) { const resource = this.name(); const record = this.primary(); const as = this.opt("as") ? this.name() : undefined; return { kind: "create", resource, record, as, span: this.sp(s) }; }
    if (this.opt("update")) { const record = this.postfix(); const entries: Any[] = []; this.block(() => { const s = this.start(); const path = this.path(); this.eat(":"); const value = this.expr(); entries.push({ path, value, span: this.sp(s) }); this.opt(","); }); return { kind: "update", record, entries, span: this.sp(s) }; }
    if (this.opt("delete")) return { kind: "delete", record: this.postfix(), span: this.sp(s) };
    if (this.opt("each")) { const name = this.name(); this.eat("in"); const list = this.expr(); this.block(() => effects.push(this.effect())); return { kind: "each", name, list, effects, span: this.sp(s) }; }
    if (this.opt("when")) { const condition = this.expr(); this.block(() => effects.push(this.effect())); return { kind: "when", condition, effects, span: this.sp(s) }; }
    this.fail("a statement");
  }
  matcher(): Any { const s = this.start(); this.eat("as"); const name = this.name().text; const argument = this.opt("(") ? this.expr() : undefined; if (argument) this.eat(")"); return { name, argument, span: this.sp(s) }; }
  argline(): Any {
    const s = this.start(); const path = this.path(); this.eat("="); const value = this.expr(); const matcher = this.is("as") ? this.matcher() : undefined;
    const weight = this.is("weight") && !this.is("=", 1) ? (this.i++, this.primary()) : undefined; const unchecked = this.is("unchecked") && !this.is("=", 1) ? this.opt("unchecked") : false; this.opt(",");
    return { path, value, matcher, weight, unchecked, span: this.sp(s) };
  }
  scenario(): Any {
    const s = this.start(); this.eat("scenario"); const name = this.name(); const title = this.isType(T.StringLiteral) ? this.string() : undefined;
    const r: Any = { kind: "scenario", name, title, world: undefined, tools: [], systems: [], tasks: [], rewards: [], trains: [], tests: [] };
    this.block(() => {
      if (this.opt("world")) r.world = this.name();
      else if (this.opt("tools")) this.block(() => r.tools.push(this.tool()));
      else if (this.is("system")) { const s = this.start(); this.i++; const variant = this.word() ? this.name() : undefined; r.systems.push({ kind: "system", variant, text: this.string(), span: this.sp(s) }); }
      else if (this.is("task")) r.tasks.push(this.task());
      else if (this.is("reward")) r.rewards.push(this.reward());
      else if (this.is("train")) { const s = this.start(); this.i++; const settings: Any[] = []; this.block(() => { const s = this.start(); const name = this.name(); this.eat("="); const value = this.expr(); settings.push({ name, value, span: this.sp(s) }); this.opt(","); }); r.trains.push({ kind: "train", settings, span: this.sp(s) }); }
      else if (this.is("test")) r.tests.push(this.test());
      else this.fail("a part of a scenario");
    });
    r.span = this.sp(s); return r;
  }
  tool(): Any {
    const s = this.start(); const name = this.name(); this.eat("="); const operation = this.ref(); const items: Any[] = [];
    if (this.is("{")) this.block(() => {
      const s = this.start();
      if (this.isType(T.StringLiteral)) items.push({ kind: "description", text: this.string(), span: this.sp(s) });
      else if (this.opt("take")) { do { const s = this.start(); const path = this.path(); const as = this.opt("as") ? this.name() : undefined; items.push({ kind: "take", path, as, span: this.sp(s) }); } while (this.opt(",")); }
      else if (this.opt("fix")) { const path = this.path(); this.eat("="); items.push({ kind: "fix", path, value: this.expr(), span: this.sp(s) }); }
      else if (this.opt("show")) items.push({ kind: "show", paths: this.paths(), span: this.sp(s) });
      else this.fail("a part of a tool");
    });
    return { kind: "tool", name, operation, items, span: this.sp(s) };
  }
  task(): Any {
    const s = this.start(); this.eat("task"); const name = this.name(); const items: Any[] = [];
    this.block(() => {
      const s = this.start();
      if (this.opt("given")) { const name = this.name(); this.eat(":"); const type = this.name(); const where = this.opt("where") ? this.expr() : undefined; items.push({ kind: "given", name, type, where, span: this.sp(s) }); }
      else if (this.opt("let")) { const name = this.name(); this.eat("="); items.push({ kind: "task-let", name, value: this.expr(), span: this.sp(s) }); }
      else if (this.opt("prompt")) { const name = this.word() ? this.name() : undefined; items.push({ kind: "prompt", name, text: this.string(), span: this.sp(s) }); }
      else if (this.opt("gold")) { const tool = this.name(); const lines: Any[] = []; this.block(() => lines.push(this.argline())); items.push({ kind: "gold", tool, lines, span: this.sp(s) }); }
      else if (this.opt("split")) items.push(this.split(s));
      else this.fail("a part of a task");
    });
    return { kind: "task", name, items, span: this.sp(s) };
  }
  split(s: number): Any {
    const name = this.name(); const r: Any = { kind: "split", name, rows: undefined, size: undefined, seed: undefined, items: [] };
    if (this.opt("from")) r.rows = this.string(); else { r.size = this.expr(); if (this.opt("seed")) r.seed = this.expr(); }
    if (this.is("{")) this.block(() => {
      const s = this.start();
      if (this.is("disjoint") && !this.is("in", 1)) { this.i++; r.items.push({ kind: "disjoint", names: this.names(), span: this.sp(s) }); }
      else if (this.is("wording") && !this.is("in", 1)) { this.i++; r.items.push({ kind: "wording", names: this.names(), span: this.sp(s) }); }
      else { const name = this.name(); this.eat("in"); let source: Any; if (this.isType(T.StringLiteral)) { const file = this.string(); const list = this.word() && !this.is("in", 1) && !["disjoint", "wording"].some((w) => this.is(w)) ? this.name() : undefined; source = { kind: "file", file, list }; } else source = { kind: "expression", value: this.expr() }; r.items.push({ kind: "domain", name, source, span: this.sp(s) }); }
    });
    r.span = this.sp(s); return r;
  }
  named(): Any[] { const r: Any[] = []; if (this.opt("(")) { while (!this.is(")")) { const s = this.start(); const path = this.path(); this.eat(":"); const value = this.expr(); r.push({ path, value, span: this.sp(s) }); if (!this.opt(",")) break; } this.eat(")"); } return r; }
  event(): Any {
    const s = this.start();
    if (this.opt("unknown")) { this.eat("tool"); return { kind: "unknown", span: this.sp(s) }; }
    if (this.opt("call")) { const over = this.opt("over") ? this.primary() : undefined; return { kind: "call", over, span: this.sp(s) }; }
    for (const kind of ["called", "accepted", "refused", "invalid", "missing", "duplicate"]) if (this.opt(kind)) return { kind, tool: this.name(), span: this.sp(s) };
    this.fail("an event");
  }
  events(): Any[] { const r = [this.event()]; while (this.opt("and")) r.push(this.event()); return r; }
  reward(): Any {
    const s = this.start(); this.eat("reward"); const name = this.name(); const form = this.opt("additive") ? "additive" : "sound"; let world: Any; if (this.opt("in")) { this.eat("world"); world = this.name(); } const items: Any[] = [];
    this.block(() => {
      const s = this.start(); const push = (x: Any) => items.push({ ...x, span: this.sp(s) });
      if (this.opt("derive")) { const what = this.name().text; const weight = this.opt("weight") ? this.primary() : undefined; push({ kind: "derive", what, weight }); }
      else if (this.opt("slots")) {
        const tool = this.name(); const aggregate = this.name().text; this.eat("weight"); const weight = this.primary(); const groups: Any[] = [];
        this.block(() => { const s = this.start(); if (this.is("slot") && !this.is("=", 1) && !this.is(".", 1)) { this.i++; const name = this.path(); const lines: Any[] = []; this.block(() => { const l = this.argline(); lines.push({ ...l, path: { ...l.path, segments: [...name.segments, ...l.path.segments] } }); }); groups.push({ name, lines, span: this.sp(s) }); } else { const l = this.argline(); groups.push({ name: l.path, lines: [l], span: l.span }); } });
        push({ kind: "slots", tool, aggregate, weight, groups });
      }
      else if (this.opt("recall")) { const weight = this.primary(); const tool = this.name(); const path = this.path(); this.eat("of"); push({ kind: "recall", weight, tool, path, wanted: this.expr() }); }
      else if (this.is("step") || this.is("require")) {
        const required = this.tokens[this.i++]!.image === "require"; const weight = this.isType(T.NumberLiteral) ? this.primary() : undefined; const cs = this.start(); const tool = this.name(); const args = this.named(); const call = { tool, arguments: args, span: this.sp(cs) };
        const os = this.start(); let order: Any; if (this.is("before") || this.is("after")) { const relation = this.tokens[this.i++]!.image; const any = this.is("any") && this.word(1) && !this.is("when", 1) ? this.opt("any") : false; order = { relation, any, tool: this.name(), span: this.sp(os) }; }
        const when = this.opt("when") ? this.events() : []; push({ kind: "step", required, weight, call, order, when });
      }
      else if (this.is("bonus") || this.is("penalty")) { const kind = this.tokens[this.i++]!.image; const weight = this.primary(); let f: string | undefined; if (this.is("once") || this.is("each")) f = this.tokens[this.i++]!.image; const events = this.events(); push({ kind, weight, frequency: f ?? (events.length > 1 ? "once" : "each"), events }); }
      else if (this.opt("budget")) push({ kind: "budget", calls: this.primary() });
      else if (this.opt("clamp")) { const low = this.primary(); this.eat(".."); push({ kind: "clamp", low, high: this.primary() }); }
      else { for (const name of ["procedure", "excess", "partial"]) if (this.opt(name)) { push({ kind: "parameter", name, value: this.primary() }); return; } this.fail("a reward item"); }
    });
    return { kind: "reward", name, form, world, items, span: this.sp(s) };
  }
  test(): Any {
    const s = this.start(); this.eat("test"); const title = this.string(); const r: Any = { kind: "test", title, task: undefined, given: undefined, reward: undefined, expectations: [], steps: [] };
    for (;;) { if (this.opt("task")) r.task = this.string(); else if (this.opt("given")) r.given = this.primary(); else if (this.opt("reward")) r.reward = this.name(); else break; }
    this.eat("expect");
    do { const s = this.start(); if (this.opt("success")) r.expectations.push({ kind: "success", span: this.sp(s) }); else if (this.opt("failure")) r.expectations.push({ kind: "failure", span: this.sp(s) }); else if (this.opt("reward")) { const comparison = this.tokens[this.i++]!.image; r.expectations.push({ kind: "reward", comparison, value: this.primary(), span: this.sp(s) }); } else { this.eat("term"); const id = this.string(); const comparison = this.tokens[this.i++]!.image; r.expectations.push({ kind: "term", id, comparison, value: this.primary(), span: this.sp(s) }); } } while (this.opt(","));
    this.block(() => { const s = this.start(); if (this.is("gold") && !this.is("(", 1)) { this.i++; r.steps.push({ kind: "step-gold", span: this.sp(s) }); } else if (this.is("raw") && !this.is("(", 1)) { this.i++; const tool = this.name(); r.steps.push({ kind: "step-raw", tool, text: this.string(), span: this.sp(s) }); } else { const tool = this.name(); const args = this.named(); let status: Any, body: Any; if (this.opt("->")) { status = this.primary(); if (this.is("{")) body = this.primary(); } r.steps.push({ kind: "step-call", tool, arguments: args, status, body, span: this.sp(s) }); } });
    r.span = this.sp(s); return r;
  }
  expr(): Any { if (this.is("if")) { const s = this.start(); this.i++; const condition = this.expr(); this.eat("then"); const then = this.expr(); this.eat("else"); const no = this.expr(); return { kind: "if", condition, then, else: no, span: this.sp(s) }; } return this.or(); }
  bin(ops: string[], next: () => Any): Any { const s = this.start(); let left = next(); while (ops.some((o) => this.is(o))) { const operator = this.tokens[this.i++]!.image; left = { kind: "binary", operator, left, right: next(), span: this.sp(s) }; } return left; }
  or(): Any { return this.bin(["or"], () => this.and()); }
  and(): Any { return this.bin(["and"], () => this.not()); }
  not(): Any { if (this.is("not")) { const s = this.start(); this.i++; return { kind: "not", operand: this.not(), span: this.sp(s) }; } return this.cmp(); }
  cmp(): Any {
    const s = this.start(); const left = this.bin(["+", "-"], () => this.postfix());
    if (this.opt("is")) { const negated = this.opt("not"); return { kind: "is", operand: left, negated, test: this.name().text, span: this.sp(s) }; }
    if (this.opt("matches")) return { kind: "matches", operand: left, pattern: this.string(), span: this.sp(s) };
    for (const operator of ["==", "!=", "<=", ">=", "<", ">", "in"]) if (this.opt(operator)) return { kind: "binary", operator, left, right: this.bin(["+", "-"], () => this.postfix()), span: this.sp(s) };
    return left;
  }
  postfix(): Any { const s = this.start(); let e = this.primary(); for (;;) { if (this.is(".")) { this.i++; e = { kind: "member", object: e, segment: this.seg(), span: this.sp(s) }; } else if (this.is("[") && this.tokens[this.i - 1] && endOf(this.tokens[this.i - 1]!) === this.t!.startOffset) { this.i++; const index = this.expr(); this.eat("]"); e = { kind: "index", object: e, index, span: this.sp(s) }; } else return e; } }
  primary(): Any {
    const s = this.start(); const t = this.t; if (t === undefined) this.fail("an expression");
    if (t!.tokenType === T.StringLiteral) return this.string();
    if (t!.tokenType === T.NumberLiteral) { this.i++; return { kind: "number", value: Number(t!.image), text: t!.image, span: this.sp(s) }; }
    if (this.is("-") && this.isType(T.NumberLiteral, 1)) { this.i += 2; const text = `-${this.tokens[this.i - 1]!.image}`; return { kind: "number", value: Number(text), text, span: this.sp(s) }; }
    if (this.opt("null")) return { kind: "null", span: this.sp(s) };
    if (this.is("true") || this.is("false")) { const value = this.tokens[this.i++]!.image === "true"; return { kind: "boolean", value, span: this.sp(s) }; }
    if (this.opt("(")) { const e = this.expr(); this.eat(")"); return e; }
    if (this.opt("[")) {
      if (this.opt("]")) return { kind: "array", items: [], span: this.sp(s) };
      const item = this.expr();
      if (this.opt("for")) { const name = this.name(); this.eat("in"); const list = this.or(); const condition = this.opt("if") ? this.expr() : undefined; this.eat("]"); return { kind: "comprehension", item, name, list, condition, span: this.sp(s) }; }
      const items = [item]; while (this.opt(",")) { if (this.is("]")) break; items.push(this.expr()); } this.eat("]"); return { kind: "array", items, span: this.sp(s) };
    }
    if (this.opt("{")) {
      const entries: Any[] = [];
      while (!this.is("}")) { const s = this.start(); if (this.opt("...")) entries.push({ kind: "spread", value: this.expr(), span: this.sp(s) }); else if (this.opt("[")) { const key = this.expr(); this.eat("]"); this.eat(":"); entries.push({ kind: "computed-entry", key, value: this.expr(), span: this.sp(s) }); } else { const key = this.seg(); let value: Any; if (this.opt(":")) value = this.expr(); else value = { kind: "reference", name: { kind: "name", text: key.text, span: key.span }, span: key.span }; entries.push({ kind: "entry", key, value, span: this.sp(s) }); } if (!this.opt(",")) break; }
      this.eat("}"); return { kind: "object", entries, span: this.sp(s) };
    }
    if ((this.is("all") || this.is("any") || this.is("first")) && this.is("(", 1)) { const quantifier = this.tokens[this.i]!.image; this.i += 2; const name = this.name(); this.eat("in"); const list = this.expr(); const condition = this.opt(":") ? this.expr() : undefined; this.eat(")"); return { kind: "quantifier", quantifier, name, list, condition, span: this.sp(s) }; }
    const name = this.name();
    if (this.is("(")) { this.i++; const args: Any[] = []; while (!this.is(")")) { args.push(this.expr()); if (!this.opt(",")) break; } this.eat(")"); return { kind: "call", callee: name, arguments: args, span: this.sp(s) }; }
    return { kind: "reference", name, span: this.sp(s) };
  }
}
